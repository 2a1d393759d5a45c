import assert from "node:assert/strict";
import { after, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { DAY_MS, MINUTE_MS } from "#contract/durations.ts";
import { deleteSurvey } from "#contract/endpoints/surveys.ts";
import { dayInTurkey } from "#server/db/timestamps.ts";
import { rankListed } from "#server/features/votes/ranking.writes.ts";
import { testApp } from "#server/testing/test-app.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";

const kanaat = await testApp({ after });
const { clock, db } = kanaat;
const [owner, voter] = await Promise.all([signUp(kanaat), signUp(kanaat)]);
const rank = () => rankListed(db, new AbortController().signal, clock.now());

/** The survey's votes by day. */
async function votesOf(surveyId: number): Promise<Record<string, number>> {
  const rows = await db.query
    .selectFrom("daily_votes")
    .select(["day", "votes"])
    .where("survey_id", "=", surveyId)
    .orderBy("day")
    .execute();
  return Object.fromEntries(rows.map(({ day, votes }) => [day, votes]));
}

async function comesTo(surveyId: number, expected: Record<string, number>) {
  const arrived = async () => JSON.stringify(await votesOf(surveyId)) === JSON.stringify(expected);
  while (!(await arrived())) await sleep(50);
  assert.deepEqual(await votesOf(surveyId), expected);
}

it("counts each vote on the day in Türkiye on which it is ranked, of private surveys too (R193)", async () => {
  clock.set(Date.parse("2026-03-14T20:59:00Z"));
  const survey = await publishSurvey(kanaat, owner, {
    visibility: "private",
    instant_results: true,
  });
  await voteFor(kanaat, owner, survey, 0);
  await comesTo(survey.id, { "2026-03-14": 1 });
  const listed = await publishSurvey(kanaat, owner);
  await voteFor(kanaat, owner, listed, 0);
  await comesTo(listed.id, { "2026-03-14": 1 });
  clock.advance(MINUTE_MS);
  await voteFor(kanaat, voter, listed, 1);
  await comesTo(listed.id, { "2026-03-14": 1, "2026-03-15": 1 });
});

it("adds to the day's votes, each once, also those that a crash left uncounted (R193)", async () => {
  const survey = await publishSurvey(kanaat, owner);
  const vote = (count: number) =>
    db.query
      .updateTable("options")
      .set((of) => ({ vote_count: of("vote_count", "+", count) }))
      .where("id", "=", survey.options[1]?.id ?? 0)
      .execute();
  await vote(3);
  await Promise.all([rank(), rank()]);
  await vote(4);
  await Promise.all([rank(), rank()]);
  await rank();
  assert.deepEqual(await votesOf(survey.id), { [dayInTurkey(clock.now())]: 7 });
});

it("forgets a day after thirty days, and what is deleted with its survey (R193)", async () => {
  const [kept, deleted] = [await publishSurvey(kanaat, owner), await publishSurvey(kanaat, owner)];
  for (const survey of [kept, deleted]) await voteFor(kanaat, voter, survey, 0);
  const today = { [dayInTurkey(clock.now())]: 1 };
  for (const { id } of [kept, deleted]) await comesTo(id, today);
  await kanaat.call(deleteSurvey, { token: owner.token, params: { id: deleted.id } });
  clock.advance(30 * DAY_MS);
  await kanaat.runMaintenance();
  assert.deepEqual([await votesOf(kept.id), await votesOf(deleted.id)], [today, {}]);
  clock.advance(DAY_MS);
  await kanaat.runMaintenance();
  assert.deepEqual(await votesOf(kept.id), {});
});
