import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { sql } from "kysely";
import { DAY_MS } from "#contract/durations.ts";
import { deleteAccount } from "#contract/endpoints/account.ts";
import { followPerson } from "#contract/endpoints/follows.ts";
import {
  changeNotificationSettings,
  getNotificationSettings,
  listNotifications,
} from "#contract/endpoints/notifications.ts";
import { closeSurvey, setVisibility } from "#contract/endpoints/surveys.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { rankListed } from "#server/features/votes/ranking.writes.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { download, type Person, signIn, signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";

const kanaat = await testApp({ after });
const { clock, db } = kanaat;
const [owner, voter] = await Promise.all([signUp(kanaat), signUp(kanaat)]);

const list = async ({ token }: Person) =>
  (await succeed(kanaat.call(listNotifications, { token, query: { limit: 100 } }))).items;
const about = async (who: Person, { id }: Survey) =>
  (await list(who)).filter(({ survey }) => survey?.id === id);
const rank = () => rankListed(db, new AbortController().signal, clock.now());
const set = ({ token }: Person, body: unknown) =>
  kanaat.call(changeNotificationSettings, { token, body });

/** Pretends that `votes` people voted for the option at `index`. */
async function count(survey: Survey, index: number, votes: number): Promise<void> {
  await db.query
    .updateTable("options")
    .set({ vote_count: votes })
    .where("id", "=", survey.options[index]?.id ?? 0)
    .execute();
  await rank();
}

const notificationCount = async (who: Person, survey: Survey) =>
  (await about(who, survey)).filter(({ kind }) => kind === "leader").length;

describe("milestones", () => {
  it("reach the owner alone, each once, and of several together the highest (R195)", async () => {
    const survey = await publishSurvey(kanaat, owner, { result_visibility: "after" });
    await voteFor(kanaat, voter, survey, 1);
    for (const votes of [8, 9, 30, 48, 49, 300, 1500, 20_000]) await count(survey, 0, votes);
    await Promise.all([rank(), kanaat.runMaintenance()]);
    const news = (await about(owner, survey)).map(({ kind, votes, user }) => [kind, votes, user]);
    assert.deepEqual(
      news,
      [1000, 100, 50, 10].map((votes) => ["milestone", votes, null]),
    );
    assert.deepEqual(await about(voter, survey), []);
  });
});

describe("a new leader", () => {
  it("reaches those who voted, once, and does not say who voted for what (R196)", async () => {
    const reader = await signUp(kanaat);
    const survey = await publishSurvey(kanaat, owner);
    await voteFor(kanaat, voter, survey, 0);
    await count(survey, 1, 4);
    await count(survey, 0, 5);
    await kanaat.runMaintenance();
    assert.equal(await notificationCount(voter, survey), 0, "fewer than ten votes");
    await count(survey, 0, 6);
    await kanaat.runMaintenance();
    assert.equal(await notificationCount(voter, survey), 0, "the first leader");
    await count(survey, 1, 6);
    await kanaat.runMaintenance();
    assert.equal(await notificationCount(voter, survey), 0, "level");
    await count(survey, 1, 7);
    await Promise.all([kanaat.runMaintenance(), kanaat.runMaintenance()]);
    await kanaat.runMaintenance();
    const [news] = await about(voter, survey);
    const { id, question } = survey;
    assert.deepEqual(news, {
      id: news?.id,
      kind: "leader",
      user: null,
      survey: { id, question },
      votes: null,
      leader: survey.options[1]?.content,
      created_at: clock.iso(),
      read: false,
    });
    const counts = [voter, owner, reader].map((who) => notificationCount(who, survey));
    assert.deepEqual(await Promise.all(counts), [1, 0, 0]);
  });

  it("is not sent for a survey that has ended, and hidden where it is not to be seen (R196)", async () => {
    const [ended, hidden] = [
      await publishSurvey(kanaat, owner),
      await publishSurvey(kanaat, owner),
    ];
    for (const survey of [ended, hidden]) {
      await voteFor(kanaat, voter, survey, 0);
      await count(survey, 0, 10);
      await count(survey, 1, 11);
    }
    const { token } = owner;
    await kanaat.call(closeSurvey, { token, params: { id: ended.id } });
    const body = { visibility: "private" };
    await kanaat.call(setVisibility, { token, params: { id: hidden.id }, body });
    await kanaat.runMaintenance();
    assert.deepEqual(
      [await notificationCount(voter, ended), await notificationCount(voter, hidden)],
      [0, 0],
    );
    const untold = sql`select 1 from leaders where option_id <> notified_option_id`;
    assert.deepEqual((await untold.execute(db.query)).rows, []);
  });
});

