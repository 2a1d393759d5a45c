import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { deleteSurvey } from "#contract/endpoints/surveys.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { readOptionCohorts } from "./cohorts.reads.ts";
import { foldCohorts } from "./cohorts.writes.ts";

const kanaat = await testApp({ after });
const { db } = kanaat;
const owner = await signUp(kanaat);
const voters = await Promise.all(Array.from({ length: 12 }, () => signUp(kanaat)));

/** Publishes a survey on which everybody has voted, half for either option. */
async function votedOn() {
  const survey = await publishSurvey(kanaat, owner);
  await Promise.all(voters.map((voter, i) => voteFor(kanaat, voter, survey, i % 2)));
  return survey;
}

const noted = async () => {
  const rows = await db.query.selectFrom("cohort_commits").select("votes").execute();
  return rows.reduce((sum, { votes }) => sum + votes.split(",").length, 0);
};

/** Notes the same votes again, as commits of one vote each. */
async function noteEach(times: number, optionId: number): Promise<void> {
  const ids = Array.from({ length: times }, (_, i) => sql`(${i + 1}, ${String(optionId * 65536)})`);
  await sql`insert into cohort_commits values ${sql.join(ids)}`.execute(db.query);
}

const votesOf = async (optionId: number) =>
  (await readOptionCohorts(db, [optionId])).get(optionId)?.votes;

describe("the cohorts of votes", () => {
  it("are folded within about a second of the vote (R463)", async () => {
    const survey = await votedOn();
    const [first] = survey.options;
    const isFolded = db.query
      .selectFrom("option_cohorts")
      .select("votes")
      .where("option_id", "=", first?.id ?? 0);
    while ((await isFolded.executeTakeFirst())?.votes !== 6) await sleep(20);
    while ((await noted()) > 0) await sleep(20);
  });

  it("read the same before they are folded, while they are, and after it (R463)", async () => {
    const survey = await votedOn();
    const ids = survey.options.map(({ id }) => id);
    const before = await readOptionCohorts(db, ids);
    assert.deepEqual(
      [...before.values()].map(({ votes }) => votes),
      ids.map((_, i) => (i < 2 ? 6 : 0)),
    );
    const folding = foldCohorts(db);
    assert.deepEqual(await readOptionCohorts(db, ids), before);
    await folding;
    assert.deepEqual(await readOptionCohorts(db, ids), before);
  });

  it("are folded once each by several servers at once, in several steps (R463)", async () => {
    const survey = await votedOn();
    const [, second] = survey.options;
    assert.ok(second);
    await foldCohorts(db);
    await noteEach(1200, second.id);
    await Promise.all([foldCohorts(db), foldCohorts(db), foldCohorts(db)]);
    assert.equal(await noted(), 0);
    assert.equal(await votesOf(second.id), 1206);
  });

  it("are folded by maintenance where a server left them (R463)", async () => {
    const survey = await votedOn();
    const [first] = survey.options;
    assert.ok(first);
    await foldCohorts(db);
    await noteEach(3, first.id);
    await kanaat.runMaintenance();
    assert.equal(await noted(), 0);
    assert.equal(await votesOf(first.id), 9);
  });

  it("go with the survey, also those that are folded afterwards (R463)", async () => {
    const survey = await votedOn();
    const [first] = survey.options;
    assert.ok(first);
    await foldCohorts(db);
    await succeed(kanaat.call(deleteSurvey, { token: owner.token, params: { id: survey.id } }));
    await kanaat.runMaintenance();
    assert.equal(await votesOf(first.id), 0);
    await noteEach(2, first.id);
    await foldCohorts(db);
    assert.equal(await noted(), 0);
    assert.equal(await votesOf(first.id), 0);
  });
});
