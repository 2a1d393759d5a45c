import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import fc from "fast-check";
import { HOUR_MS } from "#contract/durations.ts";
import { invitePerson, listInvitations } from "#contract/endpoints/invitations.ts";
import { getUnreadCount, listNotifications } from "#contract/endpoints/notifications.ts";
import { getSurvey, listOwnSurveys } from "#contract/endpoints/surveys.ts";
import { getResults } from "#contract/endpoints/votes.ts";
import { SHOWN_FROM_VOTES, SHOWN_STEP_VOTES } from "#contract/limits.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { establishAll } from "#server/testing/established.ts";
import { testApp } from "#server/testing/test-app.ts";
import { download, type Person, signUp } from "#testing/people.ts";
import { type NewSurvey, publishSurvey, voteFor } from "#testing/surveys.ts";
import { rankListed } from "./ranking.writes.ts";

const kanaat = await testApp({ after });
const { clock, db } = kanaat;
const owner = await signUp(kanaat);
const voters = await Promise.all(Array.from({ length: 16 }, () => signUp(kanaat)));
await establishAll(db);

/** Creates a private survey to which all `voters` are invited. */
async function ask(form: NewSurvey = {}, by = owner): Promise<Survey> {
  const survey = await publishSurvey(kanaat, by, { visibility: "private", ...form });
  for (const { nickname } of voters) {
    const params = { id: survey.id };
    await kanaat.call(invitePerson, { token: by.token, params, body: { nickname } });
  }
  return survey;
}

/** The first voters vote, each for the option in their place. */
async function vote(survey: Survey, options: readonly number[], from = 0): Promise<void> {
  for (const [i, option] of options.entries()) {
    await voteFor(kanaat, voters[from + i] as Person, survey, option);
  }
}

async function countsFor(viewer: Person | undefined, { id }: Survey) {
  const { body, problem } = await kanaat.call(getResults, {
    token: viewer?.token,
    params: { id },
  });
  return problem?.code ?? body.items.map(({ count }) => count);
}

const detailOf = async ({ id }: Survey, { token } = owner) =>
  (await kanaat.call(getSurvey, { token, params: { id } })).body.item;
const ownCard = async () =>
  (await kanaat.call(listOwnSurveys, { token: owner.token })).body.items[0];

/** Every response that could reveal numbers, as text, without what depends on the request. */
async function everythingSeen({ id }: Survey, by: Person): Promise<string> {
  const invited = voters[0] as Person;
  // First, since it leaves a notification.
  const records = await download(kanaat, by);
  const answers = [];
  for (const { token } of [by, invited]) {
    const options = { token, params: { id }, headers: { purpose: "prefetch" } };
    answers.push(
      await kanaat.call(getResults, options),
      await kanaat.call(getSurvey, options),
      await kanaat.call(listOwnSurveys, { token }),
      await kanaat.call(listNotifications, { token }),
      await kanaat.call(getUnreadCount, { token }),
      await kanaat.call(listInvitations, { token }),
    );
  }
  answers.push(records);
  return answers
    .map(({ status, headers, text }) => `${status} ${headers.get("etag")} ${text}`)
    .join("\n")
    .replaceAll(/"request_id":"[^"]*"/g, "");
}

