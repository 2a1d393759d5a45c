import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { type SqlBool, sql } from "kysely";
import { HOUR_MS } from "#contract/durations.ts";
import { deleteAccount, updateAccount } from "#contract/endpoints/account.ts";
import { exportReport, getReport, type Report } from "#contract/endpoints/report.ts";
import { closeSurvey, setVisibility } from "#contract/endpoints/surveys.ts";
import { castVote } from "#contract/endpoints/votes.ts";
import { readOptionCohorts } from "#server/features/ballots/cohorts.reads.ts";
import { foldCohorts } from "#server/features/ballots/cohorts.writes.ts";
import { cohortOf } from "#server/statistics/cohort-cells.ts";
import { establishAll } from "#server/testing/established.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { type Form, type Person, signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";

const kanaat = await testApp({ after });
const { clock, db } = kanaat;
const owner = await signUp(kanaat);

const MEN = { gender: "man", city_id: 34, birth_date: "01.01.1990" } as const;
const WOMEN = { gender: "women", city_id: 6, birth_date: "01.01.2000" } as const;
const OTHERS = { gender: "other", city_id: 35, birth_date: "01.01.1960" } as const;

/** Signs up `count` people with these fields. */
const people = (count: number, fields: Partial<Form>): Promise<Person[]> =>
  Promise.all(Array.from({ length: count }, () => signUp(kanaat, fields)));

const crowd = {
  men: await people(62, MEN),
  women: await people(56, WOMEN),
  others: await people(3, OTHERS),
};
await establishAll(db);

type Survey = Awaited<ReturnType<typeof publishSurvey>>;
const vote = (survey: Survey, voters: readonly Person[], option: number) =>
  Promise.all(voters.map((voter) => voteFor(kanaat, voter, survey, option)));

async function look(id: number, token?: string): Promise<Report> {
  kanaat.clock.advance(2000);
  await settle(kanaat);
  return succeed(kanaat.call(getReport, { params: { id }, ...(token && { token }) }));
}

