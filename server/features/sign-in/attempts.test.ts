import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { confirmNickname, deleteAccount, login, register } from "#contract/endpoints/account.ts";
import { exportAccount } from "#contract/endpoints/account-export.ts";
import { followPerson, unfollowPerson } from "#contract/endpoints/follows.ts";
import { proveOwnership } from "#contract/endpoints/second-factors.ts";
import { RATE_LIMITS } from "#contract/limits.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";
import { PROOF, registrationForm, signUp } from "#testing/people.ts";

const limited = (t: TestContext) => testApp(t, { config: { rateLimits: true } });

/** The distinct statuses of `max` attempts. */
async function untilRefused(max: number, attempt: (i: number) => Promise<{ status: number }>) {
  const statuses = new Set<number>();
  for (let i = 0; i < max; i++) statuses.add((await attempt(i)).status);
  return statuses;
}

const enter = (kanaat: TestApp, email: string, password: string, headers = {}) =>
  kanaat.call(login, { body: { email, password }, headers });

describe("wrong passwords for one e-mail", () => {
  const { max, perSeconds } = RATE_LIMITS.failedLogin;

  it("are refused after some attempts, in any letter case and also without an account (R161)", async (t) => {
    const kanaat = await limited(t);
    const { email, password } = await signUp(kanaat);
    for (const one of [email, registrationForm().email]) {
      const wrong = (i: number) => enter(kanaat, i % 2 ? one.toUpperCase() : one, "yanlis-sifre");
      assert.deepEqual([...(await untilRefused(max, wrong))], [401]);
      const { status, problem, headers } = await enter(kanaat, one, password);
      assert.equal(status, 429);
      assert.equal(problem.code, "too_many_requests");
      assert.equal(headers.get("retry-after"), String(perSeconds));
    }
  });

  it("do not count any more after a success or after the time to wait", async (t) => {
    const kanaat = await limited(t);
    const { email, password } = await signUp(kanaat);
    const wrong = () => enter(kanaat, email, "yanlis-sifre");
    await untilRefused(max - 1, wrong);
    assert.equal((await enter(kanaat, email, password)).status, 200);
    await untilRefused(max, wrong);
    assert.equal((await wrong()).status, 429);
    kanaat.clock.advance(perSeconds * 1000);
    assert.equal((await enter(kanaat, email, password)).status, 200);
  });

  it("count before they are found wrong, so that parallel guessing gains nothing (R161)", async (t) => {
    const kanaat = await limited(t);
    const { email } = await signUp(kanaat);
    const guesses = Array.from({ length: 20 }, (_, i) => enter(kanaat, email, `tahmin-${i}`));
    const statuses = (await Promise.all(guesses)).map((answer) => answer.status);
    assert.equal(statuses.filter((status) => status === 401).length, max);
  });
});

describe("more simultaneous logins than can be checked", () => {
  it("are partly refused for now: overloaded (R162)", async (t) => {
    const kanaat = await testApp(t);
    const people = Array.from({ length: 200 }, (_, i) =>
      enter(kanaat, `kisi${i}@ornek.com`, "yanlis"),
    );
    const answers = await Promise.all(people);
    const refused = answers.filter(({ status }) => status === 503);
    assert.ok(refused.length > 0 && refused.length < 200);
    for (const { problem, headers } of refused) {
      assert.equal(problem.code, "overloaded");
      assert.ok(Number(headers.get("retry-after")) > 0);
    }
    const checked = answers.filter(({ problem }) => problem.code === "invalid_credentials");
    assert.equal(refused.length + checked.length, 200);
  });
});

describe("calls from one address", () => {
  it("are limited whatever X-Forwarded-For says, with the time to come back (R150, R161)", async (t) => {
    const kanaat = await limited(t);
    const { max, perSeconds } = RATE_LIMITS.nickname;
    const ask = (i: number) =>
      kanaat.call(confirmNickname, {
        params: { nickname: "bos_bir_ad" },
        headers: { "x-forwarded-for": `10.0.0.${i}` },
      });
    assert.deepEqual([...(await untilRefused(max, ask))], [200]);
    const { status, problem, headers } = await ask(255);
    assert.equal(status, 429);
    assert.match(headers.get("content-type") ?? "", /^application\/problem\+json/);
    assert.equal(problem.code, "too_many_requests");
    const wait = Number(headers.get("retry-after"));
    assert.ok(wait > perSeconds - 10 && wait <= perSeconds);
  });

  it("are limited for registrations and logins (R161)", async (t) => {
    const kanaat = await limited(t);
    const newcomer = () => kanaat.call(register, { body: {} });
    await untilRefused(RATE_LIMITS.register.max, newcomer);
    assert.equal((await newcomer()).status, 429);
    await untilRefused(RATE_LIMITS.login.max, (i) => enter(kanaat, `kisi${i}@ornek.com`, "yanlis"));
    assert.equal((await enter(kanaat, "yeni@ornek.com", "yanlis")).status, 429);
  });

  it("share one count where endpoints carry the same limit", async (t) => {
    const kanaat = await limited(t);
    const person = await signUp(kanaat);
    const given = { token: person.token, params: { userId: 987_654 } };
    const calls = [followPerson, unfollowPerson];
    const some = (i: number) => kanaat.call(calls[i % 2] ?? followPerson, given);
    assert.deepEqual([...(await untilRefused(RATE_LIMITS.write.max, some))], [404]);
    assert.equal((await kanaat.call(unfollowPerson, given)).status, 429);
    const deletion = { token: person.token, body: { password: "yanlis-sifre" } };
    assert.equal((await kanaat.call(deleteAccount, deletion)).status, 403);
    await kanaat.call(proveOwnership, { token: person.token, body: PROOF });
    const download = () => kanaat.call(exportAccount, { token: person.token });
    assert.deepEqual([...(await untilRefused(RATE_LIMITS.export.max, download))], [200]);
    assert.equal((await download()).status, 429);
  });
});
