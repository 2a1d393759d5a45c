import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contract/durations.ts";
import { invitePerson } from "#contract/endpoints/invitations.ts";
import { getSeal } from "#contract/endpoints/receipts.ts";
import { closeSurvey, getSurvey, updateSurvey } from "#contract/endpoints/surveys.ts";
import { getResults } from "#contract/endpoints/votes.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { establishAll } from "#server/testing/established.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { type Person, signIn, signUp } from "#testing/people.ts";
import { type NewSurvey, publishSurvey, voteFor } from "#testing/surveys.ts";
import { rankListed } from "./ranking.writes.ts";

const kanaat = await testApp({ after });
const { clock, db } = kanaat;
const owner = await signUp(kanaat);
const voters = await Promise.all(Array.from({ length: 12 }, () => signUp(kanaat)));
await establishAll(db);

/** Time passes; people sign in again. */
async function later(milliseconds: number): Promise<void> {
  clock.advance(milliseconds);
  for (const person of [owner, ...voters]) Object.assign(person, await signIn(kanaat, person));
}

/** A private survey on which the first voters vote, each for the option in their place. */
async function ask(options: readonly number[], form: NewSurvey = {}): Promise<Survey> {
  const survey = await publishSurvey(kanaat, owner, { visibility: "private", ...form });
  for (const { nickname } of voters) {
    const params = { id: survey.id };
    await succeed(kanaat.call(invitePerson, { token: owner.token, params, body: { nickname } }));
  }
  for (const [i, option] of options.entries()) {
    await voteFor(kanaat, voters[i] as Person, survey, option);
  }
  return survey;
}

async function read({ id }: Survey) {
  const how = { token: owner.token, params: { id } };
  const { items, incomplete } = await succeed(kanaat.call(getResults, how));
  return { counts: items.map(({ count }) => count), ...(incomplete && { incomplete }) };
}

const close = ({ id }: Survey) =>
  succeed(kanaat.call(closeSurvey, { token: owner.token, params: { id } }));
const moveTo = ({ id }: Survey, expire_time: string | null) =>
  succeed(kanaat.call(updateSurvey, { token: owner.token, params: { id }, body: { expire_time } }));

const TEN = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
/** Twelve votes, of which a step shows ten. */
const TWELVE = [...TEN, 1, 1];
const AS_AT_THE_STEP = { counts: [10, 0], incomplete: true };
const inThreeDays = () => ({ expire_time: clock.iso(3 * DAY_MS) });

describe("results of a private survey whose end is changed after votes came", () => {
  it("never show the last votes, neither now nor at the planned end (R450)", async () => {
    const survey = await ask(TWELVE, inThreeDays());
    await close(survey);
    assert.deepEqual(await read(survey), AS_AT_THE_STEP);
    await later(4 * DAY_MS);
    await rankListed(db, new AbortController().signal, clock.now());
    await kanaat.runMaintenance();
    assert.deepEqual(await read(survey), AS_AT_THE_STEP);
    const how = { token: owner.token, params: { id: survey.id } };
    assert.equal((await succeed(kanaat.call(getSurvey, how))).item.vote_count, 10);
    assert.equal((await succeed(kanaat.call(getSeal, how))).item.state, "too_few");
  });

  it("never show them after an end that came sooner, or where none was planned (R450)", async () => {
    const surveys = [
      await ask(TWELVE, inThreeDays()),
      await ask(TWELVE),
      await ask(TWELVE, inThreeDays()),
    ] as const;
    const [sooner, endless, doubled] = surveys;
    await moveTo(sooner, clock.iso(HOUR_MS));
    await moveTo(endless, clock.iso(2 * DAY_MS));
    await moveTo(doubled, null);
    await moveTo(doubled, clock.iso(2 * DAY_MS));
    await later(2 * DAY_MS);
    for (const survey of surveys) assert.deepEqual(await read(survey), AS_AT_THE_STEP);
  });

  it("never show them after an end put off by minutes to wait for one vote (R450)", async () => {
    const survey = await ask(TEN, { expire_time: clock.iso(HOUR_MS) });
    clock.advance(HOUR_MS - MINUTE_MS);
    await moveTo(survey, clock.iso(2 * MINUTE_MS));
    await voteFor(kanaat, voters[10] as Person, survey, 1);
    clock.advance(2 * MINUTE_MS);
    assert.deepEqual(await read(survey), AS_AT_THE_STEP);
  });

  it("are whole at an end put off by a day, or moved back to where it was (R450)", async () => {
    const planned = clock.iso(3 * DAY_MS);
    const [longer, restored] = [await ask(TWELVE, inThreeDays()), await ask(TWELVE, inThreeDays())];
    await moveTo(longer, clock.iso(4 * DAY_MS));
    await moveTo(restored, clock.iso(HOUR_MS));
    await moveTo(restored, planned);
    await later(4 * DAY_MS);
    for (const survey of [longer, restored]) {
      assert.deepEqual(await read(survey), { counts: [10, 2] });
    }
  });

  it("are whole where nothing or a whole step is left to show (R450)", async () => {
    const [ten, seven] = [await ask(TEN), await ask(TWELVE.slice(5))];
    for (const survey of [ten, seven]) await close(survey);
    assert.deepEqual(await read(ten), { counts: [10, 0] });
    assert.deepEqual(await read(seven), { counts: [5, 2] });
  });

  it("are whole at an end that was changed before the first vote (R450)", async () => {
    const survey = await ask([], inThreeDays());
    await moveTo(survey, clock.iso(HOUR_MS));
    for (const [i, option] of TWELVE.entries()) {
      await voteFor(kanaat, voters[i] as Person, survey, option);
    }
    clock.advance(HOUR_MS);
    assert.deepEqual(await read(survey), { counts: [10, 2] });
  });
});
