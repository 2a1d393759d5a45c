import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { DAY_MS } from "#contract/durations.ts";
import { followPerson } from "#contract/endpoints/follows.ts";
import {
  closeSurvey,
  getFeaturedSurvey,
  listFeed,
  listSurveys,
  listUnanswered,
} from "#contract/endpoints/surveys.ts";
import { dayInTurkey } from "#server/db/timestamps.ts";
import { rankListed } from "#server/features/votes/ranking.writes.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { type Person, signUp } from "#testing/people.ts";
import { draftSurvey, type NewSurvey, publishSurvey, voteFor } from "#testing/surveys.ts";

const folder = await mkdtemp(join(tmpdir(), "featured-"));
after(() => rm(folder, { recursive: true }));
const featuredFile = join(folder, "featured.json");
const feature = async (content: unknown) => {
  await writeFile(featuredFile, typeof content === "string" ? content : JSON.stringify(content));
  clock.advance(1001);
};
const kanaat = await testApp({ after }, { config: { featuredFile } });
const { clock, db } = kanaat;

const publish = (by: Person, given: NewSurvey = {}) => {
  clock.advance(1000);
  return publishSurvey(kanaat, by, given);
};
const end = async (by: Person, id: number) =>
  succeed(kanaat.call(closeSurvey, { token: by.token, params: { id } }));
const follow = async (who: Person, whom: Person) =>
  succeed(kanaat.call(followPerson, { token: who.token, params: { userId: whom.id } }));
const rank = () => rankListed(db, new AbortController().signal, clock.now());
const ids = (surveys: readonly { id: number }[]) => surveys.map(({ id }) => id);

/** Reads all pages of a list, `limit` at a time. */
async function all(list: typeof listFeed | typeof listUnanswered, who: Person, limit: number) {
  const found: number[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query: { limit: number; cursor?: string } = { limit, ...(cursor && { cursor }) };
    const body: { items: { id: number }[]; next_cursor: string | null } = await succeed(
      kanaat.call(list, { token: who.token, query }),
    );
    assert.ok(body.items.length <= limit);
    found.push(...ids(body.items));
    cursor = body.next_cursor;
  }
  return found;
}

describe("surveys of followed people", () => {
  it("is active and public, the newest first, page by page (R203)", async () => {
    const [me, ayse, baris, stranger] = await Promise.all(
      Array.from({ length: 4 }, () => signUp(kanaat)),
    );
    assert.ok(me && ayse && baris && stranger);
    for (const person of [ayse, baris]) await follow(me, person);
    const expected: number[] = [];
    for (let i = 0; i < 7; i++) {
      expected.unshift((await publish(i % 3 ? ayse : baris)).id);
      await publish(i % 2 ? stranger : me);
    }
    await publish(ayse, { visibility: "private" });
    await publish(ayse, { start_time: clock.iso(DAY_MS) });
    await draftSurvey(kanaat, ayse);
    await end(baris, (await publish(baris)).id);
    for (const limit of [1, 2, 3, 7, 100]) {
      assert.deepEqual(await all(listFeed, me, limit), expected, `${limit}`);
    }
    assert.deepEqual(await all(listFeed, stranger, 10), []);
  });

  it("continues after surveys that began at the same moment (R203)", async () => {
    const [me, ayse] = [await signUp(kanaat), await signUp(kanaat)];
    await follow(me, ayse);
    const made = [];
    for (let i = 0; i < 4; i++) made.push(await publishSurvey(kanaat, ayse));
    assert.deepEqual(await all(listFeed, me, 1), ids(made).toReversed());
  });
});

