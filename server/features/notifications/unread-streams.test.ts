import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { deleteAccount, logout } from "#contract/endpoints/account.ts";
import { followPerson } from "#contract/endpoints/follows.ts";
import {
  acceptInvitation,
  getInvitationLink,
  withdrawInvitation,
} from "#contract/endpoints/invitations.ts";
import { listNotifications, markNotificationsRead } from "#contract/endpoints/notifications.ts";
import { deleteSurvey, setVisibility } from "#contract/endpoints/surveys.ts";
import type { Database } from "#server/db/database.ts";
import { createEventStreams } from "#server/http/event-streams.ts";
import { mockSeconds } from "#server/testing/seconds.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";
import { type Person, signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { createUnreadStreams } from "./unread-streams.ts";

/** A server with a socket, since a stream has no end to wait for. */
async function listening(t: TestContext, options = {}) {
  const kanaat = await testApp(t, options);
  const base = await kanaat.app.listen({ port: 0, host: "127.0.0.1" });
  return { kanaat, base };
}

const unread = (count: number) => `event: unread\ndata: ${count}\n\n`;
const BEAT = ":\n\n";

const follow = (kanaat: TestApp, who: Person, whom: Person) =>
  kanaat.call(followPerson, { token: who.token, params: { userId: whom.id } });

async function openStream(base: string, token: string, method = "GET") {
  const response = await fetch(`${base}/api/auth/account/notifications/stream`, {
    method,
    headers: { authorization: `Bearer ${token}` },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const hear = async () => (await reader?.read())?.value;
  // On a busy machine a heartbeat may come between two counts.
  const next = async () => {
    for (;;) {
      const text = await hear();
      if (text !== BEAT) return text;
    }
  };
  return { response, hear, next };
}

/** Waits for a count: one change may bring several notices, which send the previous count again. */
async function comesTo({ next }: { next(): Promise<string | undefined> }, text: string) {
  for (let heard = await next(); heard !== text; heard = await next()) {
    assert.notEqual(heard, undefined, text);
  }
}

/** Records the statements of a server, and can make it miss notices. */
function watchedDatabase() {
  const seen: string[] = [];
  const misses: (() => void)[] = [];
  const wrap = (db: Database): Database => ({
    ...db,
    query: db.query.withPlugin({
      transformQuery: ({ node, queryId }) => {
        seen.push(db.query.getExecutor().compileQuery(node, queryId).sql);
        return node;
      },
      transformResult: async ({ result }) => result,
    }),
    subscribe: (channel, hear, missed) => {
      if (missed) misses.push(missed);
      db.subscribe(channel, hear, missed);
    },
  });
  const missed = () => {
    for (const miss of misses) miss();
  };
  return { seen, wrap, missed };
}

/** Streams without a server; a test decides when their counts arrive. */
function standIn(t: TestContext, countUnread: (userId: number) => Promise<number>) {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const written: string[] = [];
  const expiryOf = t.mock.fn(async () => Number.POSITIVE_INFINITY);
  type Subscribe = (name: string, hear: (people: string) => void, missed: () => void) => void;
  const subscribe = t.mock.fn<Subscribe>();
  const streams = createEventStreams({
    sessions: { expiryOf, known: () => null, onForgotten: () => undefined },
    backgroundTasks: new AbortController(),
    now: () => 0,
  });
  const sendUnread = createUnreadStreams({ db: { subscribe } as never }, countUnread);
  const open = async (id: number, response = {}) => {
    const nothing = t.mock.fn();
    const write = (text: string) => written.push(text);
    const raw = { writeHead: nothing, flushHeaders: nothing, on: nothing, write, ...response };
    const reply = { raw, hijack: nothing, getHeaders: nothing };
    const request = { raw: { headers: {}, rawHeaders: [] } };
    const stream = streams.open({ id } as never, request as never, reply as never);
    expiryOf.mock.resetCalls();
    if (stream) await sendUnread(stream, id);
  };
  const [notified] = subscribe.mock.calls;
  const notify = (people: string) => notified?.arguments[1](people);
  const miss = () => notified?.arguments[2]();
  return { open, notify, miss, expiryOf, written, tick: (ms: number) => t.mock.timers.tick(ms) };
}

/** One open stream that has sent 3; each later count waits in `asked` for its result. */
async function openedWithThree(t: TestContext) {
  const asked: ((count: number) => void)[] = [];
  const ask = () => new Promise<number>((resolve) => asked.push(resolve));
  const { open, ...rest } = standIn(t, ask);
  const opened = open(1);
  asked[0]?.(3);
  await opened;
  return { asked, ...rest };
}

describe("the stream of unread counts", () => {
  it("sends the count immediately, and whenever it changes", async (t) => {
    const { kanaat, base } = await listening(t);
    const [person, one, two] = await Promise.all([signUp(kanaat), signUp(kanaat), signUp(kanaat)]);
    const stream = await openStream(base, person.token);
    const { response, next } = stream;
    assert.equal(response.headers.get("content-type"), "text/event-stream; charset=utf-8");
    assert.equal(response.headers.get("cache-control"), "no-store");
    assert.equal(response.headers.get("x-content-type-options"), "nosniff");
    assert.equal(await next(), unread(0));
    await follow(kanaat, one, person);
    assert.equal(await next(), unread(1));
    await follow(kanaat, two, person);
    await comesTo(stream, unread(2));
    const { token } = person;
    const last_id = (await kanaat.call(listNotifications, { token })).body.items[0]?.id;
    await kanaat.call(markNotificationsRead, { token, body: { last_id } });
    await comesTo(stream, unread(0));
  });

  it("sends nothing about other people", async (t) => {
    const { kanaat, base } = await listening(t);
    const [person, one, two] = await Promise.all([signUp(kanaat), signUp(kanaat), signUp(kanaat)]);
    const { next } = await openStream(base, person.token);
    await next();
    await follow(kanaat, two, one);
    await follow(kanaat, one, person);
    assert.equal(await next(), unread(1));
  });

  it("closes the oldest of too many streams of one person", async (t) => {
    const { kanaat, base } = await listening(t);
    const person = await signUp(kanaat);
    const streams = [];
    for (let i = 0; i < 9; i++) {
      const stream = await openStream(base, person.token);
      await stream.next();
      streams.push(stream);
    }
    assert.equal(await streams[0]?.next(), undefined);
    await follow(kanaat, await signUp(kanaat), person);
    for (const { next } of streams.slice(1)) assert.equal(await next(), unread(1));
  });

  it("beats, and ends soon after its session", async (t) => {
    const { pass } = mockSeconds(t.mock);
    const { kanaat, base } = await listening(t);
    const person = await signUp(kanaat);
    const { hear } = await openStream(base, person.token);
    await hear();
    pass(25);
    assert.equal(await hear(), BEAT);
    await kanaat.call(logout, { token: person.token });
    pass(25);
    assert.equal(await hear(), undefined);
  });

  it("counts at a beat only where notices may have been missed, and once (R279)", async (t) => {
    let counts = 0;
    const { open, miss, notify, tick, written } = standIn(t, async () => ++counts);
    await open(1);
    for (let beat = 0; beat < 5; beat++) tick(25_000);
    await turn();
    assert.equal(counts, 1);
    for (const tellAll of [miss, () => notify("*")]) {
      tellAll();
      await turn();
      const before: number = counts;
      for (let beat = 0; beat < 5; beat++) tick(25_000);
      await turn();
      assert.equal(counts, before + 1);
    }
    assert.deepEqual(
      written.filter((text) => text !== BEAT),
      [unread(1), unread(2), unread(3)],
    );
  });

  it("makes no query while nothing happens, and counts for all with one (R279)", async (t) => {
    const { pass } = mockSeconds(t.mock);
    const { seen, wrap, missed } = watchedDatabase();
    const { kanaat, base } = await listening(t, { db: wrap, config: { role: "web" } });
    const people = await Promise.all([signUp(kanaat), signUp(kanaat), signUp(kanaat)]);
    const streams = await Promise.all(people.map(({ token }) => openStream(base, token)));
    for (const { next } of streams) await next();
    const beat = async () => {
      seen.length = 0;
      pass(25);
      for (const { hear } of streams) assert.equal(await hear(), BEAT);
      return seen;
    };
    await beat();
    assert.deepEqual(await beat(), []);
    // All in one turn, and so with one query for sessions and one for counts.
    missed();
    seen.length = 0;
    pass(25);
    for (const { hear } of streams) assert.equal(await hear(), BEAT);
    assert.equal(seen.filter((text) => /from notifications/.test(text)).length, 1);
    assert.equal(seen.length, 2);
    assert.deepEqual(await beat(), []);
  });

  it("sends the count immediately when something is hidden or shown again (R279)", async (t) => {
    const { kanaat, base } = await listening(t);
    const [owner, follower] = await Promise.all([signUp(kanaat), signUp(kanaat)]);
    await follow(kanaat, follower, owner);
    const { id } = await publishSurvey(kanaat, owner);
    const stream = await openStream(base, follower.token);
    await comesTo(stream, unread(1));
    const show = (visibility: "public" | "private") =>
      kanaat.call(setVisibility, { token: owner.token, params: { id }, body: { visibility } });
    await show("private");
    await comesTo(stream, unread(0));
    const link = await kanaat.call(getInvitationLink, { token: owner.token, params: { id } });
    const body = { code: link.body.item.code };
    await kanaat.call(acceptInvitation, { token: follower.token, params: { id }, body });
    await comesTo(stream, unread(1));
    const params = { id, userId: follower.id };
    await kanaat.call(withdrawInvitation, { token: owner.token, params });
    await comesTo(stream, unread(0));
    await show("public");
    await comesTo(stream, unread(1));
  });

  it("sends the count immediately when the person in a notification deletes their account (R279)", async (t) => {
    const { kanaat, base } = await listening(t);
    const [person, one, two] = await Promise.all([signUp(kanaat), signUp(kanaat), signUp(kanaat)]);
    for (const fan of [one, two]) await follow(kanaat, fan, person);
    const stream = await openStream(base, person.token);
    await comesTo(stream, unread(2));
    await kanaat.call(deleteAccount, { token: one.token, body: { password: one.password } });
    await comesTo(stream, unread(1));
  });

  it("sends the count soon after an unread notification is withdrawn", async (t) => {
    const { pass } = mockSeconds(t.mock);
    const { kanaat, base } = await listening(t);
    const [owner, follower] = await Promise.all([signUp(kanaat), signUp(kanaat)]);
    await follow(kanaat, follower, owner);
    const { id } = await publishSurvey(kanaat, owner);
    const stream = await openStream(base, follower.token);
    await comesTo(stream, unread(1));
    await kanaat.call(deleteSurvey, { token: owner.token, params: { id } });
    pass(25);
    await comesTo(stream, unread(0));
  });

  it("does not start for a client that has gone while the session was looked up", async (t) => {
    const { open, tick, expiryOf } = standIn(t, async () => 0);
    await open(1, { destroyed: true });
    tick(25_000);
    assert.equal(expiryOf.mock.callCount(), 0);
  });

  it("beats for some people after the others, each once in its time", async (t) => {
    const { open, tick, expiryOf } = standIn(t, async () => 0);
    for (let id = 1; id <= 100; id++) await open(id);
    tick(1000);
    assert.equal(expiryOf.mock.callCount(), 4);
    tick(24_000);
    assert.equal(expiryOf.mock.callCount(), 100);
  });

  it("sends no older count after a newer one", async (t) => {
    const { asked, tick, notify, miss, written } = await openedWithThree(t);
    miss();
    tick(25_000);
    await turn();
    notify("1");
    asked[2]?.(0);
    await turn();
    asked[1]?.(3);
    await turn();
    assert.deepEqual(written, [unread(3), unread(0), BEAT]);
  });

  it("sends an unchanged count after news, also when a beat came first", async (t) => {
    const { asked, tick, notify, miss, written } = await openedWithThree(t);
    notify("1");
    miss();
    tick(25_000);
    await turn();
    asked[2]?.(3);
    await turn();
    asked[1]?.(3);
    await turn();
    assert.deepEqual(written, [unread(3), BEAT, unread(3)]);
  });

  it("beats while counting fails", async (t) => {
    const counts = [Promise.resolve(3), Promise.reject(new Error("away"))];
    const { open, miss, tick, written } = standIn(t, () => counts.shift() ?? Promise.resolve(4));
    await open(1);
    miss();
    for (let beat = 0; beat < 2; beat++) {
      tick(25_000);
      await turn();
    }
    assert.deepEqual(written, [unread(3), BEAT, unread(4)]);
  });

  it("does not hold up a server that stops (R176)", async (t) => {
    const { kanaat, base } = await listening(t);
    const person = await signUp(kanaat);
    const { next } = await openStream(base, person.token);
    await next();
    await kanaat.close();
    assert.equal(await next(), undefined);
  });

  it("needs a session, and has nothing for HEAD", async (t) => {
    const { kanaat, base } = await listening(t);
    assert.equal((await openStream(base, "x")).response.status, 401);
    const person = await signUp(kanaat);
    assert.equal((await openStream(base, person.token, "HEAD")).response.status, 405);
  });
});
