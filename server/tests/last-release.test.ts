import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { getAccount, logout } from "#contract/endpoints/account.ts";
import { followPerson } from "#contract/endpoints/follows.ts";
import { listNotifications } from "#contract/endpoints/notifications.ts";
import { getSurvey } from "#contract/endpoints/surveys.ts";
import { getResults } from "#contract/endpoints/votes.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";
import { TestClock } from "#server/testing/test-clock.ts";
import { type Api, succeed } from "#testing/api.ts";
import { createInstance, engineUnderTest } from "#testing/instance.ts";
import { lastRelease } from "#testing/last-release.ts";
import { type Person, signIn, signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";

describe("the last release's server", () => {
  it("and this one's take turns on one database, and run beside each other on PostgreSQL", async (t) => {
    const instance = await createInstance(engineUnderTest());
    t.after(() => instance.atEnd.disposeAsync());
    const old = await lastRelease(instance);
    // A skipped test would count as a failed one.
    if (!old) return t.diagnostic("its commit is not in the history of this clone");
    const isAlone = engineUnderTest() === "sqlite";
    let recent: TestApp | undefined;
    const onOld = async () => {
      if (isAlone) await recent?.close();
      await old.start();
      return old;
    };
    const onRecent = async () => {
      if (isAlone) await old.stop();
      recent = await testApp(t, { instance, clock: new TestClock(new Date().toISOString()) });
      return recent;
    };

    let api: Api = await onOld();
    const owner = await signUp(api);
    const voters = [owner];
    const survey = await publishSurvey(api, owner);
    await voteFor(api, owner, survey, 0);

    api = await onRecent();
    voters.push(await use(api, owner, survey));
    if (!isAlone) voters.push(await use(old, owner, survey));
    await old.stop();

    // Back to the previous release, which does not know all tables.
    api = await onOld();
    voters.push(await use(api, owner, survey));
    if (recent && !isAlone) {
      voters.push(await use(recent, owner, survey));
      await recent.close();
    }

    api = await onRecent();
    const { items } = await succeed(api.call(getResults, { params: { id: survey.id } }));
    assert.deepEqual(
      items.map(({ count }) => count),
      [voters.length, 0],
    );
    const votes = await recent?.db.query
      .selectFrom("votes")
      .select("user_id")
      .where("survey_id", "=", survey.id)
      .execute();
    assert.deepEqual(votes?.map((row) => row.user_id).sort(), voters.map(({ id }) => id).sort());
  });
});

/** Does what people do most, as a new person; returns the voter. */
async function use(api: Api, owner: Person, survey: Survey): Promise<Person> {
  const person = await signUp(api);
  const { token } = person;
  await succeed(api.call(getSurvey, { token, params: { id: survey.id } }));
  await voteFor(api, person, survey, 0);
  await succeed(api.call(followPerson, { token, params: { userId: owner.id } }));
  await publishSurvey(api, owner);
  const own = await publishSurvey(api, person, { visibility: "private" });
  await voteFor(api, person, own, 1);
  const { token: second } = await signIn(api, person);
  await succeed(api.call(listNotifications, { token: second }));
  await succeed(api.call(logout, { token: second }));
  assert.equal((await api.call(getAccount, { token: second })).status, 401);
  return person;
}
