import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { HOUR_MS } from "#contract/durations.ts";
import { getReport } from "#contract/endpoints/report.ts";
import { castVote } from "#contract/endpoints/votes.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { establishAll } from "#server/testing/established.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { type Person, signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";

const kanaat = await testApp({ after }, { config: { trustProxy: true } });
const { clock, db } = kanaat;
const people = (count: number) => Promise.all(Array.from({ length: count }, () => signUp(kanaat)));
const old = await people(60);
await establishAll(db);
const young = await people(60);
const owner = old[0] as Person;

/** Each votes from a network of its own, or all from one of these. */
const vote = ({ id, options }: Survey, voters: readonly Person[], networks = voters.length) =>
  Promise.all(
    voters.map(({ token }, i) =>
      succeed(
        kanaat.call(castVote, {
          token,
          headers: { "x-forwarded-for": `192.0.2.${1 + (i % networks)}` },
          body: { survey_id: id, survey_option_id: options[0]?.id },
        }),
      ),
    ),
  );

/** The survey's rows by hour, once they hold this many votes. */
async function noted({ id }: Survey, votes: number) {
  const query = db.query
    .selectFrom("hourly_origins")
    .select(["votes", "young_votes", "networks"])
    .where("survey_id", "=", id)
    .orderBy("hour");
  for (;;) {
    const rows = await query.execute();
    if (rows.reduce((sum, row) => sum + row.votes, 0) >= votes) return rows.map((r) => ({ ...r }));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const originsOf = async ({ id }: Survey) =>
  (await succeed(kanaat.call(getReport, { params: { id } }))).origins;

describe("from which accounts and networks votes came", () => {
  it("is counted by hour, as numbers alone (R454)", async () => {
    const survey = await publishSurvey(kanaat, owner);
    await vote(survey, old.slice(0, 6), 2);
    await noted(survey, 6);
    await vote(survey, young.slice(0, 4), 1);
    await noted(survey, 10);
    clock.advance(HOUR_MS);
    await vote(survey, young.slice(4, 6), 1);
    assert.deepEqual(await noted(survey, 12), [
      { votes: 10, young_votes: 4, networks: 2 },
      { votes: 2, young_votes: 2, networks: 1 },
    ]);
    assert.equal(await originsOf(survey), null);
  });

  it("is said in words from a hundred votes on (R454)", async () => {
    const [farm, crowd] = [await publishSurvey(kanaat, owner), await publishSurvey(kanaat, owner)];
    await vote(farm, young, 3);
    await vote(farm, old.slice(0, 40), 40);
    await vote(crowd, old);
    clock.advance(HOUR_MS);
    await vote(crowd, young.slice(0, 40));
    for (const survey of [farm, crowd]) await noted(survey, 100);
    assert.deepEqual(await originsOf(farm), { young: "over_half", networks: "some" });
    assert.deepEqual(await originsOf(crowd), { young: "under_half", networks: "many" });
  });

  it("is not noted of votes that show in steps (R454)", async () => {
    const survey = await publishSurvey(kanaat, owner, { visibility: "private" });
    await vote(survey, [owner]);
    const other = await publishSurvey(kanaat, owner);
    await vote(other, [owner]);
    await noted(other, 1);
    assert.deepEqual(await noted(survey, 0), []);
  });
});
