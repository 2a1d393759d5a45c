import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { sql } from "kysely";
import { SEARCH_MAX } from "#contract/limits.ts";
import { listSurveys } from "#contract/surveys.ts";
import { testApp } from "#server/testing/test-app.ts";
import { fillInstance } from "#testing/fill-instance.ts";
import { CITY, COMMON_WORD, rareWord } from "#testing/fill-words.ts";

// A search takes another way for rare words, common ones, two that stand together seldom or often,
// and those of many votes. Whichever way it takes, it must find what the rows say.

const DAY = 86_400_000;
const empty = await testApp({ after });
const { instance, clock } = empty;
await empty.close();
await fillInstance(instance, 20_000, { now: clock.now() });
// Some have ended, and are still on the lists.
clock.advance(2 * DAY);
const kanaat = await testApp({ after }, { instance, clock });
const { query: rows } = kanaat.db;

// Two words of thousands of surveys, of which some twenty have both.
const add = (word: string, condition: string) =>
  sql`insert into survey_terms (term, start_time, survey_id, end_place)
    select ${word}, start_time, id, coalesce(expire_time, 9007199254740991 - id)
    from surveys where listed = 1 and ${sql.raw(condition)}`.execute(rows);
await add("buradaki", "id % 2 = 0");
await add("oradaki", "(id % 2 = 1 or id % 200 = 8)");

interface Listed {
  id: number;
  start_time: number;
  expire_time: number;
  popularity: number;
}

const ORDERS: Record<string, (one: Listed, other: Listed) => number> = {
  new: (one, other) => other.start_time - one.start_time || other.id - one.id,
  popular: (one, other) => other.popularity - one.popularity || other.id - one.id,
  ending: (one, other) =>
    one.expire_time - other.expire_time ||
    (one.expire_time === Number.MAX_SAFE_INTEGER ? other.id - one.id : one.id - other.id),
};

const PAGES = 30;
const LIMIT = 24;

/** What is found on the first pages. */
async function found(query: Record<string, string>): Promise<number[]> {
  const ids: number[] = [];
  let cursor: string | null = "";
  for (let page = 0; page < PAGES && cursor !== null; page++) {
    const given: Record<string, string> = {
      limit: `${LIMIT}`,
      ...query,
      ...(cursor && { cursor }),
    };
    const { body } = await kanaat.call(listSurveys, { query: given });
    ids.push(...body.items.map(({ id }) => id));
    cursor = body.next_cursor;
  }
  return ids;
}

const { rows: surveys } = await sql<Listed>`select id, start_time, popularity,
    coalesce(expire_time, ${Number.MAX_SAFE_INTEGER}) as expire_time
  from surveys where visibility = 'public'`.execute(rows);

/** What must be found on them, by the rows alone. */
async function expected(terms: readonly string[], order: string): Promise<number[]> {
  const having = terms.map(async (term) => {
    const { rows: found } = await sql<{ id: number }>`select survey_id as id from survey_terms
      where term = ${term}`.execute(rows);
    return new Set(found.map(({ id }) => id));
  });
  const sets = await Promise.all(having);
  return surveys
    .filter(({ start_time: start, expire_time: end }) => start <= clock.now() && end > clock.now())
    .filter(({ id }) => sets.every((ids) => ids.has(id)))
    .sort(ORDERS[order])
    .slice(0, PAGES * LIMIT)
    .map(({ id }) => id);
}

const SEARCHES: [words: string, terms: string[]][] = [
  ["", []],
  [COMMON_WORD, [COMMON_WORD]],
  ["kahve", ["kahve"]],
  [CITY, ["diyarbakir"]],
  [rareWord(7), [rareWord(7).replaceAll("ö", "o").slice(0, 10)]],
  ["k s", ["k", "s"]],
  [`kahve ${COMMON_WORD}`, ["kahve", COMMON_WORD]],
  [`müzede ${COMMON_WORD} k`, ["muzede", COMMON_WORD, "k"]],
  ["buradaki oradaki", ["buradaki", "oradaki"]],
  ["k buradaki oradaki", ["k", "buradaki", "oradaki"]],
];

for (const order of Object.keys(ORDERS)) {
  describe(`searching in the order ${order}`, () => {
    for (const [q, terms] of SEARCHES) {
      it(`finds all with “${q}” once, each in its place`, async () => {
        const ids = await expected(terms, order);
        assert.ok(ids.length > 0);
        assert.deepEqual(await found({ q, order }), ids);
        const inCategory = await expected([...terms, "category:3"], order);
        assert.deepEqual(await found({ q, order, category_id: "3" }), inCategory);
      });
    }
  });
}

it("takes as many words as fit into a search", async () => {
  const signs = Array.from({ length: SEARCH_MAX }, (_, i) => String.fromCodePoint(0x2614 + i));
  for (const order of Object.keys(ORDERS)) {
    const query = { q: signs.join(""), order, category_id: "3" };
    const { status, body } = await kanaat.call(listSurveys, { query });
    assert.deepEqual([status, body.items], [200, []]);
  }
});
