import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { MINUTE_MS } from "#contract/durations.ts";
import {
  changePassword,
  deleteAccount,
  getAccount,
  login,
  logout,
} from "#contract/endpoints/account.ts";
import { deleteSurvey } from "#contract/endpoints/surveys.ts";
import { RATE_LIMITS } from "#contract/limits.ts";
import { type TestApp, type TestOptions, testApp } from "#server/testing/test-app.ts";
import { download, registrationForm, signIn, signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";

/** A server that trusts its callers' `x-forwarded-for`. */
const opened = (t: TestContext, config: TestOptions["config"] = {}) =>
  testApp(t, { config: { trustProxy: true, ...config } });

type TestContext = Parameters<typeof testApp>[0];
type Line = Record<string, string | number>;

const folderOf = ({ config }: TestApp) => join(config.dataDir, "security-log");

/** Closes a server and returns what it wrote. */
async function textOf(kanaat: TestApp): Promise<string> {
  await kanaat.close();
  const files = readdirSync(folderOf(kanaat));
  return files.map((file) => readFileSync(join(folderOf(kanaat), file), "utf8")).join("");
}

const linesOf = async (kanaat: TestApp): Promise<Line[]> =>
  (await textOf(kanaat))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

const from = (address: string) => ({ "x-forwarded-for": address });

describe("the security log", () => {
  it("records what happens to an account, without naming anybody (R235)", async (t) => {
    const kanaat = await opened(t);
    const headers = from("203.0.113.77");
    const person = await signUp(kanaat);
    const { id, email, token, password } = person;
    await kanaat.call(login, { body: { email, password: "yanlis-sifre" }, headers });
    await kanaat.call(login, { body: { email: "kimse@ornek.com", password }, headers });
    const other = await signIn(kanaat, person);
    await kanaat.call(logout, { token: other.token });
    await signIn(kanaat, person);
    const next = "yepyeni-şifre-2";
    const change = (current_password: string) =>
      kanaat.call(changePassword, {
        token,
        body: { current_password, password: next, confirm_password: next },
      });
    await change("yanlis-sifre");
    await change(password);
    const session = await signIn(kanaat, { email, password: next });
    await download(kanaat, { ...session, password: next });
    const left = { token: session.token, body: { password: next } };
    assert.equal((await kanaat.call(deleteAccount, left)).status, 204);

    const text = await textOf(kanaat);
    const lines: Line[] = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      lines.map(({ event, account }) => [event, account]),
      [
        ["registered", id],
        ["signed_in", id],
        ["sign_in_failed", id],
        ["sign_in_failed", undefined],
        ["signed_out", id],
        ["password_wrong", id],
        ["password_changed", id],
        ["account_exported", id],
        ["account_deleted", id],
        ["signed_in", id],
      ],
    );
    assert.equal(lines.at(-1)?.times, 3);
    assert.equal(lines[2]?.at, kanaat.clock.iso());
    for (const fact of [email, "kimse", person.nickname, person.name, "203.0.113", token, password])
      assert.ok(!text.includes(fact), fact);
  });

  it("records refusals and exceeded limits, by the route and not the path (R235)", async (t) => {
    const kanaat = await opened(t, { rateLimits: true });
    const owner = await signUp(kanaat);
    const person = await signUp(kanaat);
    const survey = await publishSurvey(kanaat, owner);
    await kanaat.call(deleteSurvey, { token: person.token, params: { id: survey.id } });
    await kanaat.call(getAccount, { token: "gecersiz" });
    const wrong = { email: person.email, password: "yanlis-sifre" };
    for (let i = 0; i <= RATE_LIMITS.failedLogin.max; i++)
      await kanaat.call(login, { body: wrong });
    const lines = await linesOf(kanaat);
    const has = (facts: Line) =>
      lines.some((line) => Object.entries(facts).every(([name, value]) => line[name] === value));
    const route = `DELETE ${deleteSurvey.path.replace("{id}", ":id")}`;
    assert.ok(has({ event: "refused", code: "forbidden", account: person.id, route }));
    assert.ok(has({ event: "refused", code: "invalid_token" }));
    assert.ok(has({ event: "limited", code: "too_many_requests", route: `POST ${login.path}` }));
  });

  it("recognises networks, and does not reveal which they are (R235)", async (t) => {
    const kanaat = await opened(t);
    const addresses = ["192.0.2.1", "192.0.2.200", "192.0.3.1", "2001:db8:5::1", "2001:db8:5:9::7"];
    for (const [i, address] of addresses.entries()) {
      const body = { email: registrationForm().email, password: "x" };
      for (let times = 0; times <= i; times++)
        await kanaat.call(login, { body, headers: from(address) });
    }
    const networks = (await linesOf(kanaat))
      .filter(({ times }) => times === undefined)
      .map(({ network }) => network);
    assert.equal(networks.length, addresses.length);
    assert.equal(networks[0], networks[1]);
    assert.equal(networks[3], networks[4]);
    assert.equal(new Set(networks).size, 3);
  });

  it("stays small in a flood, and counts what it does not write (R235)", async (t) => {
    const kanaat = await opened(t);
    for (let i = 0; i < 1200; i++) {
      const headers = from(`10.${i >> 8}.${i & 255}.1`);
      await kanaat.call(getAccount, { token: "gecersiz", headers });
    }
    kanaat.clock.advance(MINUTE_MS);
    await kanaat.call(getAccount, { token: "gecersiz" });
    const lines = await linesOf(kanaat);
    assert.equal(lines.length, 1003);
    assert.deepEqual(lines[1001], { at: kanaat.clock.iso(), event: "refused", times: 199 });
  });

  it("is its owner's alone, a file a day, and keeps no more days than it should (R235)", async (t) => {
    const kanaat = await opened(t, { securityLogDays: 7 });
    const folder = folderOf(kanaat);
    await mkdir(folder, { recursive: true });
    const old = ["2026-03-06.a.jsonl", "2026-03-07.b.jsonl", "notes.txt"];
    for (const name of old) await writeFile(join(folder, name), "");
    await signUp(kanaat);
    await kanaat.runMaintenance();
    await kanaat.close();
    const [kept, today, notes] = readdirSync(folder);
    assert.deepEqual([kept, notes], [old[1], old[2]]);
    assert.match(today ?? "", /^2026-03-14\..+\.jsonl$/);
    assert.equal(statSync(join(folder, String(today))).mode & 0o777, 0o600);
  });

  it("keeps nobody from signing in, and no server from closing, where it cannot be written (R235)", async (t) => {
    const kanaat = await opened(t);
    await writeFile(folderOf(kanaat), "in the way");
    await signUp(kanaat);
    await kanaat.close();
  });

  it("is not written where it is to be kept no day (R235)", async (t) => {
    const kanaat = await opened(t, { securityLogDays: 0 });
    await signUp(kanaat);
    await kanaat.close();
    assert.ok(!readdirSync(kanaat.config.dataDir).includes("security-log"));
  });
});
