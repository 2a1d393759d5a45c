import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { sql } from "kysely";
import { DAY_MS } from "#contract/durations.ts";
import { listCategories } from "#contract/endpoints/lookups.ts";
import { listSurveys } from "#contract/endpoints/surveys.ts";
import { SEARCH_MAX } from "#contract/limits.ts";
import { testApp } from "#server/testing/test-app.ts";
import { fillInstance } from "#testing/fill-instance.ts";
import { CITY, COMMON_WORD, rareWord } from "#testing/fill-words.ts";
import { type Person, signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";

// A search walks along an order or asks the full-text index. Either way it must find what the rows
// say.
const empty = await testApp({ after });
const { instance, clock } = empty;
await empty.close();
await fillInstance(instance, 20_000, { now: clock.now() });
// Some have ended but are still listed.
clock.advance(2 * DAY_MS);
const kanaat = await testApp({ after }, { instance, clock });
const { query: rows } = kanaat.db;

// Two words that occur in thousands of surveys, and together in about twenty.
const [here, there] = ["buradaki", "oradaki"];
const added = sql`(case when id % 2 = 0 then 'buradaki ' else '' end) ||
  (case when id % 2 = 1 or id % 200 = 8 then 'oradaki ' else '' end)`;
await rows.transaction().execute(async (tx) => {
  await sql`update surveys set description = description || ' ' || ${added}`.execute(tx);
  await sql`create table longer as select id, words || ${added} as words
    from survey_words inner join surveys on id = survey_id`.execute(tx);
  await sql`delete from survey_words`.execute(tx);
  await sql`insert into survey_words (survey_id, words) select id, words from longer`.execute(tx);
  await sql`drop table longer`.execute(tx);
});

interface Listed {
  id: number;
  start_time: number;
  expire_time: number;
  popularity: number;
  category_id: number;
  text: string;
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

/** The survey ids found on the first pages. */
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

const { rows: surveys } = await sql<Listed>`select id, start_time, popularity, category_id,
    coalesce(expire_time, ${Number.MAX_SAFE_INTEGER}) as expire_time,
    question || ' ' || description || ' ' || (select string_agg(content, ' ') from options
      where survey_id = surveys.id) as text
  from surveys where visibility = 'public'`.execute(rows);

const { body: categories } = await kanaat.call(listCategories);
const categoryNames = new Map(categories.items.map(({ id, name }) => [id, name]));

const plainLetters = (text: string) =>
  text
    .toLocaleLowerCase("tr")
    .replace(/[çğıöşü]/g, (letter) => "cgiosu"["çğıöşü".indexOf(letter)] ?? "");
const wordsOf = (text: string) => plainLetters(text).match(/[a-z0-9]+/g) ?? [];
const listed = surveys
  .filter(({ start_time: start, expire_time: end }) => start <= clock.now() && end > clock.now())
  .map((survey) => ({
    ...survey,
    words: new Set(wordsOf(`${survey.text} ${categoryNames.get(survey.category_id)}`)),
  }));
const known = [...new Set(listed.flatMap(({ words }) => [...words]))];

/** Whether one letter is added, missing, wrong, or swapped with its neighbour. */
function isOneOff(word: string, meant: string): boolean {
  const [shorter = "", longer = ""] = [word, meant].sort((a, b) => a.length - b.length);
  let at = 0;
  while (at < shorter.length && shorter[at] === longer[at]) at++;
  const [rest, other] = [shorter.slice(at), longer.slice(at)];
  if (at === 0 || word === meant) return false;
  if (shorter.length < longer.length) return rest === other.slice(1);
  const swapped = `${rest[1]}${rest[0]}${rest.slice(2)}`;
  return rest.slice(1) === other.slice(1) || swapped === other;
}

/** What the first pages must contain, computed from the rows alone. */
function expected(q: string, order: string, category?: number): number[] {
  const sought = wordsOf(q);
  const inOrder = listed
    .filter(({ category_id }) => category === undefined || category_id === category)
    .sort(ORDERS[order]);
  const having = (matches: (word: string) => Set<string>) => {
    const sets = sought.map(matches);
    return inOrder.filter(({ words }) =>
      sets.every((set) => [...words].some((word) => set.has(word))),
    );
  };
  const begins = (word: string) => known.filter((other) => other.startsWith(word.slice(0, 10)));
  const exactly = having((word) => new Set([word]));
  const begun = having((word) => new Set(begins(word)));
  const misspelt = having((word) => {
    const oneOff = word.length < 4 ? [] : known.filter((other) => isOneOff(word, other));
    return new Set([...begins(word), ...oneOff]);
  });
  const ranked = new Set([...exactly, ...begun, ...(begun.length < 5 ? misspelt : [])]);
  return [...ranked].slice(0, PAGES * LIMIT).map(({ id }) => id);
}

const SEARCHES: [q: string, found: boolean][] = [
  ["", true],
  [COMMON_WORD, true],
  ["kahve", true],
  [CITY, true],
  [rareWord(7), true],
  ["ka", true],
  ["k s", true],
  [`kahve ${COMMON_WORD}`, true],
  [`müzede ${COMMON_WORD} k`, true],
  [`${here} ${there}`, true],
  [`k ${here} ${there}`, true],
  [`${rareWord(7)} ${COMMON_WORD}`, true],
  ["Diyarbakrı", true],
  ["diyarbajır mahngisi kahve", false],
  ["diyarbajır hangsi", true],
  [`${rareWord(7)}n`, true],
  ["xylofon", false],
  ["Müzik", true],
  [`seçenek 4 ${rareWord(7)}`, true],
];

for (const order of Object.keys(ORDERS)) {
  describe(`searching in the order ${order}`, () => {
    for (const [q, isFound] of SEARCHES) {
      it(`finds all with “${q}” once, each in its place (R93, R94)`, async () => {
        const ids = expected(q, order);
        assert.equal(ids.length > 0, isFound);
        assert.deepEqual(await found({ q, order }), ids);
        assert.deepEqual(await found({ q, order, category_id: "3" }), expected(q, order, 3));
      });
    }
  });
}

describe("the ways to match", () => {
  const given = { expire_time: clock.iso(900 * DAY_MS) };
  const publish = (owner: Person, question: string) =>
    publishSurvey(kanaat, owner, { question, ...given });
  const names = (ids: number[], made: { id: number; question: string }[]) =>
    ids.map((id) => made.find((survey) => survey.id === id)?.question);

  it("come one after the other, whatever the order, and however long the pages are (R94)", async () => {
    const owner = await signUp(kanaat);
    const made = [];
    for (const question of ["Zürafa mı?", "Zürafalar mı?", "Zürefa mı?", "Zürafa nerede?"]) {
      made.push(await publish(owner, question));
    }
    const ways = [["Zürafa nerede?", "Zürafa mı?"], ["Zürafalar mı?"], ["Zürefa mı?"]];
    for (const order of Object.keys(ORDERS)) {
      for (const limit of ["1", "2", "3", "24"]) {
        const all = names(await found({ q: "zürafa", order, limit }), made);
        const inWays = order === "ending" ? [ways[0]?.toReversed(), ...ways.slice(1)] : ways;
        assert.deepEqual(all, inWays.flat(), `${order}, ${limit} a page`);
      }
    }
  });

  it("end before a wrong letter where more than a little is found (R94)", async () => {
    const owner = await signUp(kanaat);
    const made = [await publish(owner, "Gergedin mi?")];
    for (let i = 0; i < 4; i++) made.push(await publish(owner, "Gergedanlar mı?"));
    const many = async (limit: string) => (await found({ q: "gergedan", limit })).length;
    assert.deepEqual([await many("2"), await many("24")], [5, 5]);
    made.push(await publish(owner, "Gergedan mı?"));
    clock.advance(2000);
    assert.deepEqual([await many("2"), await many("24")], [5, 5]);
  });

  it("leave a word's first letter, and words of up to three letters, as they are (R94)", async () => {
    const owner = await signUp(kanaat);
    const made = [await publish(owner, "Vaşak mı, fil mi?"), await publish(owner, "☕ mi 🍵 mi?")];
    const asked = ["vaşka", "vasak", "vaşk", "vaşşak", "vajak fi", "☕", "🍵☕"];
    for (const q of asked) assert.equal((await found({ q })).length, 1, q);
    for (const q of ["aşak", "maşak", "fal", "vaşk fal", "☕☔"]) {
      assert.deepEqual(await found({ q }), [], q);
    }
    assert.equal(made.length, 2);
  });
});

it("takes as many words as fit into a search", async () => {
  const signs = Array.from({ length: SEARCH_MAX }, (_, i) => String.fromCodePoint(0x2614 + i));
  for (const order of Object.keys(ORDERS)) {
    const query = { q: signs.join(""), order, category_id: "3" };
    const { status, body } = await kanaat.call(listSurveys, { query });
    assert.deepEqual([status, body.items], [200, []]);
  }
});
