import assert from "node:assert/strict";
import { it, type TestContext } from "node:test";
import { DAY_MS, HOUR_MS } from "#contract/durations.ts";
import { followPerson } from "#contract/endpoints/follows.ts";
import { getUnreadCount, listNotifications } from "#contract/endpoints/notifications.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { signIn, signUp } from "#testing/people.ts";

async function prepare(t: TestContext) {
  const kanaat = await testApp(t);
  const { db, clock } = kanaat;
  const person = await signUp(kanaat);
  const fan = await signUp(kanaat);
  /** Inserts `count` notifications dated now, every other one unread. */
  const notify = (count: number, user_id = person.id) => {
    const about = { user_id, kind: "milestone" as const, actor_id: null, survey_id: null };
    const rows = Array.from({ length: count }, (_, number) => ({
      ...about,
      number: clock.now() + number,
      created_at: clock.now(),
      read_at: number % 2 === 0 ? null : clock.now(),
    }));
    return db.query.insertInto("notifications").values(rows).execute();
  };
  const follow = (token: string) =>
    succeed(kanaat.call(followPerson, { token, params: { userId: person.id } }));
  const seen = async () => {
    const { token } = await signIn(kanaat, person);
    const { items } = await succeed(kanaat.call(listNotifications, { token }));
    const unread = items.filter(({ read }) => !read);
    assert.equal(await succeed(kanaat.call(getUnreadCount, { token })), unread.length);
    // Signing in after so long causes a notification itself.
    return items.map(({ kind }) => kind).filter((kind) => kind !== "new_browser");
  };
  const left = async () =>
    (await db.query.selectFrom("notifications").select("id").execute()).length;
  return { kanaat, clock, person, fan, notify, follow, seen, left };
}

it("notifications are deleted after 180 days, and not before (R280)", async (t) => {
  const { kanaat, clock, fan, notify, follow, seen } = await prepare(t);
  await notify(3);
  clock.advance(DAY_MS);
  const { token } = await signIn(kanaat, fan);
  await follow(token);
  clock.advance(179 * DAY_MS);
  await kanaat.runMaintenance();
  assert.deepEqual(await seen(), ["follower", "milestone", "milestone", "milestone"]);
  clock.advance(HOUR_MS);
  await kanaat.runMaintenance();
  assert.deepEqual(await seen(), ["follower"]);
  clock.advance(DAY_MS);
  await kanaat.runMaintenance();
  assert.deepEqual(await seen(), []);
});

it("many are deleted in slices, in one round (R280)", async (t) => {
  const { kanaat, clock, notify, left } = await prepare(t);
  for (let i = 0; i < 3; i++) {
    await notify(1500);
    clock.advance(10_000);
  }
  clock.advance(181 * DAY_MS);
  await notify(2);
  await kanaat.runMaintenance();
  assert.equal(await left(), 2);
});