describe("results of a private survey", () => {
  it("reveal no fewer new votes than a step to anybody, by any call (R206, R207)", async () => {
    const ballots = fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 16 });
    await fc.assert(
      fc.asyncProperty(ballots, async (choices) => {
        const asker = await signUp(kanaat);
        const survey = await ask({ options: ["Bir", "İki", "Üç"] }, asker);
        let seen = await everythingSeen(survey, asker);
        let shown = 0;
        for (const [i, option] of choices.entries()) {
          await voteFor(kanaat, voters[i] as Person, survey, option);
          // The first voter's own export and status show the own vote; these do not change.
          const now = await everythingSeen(survey, asker);
          if (now === seen) continue;
          assert.ok(i + 1 >= SHOWN_FROM_VOTES && i + 1 - shown >= SHOWN_STEP_VOTES, now);
          [seen, shown] = [now, i + 1];
        }
        assert.ok(choices.length < SHOWN_FROM_VOTES || shown > choices.length - SHOWN_STEP_VOTES);
      }),
      { numRuns: 6 },
    );
  });

  it("are there from ten votes on, move by five, and are whole at the planned end (R206, R207)", async () => {
    const survey = await ask({ expire_time: clock.iso(HOUR_MS) });
    const seen: unknown[] = [];
    for (let i = 0; i < 16; i++) {
      await voteFor(kanaat, voters[i] as Person, survey, i % 2);
      const counts = await countsFor(owner, survey);
      assert.deepEqual(await countsFor(voters[0], survey), counts);
      const { vote_count } = await detailOf(survey);
      assert.equal(
        vote_count,
        typeof counts === "string" ? null : (counts[0] ?? 0) + (counts[1] ?? 0),
      );
      const { vote_count: listed, votes_today } = (await ownCard()) ?? {};
      assert.deepEqual([listed, votes_today], [vote_count, vote_count ?? 0]);
      seen.push(vote_count);
    }
    const none = Array(9).fill(null);
    assert.deepEqual(seen, [...none, 10, 10, 10, 10, 10, 15, 15]);
    assert.equal(await countsFor(voters[13], await ask()), "too_few_votes");
    clock.advance(HOUR_MS);
    assert.deepEqual(await countsFor(owner, survey), [8, 8]);
    assert.equal((await detailOf(survey)).vote_count, 16);
    const { body } = await kanaat.call(listInvitations, { token: voters[0]?.token });
    assert.equal(body.items.find(({ id }) => id === survey.id)?.vote_count, 16);
  });

  it("of a club of twelve are whole at the planned end, though all its accounts are new (R451)", async () => {
    const club = await Promise.all(Array.from({ length: 12 }, () => signUp(kanaat)));
    const [asker] = club as [Person];
    const survey = await publishSurvey(kanaat, asker, {
      ...{ visibility: "private", expire_time: clock.iso(HOUR_MS) },
    });
    for (const [i, member] of club.entries()) {
      const body = { nickname: member.nickname };
      await kanaat.call(invitePerson, { token: asker.token, params: { id: survey.id }, body });
      await voteFor(kanaat, member, survey, i % 2);
      assert.equal(await countsFor(asker, survey), "too_few_votes");
    }
    clock.advance(HOUR_MS);
    assert.deepEqual(await countsFor(asker, survey), [6, 6]);
  });

  it("wait for accounts that are thirty days old, also at the end (R451)", async () => {
    const ownOnes = await Promise.all(Array.from({ length: 5 }, () => signUp(kanaat)));
    const survey = await ask({ expire_time: clock.iso(HOUR_MS) });
    for (const { nickname } of ownOnes) {
      const invitation = { token: owner.token, params: { id: survey.id }, body: { nickname } };
      await kanaat.call(invitePerson, invitation);
    }
    for (const own of ownOnes) await voteFor(kanaat, own, survey, 0);
    await vote(survey, [1, 1, 1, 1]);
    clock.advance(HOUR_MS);
    assert.equal(await countsFor(owner, survey), "too_few_votes");
  });

  it("wait for verified accounts where mail is set up (R451)", async (t) => {
    const mail = { url: "file:", from: "kanaat@ornek.com" };
    const own = await testApp(t, { config: { mail } });
    const people = await Promise.all(Array.from({ length: 7 }, () => signUp(own)));
    await establishAll(own.db);
    const [asker] = people as [Person];
    const form = { visibility: "private", expire_time: own.clock.iso(HOUR_MS) } as const;
    const ask = () => publishSurvey(own, asker, { ...form, voters: "members" });
    const [before, since] = [await ask(), await ask()];
    const voteAll = async (survey: Survey) => {
      for (const { nickname, ...person } of people) {
        const how = { token: asker.token, params: { id: survey.id } };
        await own.call(invitePerson, { ...how, body: { nickname } });
        await voteFor(own, { nickname, ...person }, survey, 0);
      }
    };
    await voteAll(before);
    await own.db.query.updateTable("users").set({ email_verified_at: 1 }).execute();
    await voteAll(since);
    own.clock.advance(HOUR_MS);
    const statusOf = async ({ id }: Survey) =>
      (await own.call(getResults, { token: asker.token, params: { id } })).status;
    assert.deepEqual([await statusOf(before), await statusOf(since)], [403, 200]);
  });

  it("are whole when the end has come by itself, but never below five votes (R206)", async () => {
    const expire_time = clock.iso(HOUR_MS);
    const [six, four] = [await ask({ expire_time }), await ask({ expire_time })];
    await vote(six, [0, 0, 0, 1, 1, 1]);
    await vote(four, [0, 0, 0, 1]);
    clock.advance(HOUR_MS);
    assert.deepEqual(await countsFor(voters[9], six), [3, 3]);
    assert.equal((await detailOf(six)).vote_count, 6);
    assert.equal(await countsFor(owner, four), "too_few_votes");
    const card = await ownCard();
    assert.deepEqual([card?.id, card?.vote_count, card?.leading], [four.id, null, null]);
  });

  it("are hidden until the viewer's own vote, where they show after the vote (R206)", async () => {
    const survey = await ask({ result_visibility: "after" });
    assert.equal(await countsFor(voters[9], survey), "results_hidden");
    await vote(survey, [0, 0, 0, 0, 1, 0, 0, 0, 0, 0]);
    assert.equal(await countsFor(voters[12], survey), "results_hidden");
    assert.deepEqual(await countsFor(voters[0], survey), [9, 1]);
  });

  it("show immediately where the owner asked for that, as the survey says (R208)", async () => {
    const survey = await ask({ instant_results: true });
    assert.equal((await detailOf(survey, voters[0])).instant_results, true);
    await vote(survey, [1]);
    assert.deepEqual(await countsFor(owner, survey), [0, 1]);
    assert.equal((await detailOf(await ask())).instant_results, false);
  });

  it("move on after a crash between a vote and its step (R206)", async () => {
    const survey = await ask();
    await vote(survey, [0, 0, 0, 0, 0, 0, 0, 0, 0]);
    const [option] = survey.options;
    assert.ok(option);
    await db.query
      .updateTable("options")
      .set({ vote_count: 10, private_votes: 10, established_votes: 10 })
      .where("id", "=", option.id)
      .execute();
    assert.equal(await countsFor(owner, survey), "too_few_votes");
    await rankListed(db, new AbortController().signal, clock.now());
    assert.deepEqual(await countsFor(owner, survey), [10, 0]);
  });

  it("are counted for the last day of the survey when its end shows them, and below five for none (R194, R207)", async () => {
    const form = { expire_time: clock.iso(HOUR_MS) };
    const asker = await signUp(kanaat);
    const [six, four] = [await ask(form, asker), await ask(form, asker)];
    await vote(six, [0, 0, 0, 1, 1, 1]);
    await vote(four, [0, 0, 0, 1]);
    const standings = async () => {
      await rankListed(db, new AbortController().signal, clock.now());
      const { items } = (await kanaat.call(listOwnSurveys, { token: asker.token })).body;
      return items.map(({ vote_count, votes_today }) => [vote_count, votes_today]);
    };
    clock.advance(HOUR_MS);
    assert.deepEqual(await standings(), [
      [null, 0],
      [6, 6],
    ]);
    const late = await ask({ expire_time: clock.iso(HOUR_MS) }, asker);
    await vote(late, [0, 0, 0, 1, 1, 1]);
    clock.advance(13 * HOUR_MS);
    assert.deepEqual((await standings())[0], [6, 0]);
  });
});
