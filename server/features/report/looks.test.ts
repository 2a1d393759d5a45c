import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import type { KyselyPlugin } from "kysely";
import { DAY_MS } from "#contract/durations.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { testApp } from "#server/testing/test-app.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { lookAtBreakdown } from "./breakdown.writes.ts";
import { readCohorts } from "./cohorts.reads.ts";
import { readPopulation } from "./population.ts";

const kanaat = await testApp({ after });
const { clock, db } = kanaat;
const owner = await signUp(kanaat);
const voters = await Promise.all(
  Array.from({ length: 40 }, (_, i) => signUp(kanaat, { gender: i % 2 ? "women" : "man" })),
);
const population = readPopulation();

const vote = (survey: Survey, from: number, to: number) =>
  Promise.all(voters.slice(from, to).map((voter) => voteFor(kanaat, voter, survey, 0)));
const shown = ({ id, options }: Survey, votes: number) => ({
  ...{ id, optionIds: options.map((option) => option.id), counts: [votes, 0] },
  whilePrivate: false,
});
const look = (survey: Survey, votes: number, on = db) =>
  lookAtBreakdown(on, shown(survey, votes), population, clock.now());

/** A database that returns who voted a moment after it has read it. */
function slow() {
  const [read, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const late: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if ("age_band" in (result.rows[0] ?? {})) {
        read.resolve();
        await go.promise;
      }
      return result;
    },
  };
  return { db: { ...db, query: db.query.withPlugin(late) }, isRead: read.promise, go: go.resolve };
}

describe("a look at who voted how", () => {
  it("shows the same where two are taken at the same moment", async () => {
    const survey = await publishSurvey(kanaat, owner);
    // For the first look, and for a later one.
    for (const votes of [10, 30]) {
      await vote(survey, votes === 10 ? 0 : 20, votes);
      const late = slow();
      const slower = look(survey, votes, late.db);
      await late.isRead;
      await vote(survey, votes, votes + 10);
      const quicker = await look(survey, votes + 10);
      late.go();
      assert.equal(quicker?.breakdown.votes, votes + 10);
      assert.deepEqual((await slower)?.breakdown, quicker.breakdown);
      assert.deepEqual((await look(survey, votes + 10))?.breakdown, quicker.breakdown);
    }
  });

  it("is taken of a survey with a thousand votes once a minute at most", async () => {
    const survey = await publishSurvey(kanaat, owner);
    await vote(survey, 0, 20);
    const first = await look(survey, 1000);
    clock.advance(59_999);
    assert.equal((await look(survey, 1100))?.taken_at, first?.taken_at);
    clock.advance(1);
    assert.equal((await look(survey, 1100))?.taken_at, clock.now());
  });

  it("counts verified addresses and the ages of accounts as they were at the vote", async () => {
    const survey = await publishSurvey(kanaat, owner);
    const users = (to: number) =>
      db.query.updateTable("users").where(
        "id",
        "in",
        voters.slice(0, to).map(({ id }) => id),
      );
    const days = (count: number) => clock.now() - count * DAY_MS;
    await users(20)
      .set({ created_at: days(7) + 1 })
      .execute();
    await users(9)
      .set({ created_at: days(7) })
      .execute();
    await users(4)
      .set({ created_at: days(30) })
      .execute();
    await users(2)
      .set({ email_verified_at: days(1) })
      .execute();
    await vote(survey, 0, 20);
    await users(20)
      .set({ created_at: days(60), email_verified_at: days(1) })
      .execute();
    const { optionIds } = shown(survey, 20);
    const { trust } = await readCohorts(db, survey.id, optionIds, false);
    assert.deepEqual({ ...trust }, { votes: 20, verified: 2, week_old: 9, month_old: 4 });
  });
});