describe("the settings of notifications", () => {
  it("have every kind on at first, and keep what is not named (R197)", async () => {
    const person = await signUp(kanaat);
    const { token } = person;
    const on = {
      follower: true,
      invitation: true,
      published: true,
      ended: true,
      milestone: true,
      leader: true,
    };
    const read = async () => (await kanaat.call(getNotificationSettings, { token })).body.item;
    assert.deepEqual(await read(), on);
    await set(person, { follower: false, leader: false });
    await set(person, { follower: false });
    const { body } = await set(person, { leader: true });
    assert.deepEqual([body.item, await read()], [{ ...on, follower: false }, body.item]);
    for (const wrong of [{ gossip: false }, { leader: "no" }, []]) {
      assert.equal((await set(person, wrong)).status, 422);
    }
    const kept = JSON.parse((await download(kanaat, { token })).text);
    assert.deepEqual(kept.muted_notifications, ["follower"]);
  });

  it("keep muted kinds away, and go with the account (R197)", async () => {
    const person = await signUp(kanaat);
    const params = { userId: person.id };
    await set(person, { follower: false, milestone: false });
    await kanaat.call(followPerson, { token: voter.token, params });
    const survey = await publishSurvey(kanaat, person);
    await count(survey, 0, 10);
    assert.deepEqual(await list(person), []);
    await set(person, { follower: true });
    await kanaat.call(followPerson, { token: owner.token, params });
    assert.deepEqual(
      (await list(person)).map(({ kind }) => kind),
      ["follower"],
    );
    const { token, password } = person;
    assert.equal((await kanaat.call(deleteAccount, { token, body: { password } })).status, 204);
    const left = db.query.selectFrom("muted_notifications").select("kind");
    assert.deepEqual(await left.where("user_id", "=", person.id).execute(), []);
  });
});

// Last, because it advances the clock by a day, which ends the sessions.
it("a new leader is reported once a day at most, and not where the old one is ahead again (R196)", async () => {
  const survey = await publishSurvey(kanaat, owner);
  const steady = await publishSurvey(kanaat, owner);
  for (const one of [survey, steady]) {
    await voteFor(kanaat, voter, one, 0);
    await count(one, 0, 10);
    await count(one, 1, 11);
  }
  await kanaat.runMaintenance();
  await count(survey, 0, 12);
  await count(steady, 0, 12);
  await count(steady, 1, 13);
  clock.advance(DAY_MS - 1);
  await kanaat.runMaintenance();
  const both = async () => {
    const again = { ...voter, ...(await signIn(kanaat, voter)) };
    return [await notificationCount(again, survey), await notificationCount(again, steady)];
  };
  assert.deepEqual(await both(), [1, 1]);
  clock.advance(1);
  await kanaat.runMaintenance();
  assert.deepEqual(await both(), [2, 1]);
  // Only the latest says who leads.
  const news = await about({ ...voter, ...(await signIn(kanaat, voter)) }, survey);
  const leaders = news.filter(({ kind }) => kind === "leader").map(({ leader }) => leader);
  assert.deepEqual(leaders, [survey.options[0]?.content, undefined]);
});
