import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { DAY_MS, HOUR_MS } from "#contract/durations.ts";
import { changePassword, getAccount, login } from "#contract/endpoints/account.ts";
import { listNotifications } from "#contract/endpoints/notifications.ts";
import {
  closeOtherSessions,
  closeSession,
  listSessions,
} from "#contract/endpoints/open-sessions.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";
import { watchQueries } from "#server/testing/watched-queries.ts";
import { succeed } from "#testing/api.ts";
import { type Person, signIn, signUp } from "#testing/people.ts";
import { deviceOf } from "./devices.ts";

const kanaat = await testApp({ after });
const ANDROID =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Mobile Safari/537.36";

const listOf = async ({ token }: { token: string }, app = kanaat) =>
  (await succeed(app.call(listSessions, { token }))).items;
const isOpen = async ({ token }: { token: string }, app = kanaat) =>
  (await app.call(getAccount, { token })).status === 200;

/** A login as from the product's own pages, or as from another program if `browsers` is missing. */
function enter(
  app: TestApp,
  { email, password }: Pick<Person, "email" | "password">,
  {
    browsers,
    from = "10.0.0.1",
    agent = ANDROID,
  }: Partial<Record<"from" | "agent", string>> & {
    browsers?: string[];
  },
) {
  const headers = { "user-agent": agent, "x-forwarded-for": from };
  return succeed(app.call(login, { body: { email, password, browsers }, headers }));
}

describe("open sessions", () => {
  it("are listed with where and when they were opened, this one first (R247)", async (t) => {
    const own = await testApp(t);
    const person = await signUp(own);
    own.clock.advance(HOUR_MS);
    const phone = await enter(own, person, {});
    const [first, second, ...more] = await listOf(person, own);
    assert.deepEqual(more, []);
    assert.partialDeepStrictEqual(first, {
      ...{ browser: null, system: null, is_current: true },
      expires_at: person.expires_at,
      opened_at: own.clock.iso(-HOUR_MS),
    });
    assert.partialDeepStrictEqual(second, {
      ...{ browser: "Chrome", system: "Android", is_current: false },
      expires_at: phone.expires_at,
      opened_at: own.clock.iso(),
      last_seen_at: own.clock.iso(),
    });
    assert.notEqual(first?.id, second?.id);
    const hashes = await own.db.query.selectFrom("sessions").select("token_hash").execute();
    const { text } = await own.call(listSessions, { token: person.token });
    for (const { token_hash } of hashes) assert.ok(!text.includes(token_hash));

    own.clock.advance(DAY_MS - HOUR_MS + 1);
    assert.equal((await listOf(phone, own)).length, 1);
  });

  it("show to the hour when they were last used, without a write for each call (R247)", async (t) => {
    let queries = new Map<string, unknown>();
    const own = await testApp(t, {
      db: (opened) => {
        const { db, seen } = watchQueries(opened);
        queries = seen;
        return db;
      },
    });
    const person = await signUp(own);
    const seen = async () => (await listOf(person, own))[0]?.last_seen_at;
    const opened = own.clock.iso();
    own.clock.advance(HOUR_MS - 1);
    await listOf(person, own);
    await own.runMaintenance();
    assert.equal(await seen(), opened);
    own.clock.advance(1);
    queries.clear();
    for (let i = 0; i < 5; i++) await listOf(person, own);
    const texts = [...queries.keys()];
    assert.ok(texts.length > 0 && texts.every((text) => /^select/i.test(text)));
    await own.runMaintenance();
    assert.equal(await seen(), own.clock.iso());
  });

  it("continue as the same session with a new token after a change of the password (R247)", async () => {
    const { email, password } = await signUp(kanaat);
    const phone = await enter(kanaat, { email, password }, {});
    const [before] = await listOf(phone);
    const body = { current_password: password, password: "yepyeni-şifre" };
    const { token } = await succeed(
      kanaat.call(changePassword, {
        token: phone.token,
        body: { ...body, confirm_password: body.password },
      }),
    );
    const after = await listOf({ token });
    assert.deepEqual(after, [{ ...before, id: after[0]?.id }]);
  });

  it("are ended one by one by their owner alone, on every server: not_found (R247)", async (t) => {
    const first = await testApp(t);
    const shared = first.db.engine === "postgres";
    const second = shared ? await testApp(t, { instance: first.instance }) : first;
    const person = await signUp(first);
    const phone = await signIn(first, person);
    const stranger = await signUp(first);
    assert.ok(await isOpen(phone, second));
    const id = (await listOf(phone, first)).find(({ is_current }) => is_current)?.id ?? 0;
    const close = ({ token }: { token: string }) =>
      first.call(closeSession, { token, params: { id } });
    assert.equal((await close(stranger)).problem.code, "not_found");
    assert.ok(await isOpen(phone, first));
    assert.equal((await close(person)).status, 204);
    assert.ok(!(await isOpen(phone, first)));
    while (await isOpen(phone, second)) await sleep(20);
    assert.ok(!(await isOpen(phone, second)));
    assert.ok(await isOpen(person, first));
    assert.equal((await close(person)).problem.code, "not_found");
  });

  it("are ended together, except the caller's own (R247)", async () => {
    const person = await signUp(kanaat);
    const others = [await signIn(kanaat, person), await signIn(kanaat, person)];
    const stranger = await signUp(kanaat);
    for (const other of others) assert.ok(await isOpen(other));
    const { status } = await kanaat.call(closeOtherSessions, { token: person.token });
    assert.equal(status, 204);
    for (const other of others) assert.ok(!(await isOpen(other)));
    assert.equal((await listOf(person)).length, 1);
    assert.ok(await isOpen(stranger));
  });
});

