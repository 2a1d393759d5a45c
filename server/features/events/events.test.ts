import assert from "node:assert/strict";
import { after, describe, it, mock } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { changePassword, deleteAccount, logout } from "#contract/endpoints/account.ts";
import { streamEvents } from "#contract/endpoints/events.ts";
import { followPerson } from "#contract/endpoints/follows.ts";
import { streamNotifications } from "#contract/endpoints/notifications.ts";
import {
  closeOtherSessions,
  closeSession,
  listSessions,
} from "#contract/endpoints/open-sessions.ts";
import { getResults, streamResults } from "#contract/endpoints/votes.ts";
import { measures } from "#server/telemetry/metrics.ts";
import { type EventReader, openEvents } from "#server/testing/event-reader.ts";
import { mockSeconds } from "#server/testing/seconds.ts";
import { type Scope, testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { type Person, signIn, signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";

const { pass, passUntil } = mockSeconds(mock);

const config = { maxConnections: 20 };
const kanaat = await testApp({ after }, { config });
const base = await kanaat.app.listen({ port: 0, host: "127.0.0.1" });
const [owner, voter] = await Promise.all([signUp(kanaat), signUp(kanaat)]);

const unread = (count: number) => `event: unread\ndata: ${count}\n\n`;
const hidden = ({ id }: { id: number }) => `event: hidden\ndata: ${id}\n\n`;
const open = (t: Scope, viewer?: Person, surveys = "", { path }: { path: string } = streamEvents) =>
  openEvents(t, `${base}${path}${surveys && `?surveys=${surveys}`}`, viewer?.token);
const follow = (who: Person, whom: Person) =>
  succeed(kanaat.call(followPerson, { token: who.token, params: { userId: whom.id } }));

const gauge = (named: string) => [...measures()].find(({ name }) => name === named)?.read();

/** Waits until no earlier test's streams are left. */
async function noneOpen(gauges: string): Promise<void> {
  while (gauge(gauges) !== 0) await wait(5);
}

/** What ends a session, from the session itself or from another one. */
const ENDS: Record<string, (person: Person) => Promise<unknown>> = {
  logout: ({ token }) => succeed(kanaat.call(logout, { token })),
  "one session from another": async ({ token, ...person }) => {
    const { token: another } = await signIn(kanaat, person);
    const { items } = await succeed(kanaat.call(listSessions, { token }));
    const id = items.find(({ is_current }) => is_current)?.id ?? 0;
    await succeed(kanaat.call(closeSession, { token: another, params: { id } }));
  },
  "all others": async (person) => {
    const { token } = await signIn(kanaat, person);
    await succeed(kanaat.call(closeOtherSessions, { token }));
  },
  "another password": async ({ token, password }) => {
    const passwords = { password: "baska-gizli-sifre", confirm_password: "baska-gizli-sifre" };
    const body = { current_password: password, ...passwords };
    await succeed(kanaat.call(changePassword, { token, body }));
  },
  "the account's deletion": ({ token, password }) =>
    succeed(kanaat.call(deleteAccount, { token, body: { password } })),
};

describe("the stream of all events", () => {
  it("sends the unread count and the results of several surveys (R366)", async (t) => {
    const me = await signUp(kanaat);
    const [one, two] = [await publishSurvey(kanaat, owner), await publishSurvey(kanaat, owner)];
    const { response, hear } = await open(t, me, `${one.id},${two.id}`);
    assert.equal(response.headers.get("content-type"), "text/event-stream; charset=utf-8");
    assert.equal(await hear(), unread(0));
    for (let events = 0; events < 2; events++) await passUntil(hear());
    await voteFor(kanaat, voter, two, 1);
    const { body } = await kanaat.call(getResults, { params: { id: two.id } });
    const data = JSON.stringify({ survey_id: two.id, ...body });
    assert.equal(await passUntil(hear()), `event: results\ndata: ${data}\n\n`);
    await follow(voter, me);
    assert.equal(await hear(), unread(1));
  });

  it("sends visitors results only, and ends where there is nothing to follow (R366)", async (t) => {
    const survey = await publishSurvey(kanaat, owner);
    const secret = await publishSurvey(kanaat, owner, { visibility: "private" });
    const results = await open(t, undefined, `${survey.id}`);
    assert.match((await passUntil(results.hear())) ?? "", /^event: results/);
    const refused = await open(t, undefined, `${secret.id}`);
    assert.equal(await refused.hear(), hidden(secret));
    assert.equal(await refused.hear(), undefined);
    assert.equal(await (await open(t)).hear(), undefined);
  });

  it("continues with the unread count when its surveys are hidden (R366)", async (t) => {
    const me = await signUp(kanaat);
    const secret = await publishSurvey(kanaat, owner, { visibility: "private" });
    const { hear, beats } = await open(t, me, `${secret.id}`);
    const first = [await hear(), await hear()].sort();
    assert.deepEqual(first, [hidden(secret), unread(0)].sort());
    pass(25);
    await follow(voter, me);
    assert.equal(await hear(), unread(1));
    assert.equal(beats(), 1);
  });

  it("ends soon after its session, with results and without (R366)", async (t) => {
    const me = await signUp(kanaat);
    const survey = await publishSurvey(kanaat, owner);
    const streams = [await open(t, me, `${survey.id}`), await open(t, me)];
    for (const { hear } of streams) assert.equal(await hear(), unread(0));
    await succeed(kanaat.call(logout, { token: me.token }));
    // No time passes: neither a heartbeat nor a reading is due.
    for (const { hear } of streams) assert.equal(await hear(), undefined);
    assert.equal((await open(t, me)).response.status, 401);
  });

  for (const [how, end] of Object.entries(ENDS)) {
    it(`ends on every server when its session ends: ${how} (R418)`, async (t) => {
      const { instance, clock } = kanaat;
      const other = kanaat.db.engine === "postgres" ? await testApp(t, { instance, clock }) : null;
      const elsewhere = await other?.app.listen({ port: 0, host: "127.0.0.1" });
      const me = await signUp(kanaat);
      const survey = await publishSurvey(kanaat, owner);
      const streams: EventReader[] = [];
      for (const at of elsewhere ? [base, elsewhere] : [base]) {
        for (const { path } of [streamEvents, streamNotifications, streamResults]) {
          const surveys = path === streamNotifications.path ? "" : `?surveys=${survey.id}`;
          streams.push(await openEvents(t, `${at}${path}${surveys}`, me.token));
        }
      }
      await end(me);
      for (const { hear } of streams) {
        // The owner is notified of another password, possibly before the stream ends.
        for (let last = await hear(); last !== undefined; last = await hear())
          assert.match(last, /^event: unread\n/);
      }
    });
  }

  it("counts as one of a person's eight, with the streams of notifications (R366)", async (t) => {
    const me = await signUp(kanaat);
    await noneOpen("kanaat_streams_open");
    const first = await open(t, me);
    const second = await open(t, me, "", streamNotifications);
    const rest = [];
    for (let i = 0; i < 6; i++) rest.push(await open(t, me));
    for (const { hear } of [first, second, ...rest]) assert.equal(await hear(), unread(0));
    assert.equal(gauge("kanaat_streams_open"), 8);
    const ninth = await open(t, me, "", streamNotifications);
    assert.equal(await ninth.hear(), unread(0));
    assert.equal(await first.hear(), undefined);
    await follow(owner, me);
    for (const { hear } of [second, ...rest, ninth]) assert.equal(await hear(), unread(1));
    for (const { leave } of [second, ...rest, ninth]) leave();
    await noneOpen("kanaat_streams_open");
  });

  it("of somebody signed in needs no room among the streams of results alone (R366)", async (t) => {
    const { id } = await publishSurvey(kanaat, owner);
    const half = config.maxConnections / 2;
    await noneOpen("kanaat_result_streams_open");
    const alone = [await open(t, owner, `${id}`, streamResults)];
    while (alone.length < half) alone.push(await open(t, undefined, `${id}`));
    assert.equal(gauge("kanaat_result_streams_open"), half);
    assert.equal((await open(t, undefined, `${id}`)).response.status, 503);
    const { response, hear } = await open(t, voter, `${id}`);
    assert.equal(response.status, 200);
    await hear();
    assert.match((await passUntil(hear())) ?? "", /^event: results/);
    assert.equal(gauge("kanaat_result_streams_open"), half);
    for (const { leave } of alone) leave();
    await noneOpen("kanaat_result_streams_open");
    assert.equal((await open(t, undefined, `${id}`)).response.status, 200);
  });

  it("names at most eight surveys, by numbers (R366)", async (t) => {
    for (const surveys of ["a", "1,", "1:ş", "1,2,3,4,5,6,7,8,9"]) {
      assert.equal((await open(t, owner, surveys)).response.status, 422, surveys);
    }
  });
});