describe("surveys without the caller's vote", () => {
  it("is active, public and somebody else's, the most popular first, page by page (R203)", async () => {
    const [me, ayse] = [await signUp(kanaat), await signUp(kanaat)];
    const voters = await Promise.all(Array.from({ length: 3 }, () => signUp(kanaat)));
    const made: { id: number; votes: number; known: number }[] = [];
    for (let i = 0; i < 8; i++) {
      const isHidden = i % 2 === 1;
      const survey = await publish(ayse, { result_visibility: isHidden ? "after" : "before" });
      const votes = (i * 7) % 4;
      for (const voter of voters.slice(0, votes)) await voteFor(kanaat, voter, survey, 0);
      if (i === 3) await voteFor(kanaat, me, survey, 1);
      else made.push({ id: survey.id, votes, known: isHidden ? 0 : votes });
    }
    await publish(me);
    await publish(ayse, { visibility: "private" });
    await end(ayse, (await publish(ayse)).id);
    await rank();
    const expected = ids(made.sort((a, b) => b.known - a.known || b.id - a.id));
    const isHere = (id: number) => expected.includes(id) || id >= Math.min(...expected);
    for (const limit of [1, 3, 100]) {
      assert.deepEqual((await all(listUnanswered, me, limit)).filter(isHere), expected, `${limit}`);
    }
    const { text } = await kanaat.call(listUnanswered, { token: me.token, query: { limit: 100 } });
    for (const { id, votes } of made) {
      const card = JSON.parse(text).items.find((item: { id: number }) => item.id === id);
      assert.ok(card.vote_count === null || card.vote_count === votes);
    }
    const bad = { token: me.token, query: { cursor: "x" } };
    assert.equal((await kanaat.call(listUnanswered, bad)).status, 422);
  });
});

describe("cards in a list", () => {
  it("have their options where there are two of them (R204)", async () => {
    const owner = await signUp(kanaat);
    const two = await publish(owner, { options: ["Çay", "Kahve"] });
    const three = await publish(owner, { options: ["Çay", "Kahve", "Su"] });
    const { body } = await kanaat.call(listSurveys, { query: { limit: 2 } });
    assert.deepEqual(
      body.items.map(({ id, options }) => [id, options]),
      [
        [three.id, null],
        [two.id, two.options],
      ],
    );
  });
});

describe("the question of the day", () => {
  const featured = async () => {
    const { item } = await succeed(kanaat.call(getFeaturedSurvey, {}));
    return item;
  };

  it("is the operator's choice while its days last and it is active, else the most voted (R202)", async () => {
    const asker = await signUp(kanaat);
    const [once, liked, latest] = [
      await publish(asker),
      await publish(asker),
      await publish(asker),
    ];
    const voteDaily = async (...votes: [typeof once, number][]) => {
      clock.advance(DAY_MS);
      for (const [survey, count] of votes) {
        for (let i = 0; i < count; i++) await voteFor(kanaat, await signUp(kanaat), survey, 0);
      }
      await rank();
    };
    await voteDaily([once, 5]);
    await voteDaily([liked, 3], [latest, 1]);
    await voteDaily([latest, 3]);
    const [owner, voter] = [await signUp(kanaat), await signUp(kanaat)];
    const [hidden, first, second] = [
      await publish(owner, { visibility: "private" }),
      await publish(owner),
      await publish(owner, { result_visibility: "after" }),
    ];
    await voteFor(kanaat, voter, second, 0);
    const day = (days: number) => dayInTurkey(clock.now() + days * DAY_MS);
    const today = { from: day(0), to: day(0) };
    await feature([]);
    assert.equal((await featured())?.id, latest.id);
    await feature([
      { survey_id: once.id, from: day(2), to: day(3) },
      { survey_id: hidden.id, ...today },
      { survey_id: 1_000_000, ...today },
      { survey_id: first.id, ...today },
      { survey_id: second.id, from: day(-1), to: day(1) },
    ]);
    assert.equal((await featured())?.id, first.id);
    await end(owner, first.id);
    const item = await featured();
    assert.deepEqual([item?.id, item?.vote_count], [second.id, null]);
    assert.deepEqual(item?.options, second.options);
  });

  it("is an error of the server while the operator's file is wrong (R202)", async () => {
    for (const wrong of ["[", "{}", '[{"survey_id": 1, "from": "yarın", "to": "2026-01-01"}]']) {
      await feature(wrong);
      assert.equal((await kanaat.call(getFeaturedSurvey, {})).status, 500, wrong);
    }
    await feature([]);
    assert.notEqual(await featured(), null);
  });
});
