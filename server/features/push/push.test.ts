import assert from "node:assert/strict";
import { after, beforeEach, it } from "node:test";
import { DAY_MS, HOUR_MS } from "#contract/durations.ts";
import { logout } from "#contract/endpoints/account.ts";
import { blockPerson } from "#contract/endpoints/blocks.ts";
import { followPerson } from "#contract/endpoints/follows.ts";
import { invitePerson } from "#contract/endpoints/invitations.ts";
import { listNotifications, markNotificationsRead } from "#contract/endpoints/notifications.ts";
import {
  getPush,
  type PushChoices,
  subscribeToPush,
  unsubscribeFromPush,
} from "#contract/endpoints/push.ts";
import { closeSurvey } from "#contract/endpoints/surveys.ts";
import { claimsOf, startPushReceiver, type TestBrowser } from "#server/testing/push-receiver.ts";
import { testApp } from "#server/testing/test-app.ts";
import { TestClock } from "#server/testing/test-clock.ts";
import { succeed } from "#testing/api.ts";
import { type Person, signIn, signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";

const SUBJECT = "https://kanaat.example";
/** Ten in the morning in Türkiye. */
const MORNING = Date.parse("2026-11-20T07:00:00Z");
const NOON = Date.parse("2026-11-20T09:00:00Z");

const receiver = await startPushReceiver({ after });
const config = { push: { services: [receiver.origin], subject: SUBJECT } };
let day = 0;
const clock = new TestClock();
const kanaat = await testApp({ after }, { config, clock });

/** Each test has a day of its own. */
beforeEach(() => {
  day += 1;
  clock.set(MORNING + day * DAY_MS);
  receiver.status = 201;
});

const ALL: PushChoices = {
  kinds: ["ended", "question", "invitation", "follower"],
  at_any_time: false,
};

async function subscribe(
  { token }: Person,
  choices: Partial<PushChoices> = {},
  browser = receiver.browser(),
): Promise<TestBrowser> {
  const body = { ...ALL, ...choices, subscription: browser.subscription };
  const { item } = await succeed(kanaat.call(subscribeToPush, { token, body }));
  assert.deepEqual(item.choices, { ...ALL, ...choices });
  return browser;
}

const follow = async (followed: Person) => {
  const follower = await signUp(kanaat);
  const params = { userId: followed.id };
  await succeed(kanaat.call(followPerson, { token: follower.token, params }));
  return follower;
};
const titlesOf = ({ received }: TestBrowser) =>
  received.map(({ message }) => (message as { title: string }).title);

it("a browser gets what it chose, encrypted and signed, and nothing earlier (R521)", async () => {
  const person = await signUp(kanaat);
  await follow(person);
  const browser = await subscribe(person, { kinds: ["follower"] });
  await kanaat.runMaintenance();
  assert.equal(browser.received.length, 0);
  const follower = await follow(person);
  await kanaat.runMaintenance();
  await kanaat.runMaintenance();
  const { item } = await succeed(kanaat.call(getPush, { token: person.token }));
  assert.equal(browser.received.length, 1);
  const push = browser.received[0];
  assert.deepEqual(push?.message, {
    ...{ title: "Yeni takipçi", body: `@${follower.nickname} sizi takip etmeye başladı.` },
    ...{ url: `/profile/${follower.nickname}`, tag: "follower" },
  });
  const claims = claimsOf(push?.headers ?? {}, item.public_key ?? "");
  assert.equal(claims.aud, receiver.origin);
  assert.equal(claims.sub, SUBJECT);
});

it("messages hold neither a vote nor the question of an invitation (R522)", async () => {
  const person = await signUp(kanaat);
  const browser = await subscribe(person, { kinds: ["ended", "invitation"], at_any_time: true });
  const owner = await signUp(kanaat);
  const survey = await publishSurvey(kanaat, owner, { visibility: "private" });
  const call = { token: owner.token, params: { id: survey.id } };
  await succeed(kanaat.call(invitePerson, { ...call, body: { nickname: person.nickname } }));
  await kanaat.runMaintenance();
  await voteFor(kanaat, person, survey, 0);
  await succeed(kanaat.call(closeSurvey, call));
  await kanaat.runMaintenance();
  assert.deepEqual(
    browser.received.map(({ message }) => message),
    [
      {
        ...{ title: "Bir ankete davet edildiniz", body: `@${owner.nickname} sizi davet etti.` },
        ...{ url: `/surveys/${survey.id}`, tag: `invitation ${survey.id}` },
      },
      {
        ...{ title: "Sonuç belli oldu", body: survey.question },
        ...{ url: `/surveys/${survey.id}/results`, tag: `ended ${survey.id}` },
      },
    ],
  );
});

it("a browser gets two a day, by day, unless it chose more (R523)", async () => {
  const person = await signUp(kanaat);
  const [few, many] = [
    await subscribe(person, { kinds: ["follower"] }),
    await subscribe(
      { ...person, token: (await signIn(kanaat, person)).token },
      { kinds: ["follower"], at_any_time: true },
    ),
  ];
  for (let followers = 0; followers < 3; followers++) {
    await follow(person);
    await kanaat.runMaintenance();
  }
  assert.equal(few.received.length, 2);
  assert.equal(many.received.length, 3);
  // 22.00 to 8.00
  for (const hours of [12, 21.9]) {
    clock.set(MORNING + day * DAY_MS + hours * HOUR_MS);
    await follow(person);
    await kanaat.runMaintenance();
  }
  assert.equal(few.received.length, 2);
  assert.equal(many.received.length, 5);
  clock.set(MORNING + day * DAY_MS + 22 * HOUR_MS);
  await kanaat.runMaintenance();
  assert.deepEqual(few.received.at(-1)?.message, {
    ...{ title: "Kanaat", body: "3 yeni bildiriminiz var." },
    ...{ url: "/notifications", tag: "notifications" },
  });
});

it("the day's question comes at noon, once, to those who have not voted on it (R524)", async () => {
  const [asked, done, other] = [await signUp(kanaat), await signUp(kanaat), await signUp(kanaat)];
  const survey = await publishSurvey(kanaat, await signUp(kanaat));
  await voteFor(kanaat, done, survey, 0);
  const browsers = [
    await subscribe(asked, { kinds: ["question"] }),
    await subscribe(done, { kinds: ["question"] }),
    await subscribe(other, { kinds: ["ended"] }),
  ];
  await kanaat.runMaintenance();
  assert.deepEqual(browsers.map(titlesOf), [[], [], []]);
  clock.set(NOON + day * DAY_MS);
  await kanaat.runMaintenance();
  await kanaat.runMaintenance();
  assert.deepEqual(browsers.map(titlesOf), [["Günün sorusu"], [], []]);
  assert.deepEqual(browsers[0]?.received[0]?.message, {
    ...{ title: "Günün sorusu", body: survey.question },
    ...{ url: `/surveys/${survey.id}`, tag: "question" },
  });
});

it("the day's question is by nobody whom a block or a mute hides (R524)", async () => {
  const [muting, blocked, plain] = [
    await signUp(kanaat),
    await signUp(kanaat),
    await signUp(kanaat),
  ];
  const [first, second] = [await signUp(kanaat), await signUp(kanaat)];
  // Yesterday's votes on surveys of other tests would choose one of those.
  await kanaat.db.query.updateTable("surveys").set({ listed: 0, unlisted: 1 }).execute();
  // Of equally popular ones the newest is the day's.
  const other = await publishSurvey(kanaat, second);
  const survey = await publishSurvey(kanaat, first);
  const hide = (by: Person, { id: userId }: Person, kind: "mute" | "block") =>
    succeed(kanaat.call(blockPerson, { token: by.token, params: { userId }, body: { kind } }));
  await hide(muting, first, "mute");
  await hide(first, blocked, "block");
  const kinds: PushChoices["kinds"] = ["question"];
  const browsers = [
    await subscribe(muting, { kinds }),
    await subscribe(blocked, { kinds }),
    await subscribe(plain, { kinds }),
  ];
  clock.set(NOON + day * DAY_MS);
  await kanaat.runMaintenance();
  const sent = browsers.map(({ received }) => received.map(({ message }) => message));
  const message = (id: number) => [
    { title: "Günün sorusu", body: survey.question, url: `/surveys/${id}`, tag: "question" },
  ];
  assert.deepEqual(sent, [message(other.id), message(other.id), message(survey.id)]);
});

it("a message that the push service does not take is tried again later (R525)", async () => {
  const person = await signUp(kanaat);
  const browser = await subscribe(person, { kinds: ["follower"] });
  await follow(person);
  receiver.status = 503;
  const before = receiver.calls;
  await kanaat.runMaintenance();
  await kanaat.runMaintenance();
  assert.equal(receiver.calls - before, 1);
  receiver.status = 201;
  clock.set(clock.now() + HOUR_MS);
  await Promise.all([kanaat.runMaintenance(), kanaat.runMaintenance()]);
  assert.deepEqual(titlesOf(browser), ["Yeni takipçi"]);
});

it("a browser that has ended its subscription is forgotten (R525)", async () => {
  const person = await signUp(kanaat);
  await subscribe(person, { kinds: ["follower"] });
  await follow(person);
  receiver.status = 410;
  await kanaat.runMaintenance();
  const { item } = await succeed(kanaat.call(getPush, { token: person.token }));
  assert.equal(item.choices, null);
});

it("only browsers that something waits for are looked at, once (R544)", async () => {
  const [one, other] = [await signUp(kanaat), await signUp(kanaat)];
  for (const person of [one, other]) await subscribe(person, { kinds: ["ended"] });
  const waking = async () => {
    const rows = await kanaat.db.query
      .selectFrom("push_subscriptions")
      .select("user_id")
      .where("user_id", "in", [one.id, other.id])
      .where("wakes_at", "is not", null)
      .execute();
    return rows.map(({ user_id }) => user_id);
  };
  assert.deepEqual(await waking(), []);
  await follow(one);
  assert.deepEqual(await waking(), [one.id]);
  await kanaat.runMaintenance();
  assert.deepEqual(await waking(), []);
});

it("a browser that chose the day's question alone is sent nothing else (R521)", async () => {
  const person = await signUp(kanaat);
  const { received } = await subscribe(person, { kinds: ["question"] });
  await follow(person);
  await kanaat.runMaintenance();
  const { wakes_at } = await kanaat.db.query
    .selectFrom("push_subscriptions")
    .select("wakes_at")
    .where("user_id", "=", person.id)
    .executeTakeFirstOrThrow();
  assert.deepEqual([received.length, wakes_at], [0, null]);
});

it("read notifications are not sent", async () => {
  const person = await signUp(kanaat);
  const { token } = person;
  const browser = await subscribe(person, { kinds: ["follower"] });
  await follow(person);
  const { items } = await succeed(kanaat.call(listNotifications, { token }));
  const body = { last_id: items[0]?.id ?? 0 };
  await succeed(kanaat.call(markNotificationsRead, { token, body }));
  await kanaat.runMaintenance();
  assert.deepEqual(browser.received, []);
});

it("a subscription ends with its session, and moves with its browser (R526)", async () => {
  const [first, second] = [await signUp(kanaat), await signUp(kanaat)];
  const browser = await subscribe(first, { kinds: ["follower"] });
  await subscribe(second, { kinds: ["follower"] }, browser);
  const choicesOf = async ({ token }: Person) =>
    (await succeed(kanaat.call(getPush, { token }))).item.choices;
  assert.equal(await choicesOf(first), null);
  await succeed(kanaat.call(unsubscribeFromPush, { token: second.token }));
  assert.equal(await choicesOf(second), null);
  await subscribe(first, { kinds: ["follower"] }, browser);
  await succeed(kanaat.call(logout, { token: first.token }));
  await follow(first);
  await kanaat.runMaintenance();
  assert.deepEqual(browser.received, []);
  const rows = await kanaat.db.query
    .selectFrom("push_subscriptions")
    .where("user_id", "=", first.id)
    .select("id")
    .execute();
  assert.deepEqual(rows, []);
});

it("is sent to known push services only (R527)", async () => {
  const { token } = await signUp(kanaat);
  const { keys } = receiver.browser().subscription;
  for (const endpoint of [
    "http://127.0.0.1:1/push",
    "https://169.254.169.254/latest",
    "https://fcm.googleapis.com.example/x",
    receiver.origin.replace("127.0.0.1", "user@127.0.0.1"),
  ]) {
    const body = { ...ALL, subscription: { endpoint, keys } };
    const { status, problem } = await kanaat.call(subscribeToPush, { token, body });
    assert.deepEqual([status, problem.code], [409, "push_unavailable"], endpoint);
  }
});