/** Waits for ranking, which counts votes by hour about a second later. */
async function settle({ db }: TestApp): Promise<void> {
  const isBehind = sql<{ behind: number }>`select count(*) as behind from surveys
    where listed = 1 and counted_votes <>
      (select coalesce(sum(vote_count - private_votes), 0) from options where survey_id = surveys.id)`;
  while ((await isBehind.execute(db.query)).rows[0]?.behind !== 0)
    await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Waits until the groups of a survey were counted at this number of votes. */
async function counted(id: number, votes: number): Promise<void> {
  const query = db.query.selectFrom("looks").select("votes").where("survey_id", "=", id);
  while ((await query.executeTakeFirst())?.votes !== votes)
    await new Promise((resolve) => setTimeout(resolve, 20));
}

const groupsOf = ({ breakdown }: Report) =>
  Object.fromEntries((breakdown?.groups ?? []).map((group) => [group.key, group]));

/** Each option's cohorts as a look reads them, and the same recounted from its votes. */
async function recount(id: number) {
  const optionIds = await optionsOf(id);
  const counted = [...(await readOptionCohorts(db, optionIds))].flatMap(([option_id, { counts }]) =>
    [...counts].flatMap((votes, cell) => {
      const { gender, cityId } = cohortOf(cell);
      return votes > 0 ? [{ option_id, gender, city_id: cityId, votes }] : [];
    }),
  );
  const { rows: again } = await sql<(typeof counted)[number]>`select option_id, gender, city_id,
      count(*) as votes
    from votes join users on users.id = user_id where survey_id = ${id}
    group by 1, 2, 3`.execute(db.query);
  const sorted = (rows: typeof counted) =>
    rows.map((row) => `${row.option_id} ${row.gender} ${row.city_id} ${row.votes}`).sort();
  return { counted: sorted(counted), again: sorted(again) };
}

const optionsOf = async (id: number) =>
  (await db.query.selectFrom("options").select("id").where("survey_id", "=", id).execute()).map(
    (option) => option.id,
  );

describe("who voted how", () => {
  it("is counted with each vote, as people are at that time (R295)", async () => {
    const survey = await publishSurvey(kanaat, owner);
    await vote(survey, crowd.men.slice(0, 5), 0);
    await vote(survey, crowd.women.slice(0, 7), 1);
    const { counted, again } = await recount(survey.id);
    assert.equal(counted.length, 2);
    assert.deepEqual(counted, again);
    const [mover] = await people(1, MEN);
    assert.ok(mover);
    await vote(survey, [mover], 0);
    const before = await recount(survey.id);
    const body = { city_id: 1 };
    await succeed(kanaat.call(updateAccount, { token: mover.token, body }));
    assert.deepEqual((await recount(survey.id)).counted, before.counted);
    const { token, password } = mover;
    await kanaat.call(deleteAccount, { token, body: { password } });
    assert.deepEqual((await recount(survey.id)).counted, before.counted);
  });

  it("has the age bands of the day of the vote (R295)", async () => {
    const survey = await publishSurvey(kanaat, owner);
    const [year = 0, month, day] = new Date(kanaat.clock.now())
      .toISOString()
      .slice(0, 10)
      .split("-");
    const born = (age: number, offset = "") => `${day}.${month}.${Number(year) - age}${offset}`;
    for (const age of [18, 25, 34, 65]) {
      const [voter] = await people(1, { ...MEN, birth_date: born(age) });
      if (voter) await vote(survey, [voter], 0);
    }
    const [first = 0] = await optionsOf(survey.id);
    const counts = (await readOptionCohorts(db, [first])).get(first)?.counts ?? [];
    const ages = [...counts].flatMap((votes, cell) =>
      votes > 0 ? [[cohortOf(cell).ageBand, votes]] : [],
    );
    assert.deepEqual(ages, [
      [1, 1],
      [2, 2],
      [6, 1],
    ]);
  });

  it("is not counted for a vote that is refused (R295)", async () => {
    const survey = await publishSurvey(kanaat, owner);
    const [voter] = crowd.men;
    assert.ok(voter);
    const body = { survey_id: survey.id, survey_option_id: survey.options[0]?.id };
    const { token } = voter;
    await Promise.all(Array.from({ length: 5 }, () => kanaat.call(castVote, { token, body })));
    const { counted } = await recount(survey.id);
    assert.deepEqual(counted, [`${survey.options[0]?.id} man 34 1`]);
  });
});

describe("the report of a survey", () => {
  it("has only results while there are fewer than fifty votes (R412)", async () => {
    const survey = await publishSurvey(kanaat, owner);
    await vote(survey, crowd.men.slice(0, 49), 0);
    const report = await look(survey.id);
    assert.deepEqual(report.results, [
      { count: 49, value: "%100" },
      { count: 0, value: "%0" },
    ]);
    assert.equal(report.breakdown, null);
    await vote(survey, crowd.women.slice(0, 1), 0);
    await counted(survey.id, 50);
    assert.equal((await look(survey.id)).breakdown?.votes, 50);
  });

  it("has only results for votes from before groups were counted (R295)", async () => {
    const survey = await publishSurvey(kanaat, owner);
    const forget = async () => {
      await foldCohorts(db);
      await db.query
        .deleteFrom("option_cohorts")
        .where("option_id", "=", survey.options[0]?.id ?? 0)
        .execute();
    };
    await vote(survey, crowd.men.slice(0, 49), 0);
    await forget();
    await vote(survey, crowd.men.slice(49, 50), 0);
    await forget();
    await counted(survey.id, 50);
    const report = await look(survey.id);
    assert.equal(report.results[0]?.count, 50);
    assert.equal(report.breakdown, null);
  });

  it("joins small groups, and shows shares in steps (R410, R411)", async () => {
    const survey = await publishSurvey(kanaat, owner);
    await vote(survey, crowd.women.slice(0, 50), 0);
    await vote(survey, crowd.men.slice(0, 47), 1);
    await vote(survey, crowd.others, 1);
    await counted(survey.id, 100);
    const report = await look(survey.id);
    const groups = groupsOf(report);
    const { women, "man,other": others } = groups;
    assert.deepEqual([women?.voters, others?.voters], [50, 50]);
    for (const { shares, step, ...rest } of Object.values(groups)) {
      assert.deepEqual(Object.keys(rest).sort(), ["key", "voters"]);
      assert.equal(step, 10);
      assert.equal(
        shares.reduce((sum, share) => sum + share, 0),
        100,
      );
      assert.ok(shares.every((share) => share % step === 0));
    }
    // All women chose the first option; the noise is at most 12 votes of 50 for either.
    assert.ok((women?.shares[0] ?? 0) >= 70);
    assert.ok((others?.shares[1] ?? 0) >= 70);
    // The regions of men and women have the same people as the genders.
    assert.deepEqual(groups.TR5?.shares, women?.shares);
  });

  it("is counted at fixed numbers of votes and at the end, not at requests (R412)", async () => {
    const survey = await publishSurvey(kanaat, owner);
    await vote(survey, crowd.women.slice(0, 50), 0);
    await counted(survey.id, 50);
    const first = await look(survey.id);
    await vote(survey, crowd.men.slice(0, 49), 1);
    const second = await look(survey.id);
    assert.equal(second.results[1]?.count, 49);
    assert.deepEqual(second.breakdown, first.breakdown);
    await vote(survey, crowd.men.slice(49, 50), 1);
    await counted(survey.id, 100);
    const third = await look(survey.id);
    assert.equal(third.breakdown?.votes, 100);
    await vote(survey, crowd.men.slice(50, 62), 1);
    await vote(survey, crowd.women.slice(50, 52), 1);
    const params = { id: survey.id };
    await succeed(kanaat.call(closeSurvey, { token: owner.token, params }));
    await kanaat.runMaintenance();
    const { breakdown } = await look(survey.id);
    assert.equal(breakdown?.votes, 114);
    const { women, man } = groupsOf({ ...third, breakdown });
    assert.deepEqual([women?.voters, man?.voters], [50, 60]);
  });

  it("is for those who may see the results (R296, R307)", async () => {
    const hidden = await publishSurvey(kanaat, owner, { result_visibility: "after" });
    await vote(hidden, crowd.men.slice(0, 12), 0);
    const params = { id: hidden.id };
    const refused = await kanaat.call(getReport, { params });
    assert.equal(refused.status, 403);
    const token = crowd.men[0]?.token ?? "";
    assert.equal((await kanaat.call(getReport, { params, token })).status, 200);
    const own = await publishSurvey(kanaat, owner, { visibility: "private" });
    const unknown = await kanaat.call(getReport, { params: { id: own.id } });
    assert.equal(unknown.status, 404);
    const few = await kanaat.call(getReport, { params: { id: own.id }, token: owner.token });
    assert.equal(few.problem.code, "too_few_votes");
    const file = { params: { id: own.id, format: "csv" }, token: owner.token };
    assert.equal((await kanaat.call(exportReport, file)).problem.code, "too_few_votes");
  });

  it("shows when votes came, by ten and more, and who cast them (R298)", async () => {
    const survey = await publishSurvey(kanaat, owner);
    await vote(survey, crowd.men.slice(0, 14), 0);
    await look(survey.id);
    kanaat.clock.advance(HOUR_MS);
    await vote(survey, crowd.women.slice(0, 4), 0);
    const { timeline, burst_checked } = await look(survey.id);
    assert.deepEqual(
      timeline.map(({ votes }) => votes),
      [14],
    );
    assert.equal(burst_checked, false);
  });

  it("is counted later where a crash left it uncounted, for due surveys alone (R412)", async () => {
    const [missed, taken] = [
      await publishSurvey(kanaat, owner),
      await publishSurvey(kanaat, owner),
    ];
    for (const survey of [missed, taken]) await vote(survey, crowd.men.slice(0, 50), 0);
    for (const { id } of [missed, taken]) await counted(id, 50);
    await db.query.deleteFrom("looks").where("survey_id", "in", [missed.id, taken.id]).execute();
    await db.query
      .updateTable("surveys")
      .set({ next_look: 50 })
      .where("id", "=", missed.id)
      .execute();
    clock.advance(HOUR_MS);
    await kanaat.runMaintenance();
    assert.equal((await look(missed.id)).breakdown?.votes, 50);
    assert.equal((await look(taken.id)).breakdown, null);
    const due = db.query.selectFrom("surveys").select("id").where("id", "=", missed.id);
    assert.deepEqual(await due.where(sql<SqlBool>`counted_votes >= next_look`).execute(), []);
  });

  it("is counted at a step, never ahead of results that show votes in steps (R412)", async () => {
    const survey = await publishSurvey(kanaat, owner, { visibility: "private" });
    await db.query
      .insertInto("invitations")
      .values(crowd.men.map(({ id }) => ({ survey_id: survey.id, user_id: id, created_at: 1 })))
      .execute();
    // Shown after 10, 15 … 45, 50 votes.
    for (const man of crowd.men.slice(0, 49)) await vote(survey, [man], 0);
    const early = await look(survey.id, owner.token);
    assert.deepEqual([early.results[0]?.count, early.breakdown], [45, null]);
    for (const man of crowd.men.slice(49, 52)) await vote(survey, [man], 1);
    await counted(survey.id, 50);
    const { results, breakdown } = await look(survey.id, owner.token);
    const votes = results.reduce((sum, { count }) => sum + count, 0);
    assert.deepEqual([votes, breakdown?.votes], [50, 50]);
  });

  it("reports an hour that stands out by the step that it is in (R298)", async () => {
    const survey = await publishSurvey(kanaat, owner);
    await vote(survey, crowd.men.slice(0, 3), 0);
    await look(survey.id);
    const hour = Math.floor(clock.now() / HOUR_MS);
    const quiet = Array.from({ length: 30 }, (_, i) => ({ hour: hour + 1 + i, votes: 4 }));
    await db.query
      .insertInto("hourly_votes")
      .values(
        [...quiet, { hour: hour + 31, votes: 90 }].map((row) => ({ survey_id: survey.id, ...row })),
      )
      .execute();
    const { timeline, burst } = await look(survey.id);
    const step = timeline.find(({ to }) => Date.parse(to) === (hour + 32) * HOUR_MS);
    assert.deepEqual(burst, {
      from: new Date((hour + 31) * HOUR_MS).toISOString(),
      votes: step?.votes,
    });
    assert.ok((burst?.votes ?? 0) > 90);
  });

  it("covers votes cast in public only, once the survey is public (R412)", async () => {
    const survey = await publishSurvey(kanaat, owner, { visibility: "private" });
    await kanaat.db.query
      .insertInto("invitations")
      .values(crowd.men.map(({ id }) => ({ survey_id: survey.id, user_id: id, created_at: 1 })))
      .execute();
    await vote(survey, crowd.men.slice(0, 10), 0);
    const { token } = owner;
    const params = { id: survey.id };
    await succeed(kanaat.call(setVisibility, { token, params, body: { visibility: "public" } }));
    await vote(survey, crowd.women.slice(0, 50), 1);
    await counted(survey.id, 50);
    const { breakdown, private_votes } = await look(survey.id);
    assert.equal(breakdown?.votes, 50);
    assert.equal(private_votes, 10);
  });
});