describe("a login from a browser that is not known", () => {
  const behindProxy = { config: { trustProxy: true } };
  const noticesOf = async (app: TestApp, { token }: { token: string }) => {
    const { items } = await succeed(app.call(listNotifications, { token }));
    return items.filter(({ kind }) => kind === "new_browser").length;
  };

  it("is reported, but neither the first nor one from a browser with a proof (R248)", async (t) => {
    const own = await testApp(t, behindProxy);
    const person = await signUp(own);
    const { browser = "", ...desk } = await enter(own, person, { browsers: [], from: "127.0.0.1" });
    assert.equal(await noticesOf(own, desk), 0);
    await enter(own, person, { browsers: [browser], from: "10.0.0.9" });
    assert.equal(await noticesOf(own, desk), 0);
    own.clock.advance(1);
    // Another browser at the same address.
    await enter(own, person, { browsers: [], from: "127.0.0.1" });
    assert.equal(await noticesOf(own, desk), 1);
    own.clock.advance(1);
    await enter(own, person, { browsers: ["yalan.1"], from: "10.0.0.9" });
    assert.equal(await noticesOf(own, desk), 2);
  });

  it("is known by its address where it keeps no proof (R248)", async (t) => {
    const own = await testApp(t, behindProxy);
    const person = await signUp(own);
    await enter(own, person, { from: "127.0.0.1" });
    assert.equal(await noticesOf(own, person), 0);
    const program = await enter(own, person, { from: "10.0.0.2" });
    assert.equal(await noticesOf(own, program), 1);
  });

  it("is reported where nobody has signed in for long (R248)", async (t) => {
    const own = await testApp(t, behindProxy);
    const person = await signUp(own);
    own.clock.advance(91 * DAY_MS);
    await own.runMaintenance();
    const back = await enter(own, person, { browsers: [], from: "127.0.0.1" });
    assert.equal(await noticesOf(own, back), 1);
  });
});

it("a browser and its system are recognised from its user agent (R247)", () => {
  const mozilla = (rest: string) => deviceOf(`Mozilla/5.0 (${rest}`);
  const kit = "AppleWebKit/537.36 (KHTML, like Gecko)";
  const windows = `Windows NT 10.0; Win64; x64) ${kit} Chrome/148.0.0.0 Safari/537.36`;
  const told = (browser: string | null, system: string | null) => ({ browser, system });
  assert.deepEqual(mozilla(windows), told("Chrome", "Windows"));
  assert.deepEqual(mozilla(`${windows} Edg/148.0.0.0`), told("Edge", "Windows"));
  assert.deepEqual(mozilla(`${windows} OPR/130.0.0.0`), told("Opera", "Windows"));
  assert.deepEqual(
    mozilla(`Linux; Android 10; K) ${kit} SamsungBrowser/30.0 Chrome/140.0 Mobile Safari/537.36`),
    told("Samsung Internet", "Android"),
  );
  assert.deepEqual(
    mozilla("X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0"),
    told("Firefox", "Linux"),
  );
  const iphone = "iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15";
  assert.deepEqual(
    mozilla(`${iphone} Version/26.0 Mobile/15E148 Safari/604.1`),
    told("Safari", "iPhone"),
  );
  assert.deepEqual(
    mozilla(`${iphone} CriOS/148.0 Mobile/15E148 Safari/604.1`),
    told("Chrome", "iPhone"),
  );
  assert.deepEqual(
    mozilla("Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15"),
    told("Safari", "macOS"),
  );
  for (const other of ["", "curl/8.9", "Mozilla/5.0", `x${windows}`]) {
    assert.deepEqual(deviceOf(other), told(null, null), other);
  }
  assert.deepEqual(deviceOf(undefined), told(null, null));
});
