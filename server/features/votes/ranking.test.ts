import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { HOUR_MS } from "#contract/durations.ts";
import { listSurveys } from "#contract/endpoints/surveys.ts";
import { createRanking, rankListed } from "#server/features/votes/ranking.writes.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";

const kanaat = await testApp({ after });
const [owner, voter] = await Promise.all([signUp(kanaat), signUp(kanaat)]);

const LIST_KEPT_MS = 2000;

/** Creates two surveys found by `word`, of which the older has one vote. */
async function voteForTheOlder(word: string) {
  const older = await publishSurvey(kanaat, owner, { question: `${word} bir` });
  const newer = await publishSurvey(kanaat, owner, { question: `${word} iki` });
  await voteFor(kanaat, voter, older, 0);
  return [older.id, newer.id];
}

async function popular(word: string, where: TestApp = kanaat) {
  where.clock.advance(LIST_KEPT_MS);
  const { body } = await where.call(listSurveys, { query: { q: word, order: "popular" } });
  return body.items.map(({ id }) => id);
}

async function becomesPopular(word: string, ids: number[]) {
  const isThere = async () => `${await popular(word)}` === `${ids}`;
  while (!(await isThere())) await sleep(100);
  assert.deepEqual(await popular(word), ids);
}

describe("the place among the popular", () => {
  it("follows the votes", async () => {
    await becomesPopular("izleyen", await voteForTheOlder("izleyen"));
  });

  it("is found again when it could not be written at first", async () => {
    const ids = await voteForTheOlder("aksayan");
    await sql`alter table options rename to options_away`.execute(kanaat.db.query);
    await sleep(1500);
    await sql`alter table options_away rename to options`.execute(kanaat.db.query);
    await becomesPopular("aksayan", ids);
  });

  it("is tried less and less often while it cannot be written", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    t.mock.method(Math, "random", () => 0.5);
    let attempts = 0;
    const rows = () => {
      attempts += 1;
      throw new Error("as a database that is away");
    };
    const { signal } = new AbortController();
    const ignore = (work: Promise<unknown>) => void work.catch(() => undefined);
    const backgroundTasks = { signal, add: ignore };
    const db = { ...kanaat.db, rows };
    const voted = createRanking({ db, backgroundTasks, clock: Date }, async () => undefined);
    void voted(1, false);
    const TEN_MINUTES = 600;
    for (let seconds = 0; seconds < TEN_MINUTES; seconds++) {
      void voted(2, false);
      t.mock.timers.tick(1000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.ok(attempts > 10 && attempts < 20, `${attempts} attempts`);
  });

  it("is mended after a crash between vote and ranking (R159)", async () => {
    const ids = await voteForTheOlder("kalan");
    await becomesPopular("kalan", ids);
    await kanaat.db.query
      .updateTable("surveys")
      .set({ popularity: 0, counted_votes: 0 })
      .where("id", "in", ids)
      .execute();
    assert.deepEqual(await popular("kalan"), ids.toReversed());
    await rankListed(kanaat.db, new AbortController().signal, kanaat.clock.now());
    assert.deepEqual(await popular("kalan"), ids);
  });

  it("reveals of hidden results only a round number, an hour late at most (R209)", async () => {
    const asker = await signUp(kanaat);
    const survey = await publishSurvey(kanaat, asker, { result_visibility: "after" });
    const placeWith = async (votes: number) => {
      const { id, options } = survey;
      await kanaat.db.query
        .updateTable("options")
        .set({ vote_count: votes })
        .where("id", "=", options[0]?.id ?? 0)
        .execute();
      await rankListed(kanaat.db, new AbortController().signal, kanaat.clock.now());
      await kanaat.runMaintenance();
      const row = await kanaat.db.query
        .selectFrom("surveys")
        .select(["popularity", "counted_votes"])
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      assert.equal(row.counted_votes, votes);
      return row.popularity;
    };
    kanaat.clock.advance(HOUR_MS);
    assert.equal(await placeWith(9), 0);
    kanaat.clock.advance(HOUR_MS);
    assert.equal(await placeWith(24), 10);
    kanaat.clock.advance(HOUR_MS - 1);
    assert.equal(await placeWith(130), 10);
    kanaat.clock.advance(1);
    assert.equal(await placeWith(131), 100);
  });

  it("is written before the server ends (R176)", async (t) => {
    const ids = await voteForTheOlder("kapanan");
    await kanaat.close();
    const next = await testApp(t, { instance: kanaat.instance, clock: kanaat.clock });
    assert.deepEqual(await popular("kapanan", next), ids);
  });
});
