import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { DAY_MS, MINUTE_MS } from "#contract/durations.ts";
import {
  changePassword,
  deleteAccount,
  getAccount,
  login,
  logout,
} from "#contract/endpoints/account.ts";
import { getSurvey, listSurveys } from "#contract/endpoints/surveys.ts";
import { deletePerson } from "#server/features/accounts/account-deletion.writes.ts";
import { createAccount } from "#server/features/accounts/accounts.writes.ts";
import { FEATURES } from "#server/features/features.ts";
import { testApp } from "#server/testing/test-app.ts";
import { registrationForm, signIn, signUp } from "#testing/people.ts";
import { openPlainSql } from "#testing/plain-sql.ts";
import { deleteExpiredSessions, openSession } from "./sessions.writes.ts";

const kanaat = await testApp({ after });
const { db, clock, mailboxes } = kanaat;

const enter = (body: unknown) => kanaat.call(login, { body });
const account = (token: string) => kanaat.call(getAccount, { token });
const tokens = () => db.query.selectFrom("sessions").select("token_hash").execute();

describe("logging in", () => {
  it("returns a token and when it ends: after 24 hours, or 30 days if remembered (R19, R20, R151)", async () => {
    const { email, password } = await signUp(kanaat);
    const short = await enter({ email, password });
    assert.equal(short.status, 200);
    assert.deepEqual(Object.keys(short.body), ["token", "expires_at"]);
    assert.match(short.body.token, /^[\w-]{43}$/);
    assert.equal(short.body.expires_at, clock.iso(DAY_MS));
    const long = await enter({ email, password, remember: true });
    assert.equal(long.body.expires_at, clock.iso(30 * DAY_MS));
  });

  it("knows an e-mail in any case and with spaces around it", async () => {
    const { email, password } = await signUp(kanaat);
    assert.equal((await enter({ email: `  ${email.toUpperCase()} `, password })).status, 200);
  });

  it("takes a password whose letters were composed in another way", async () => {
    const { email } = await signUp(kanaat, { password: "gül-şükrü" });
    assert.equal((await enter({ email, password: "gül-şükrü".normalize("NFD") })).status, 200);
  });

  it("keeps a hash of the token only (R19)", async () => {
    const { token } = await signUp(kanaat);
    const hashes = (await tokens()).map((row) => row.token_hash);
    assert.ok(hashes.length > 0);
    assert.ok(!hashes.some((hash) => hash.includes(token) || token.includes(hash)));
  });

  it("returns the same for a wrong password and an unknown e-mail: invalid_credentials (R16)", async () => {
    const { email } = await signUp(kanaat);
    const password = "yanlis-sifre";
    const long = "x".repeat(129);
    const answers = await Promise.all([
      enter({ email, password }),
      enter({ email: registrationForm().email, password }),
      enter({ email: "e-posta değil", password }),
      enter({ email: `${email}\u0000`, password }),
      enter({ email: "\ud800@ornek.com", password }),
      enter({ email, password: long }),
      enter({ email, password: "x".repeat(100_000) }),
    ]);
    for (const { status, problem } of answers) {
      assert.equal(status, 401);
      assert.equal(problem.code, "invalid_credentials");
      assert.equal(problem.message, "Giriş bilgileri hatalı");
    }
    const bytes = answers.map(({ text }) => text.replace(/"request_id":"[^"]*"/, ""));
    assert.equal(new Set(bytes).size, 1);
  });

  it("names what was left empty (R15)", async () => {
    const { status, problem } = await enter({ email: "", password: "" });
    assert.equal(status, 422);
    assert.deepEqual(problem.fields, {
      email: "E-posta alanı boş bırakılamaz",
      password: "Şifre alanı boş bırakılamaz",
    });
  });
});

describe("an account without a password", () => {
  const created = async () => {
    const { email, nickname } = registrationForm();
    const person = {
      ...{ email, nickname, name: "Ece Gün", gender: "women" as const, birth_date: "1990-04-23" },
      ...{ city_id: 34, show_details: 0, consent_version: "1", created_at: 1 },
      ...{ explicit_consent_at: 1, communication_consent_at: 1 },
    };
    return { email, id: await createAccount(kanaat, person, { passwordHash: null, address: "" }) };
  };
  const open = (id: number) => openSession(db, { userId: id, remember: false, now: clock.now() });

  it("is entered by a session that was opened without one, and ends like any other", async () => {
    const { token, expiresAt } = await open((await created()).id);
    assert.equal(expiresAt, clock.now() + DAY_MS);
    assert.equal((await account(token)).status, 200);
    assert.equal((await kanaat.call(logout, { token })).status, 204);
    assert.equal((await account(token)).status, 401);
  });

  it("is entered by no password", async () => {
    const { email } = await created();
    for (const password of ["şifresiz", "null", "undefined", " "]) {
      assert.equal((await enter({ email, password })).problem.code, "invalid_credentials");
    }
  });

  it("gets no password by a change of password: password_missing", async () => {
    const { id } = await created();
    const { token } = await open(id);
    const [password, current_password] = ["yepyeni-şifre", "null"];
    const body = { current_password, password, confirm_password: password };
    assert.equal(
      (await kanaat.call(changePassword, { token, body })).problem.code,
      "password_missing",
    );
  });

  it("can be deleted only minutes after signing in: sign_in_again", async () => {
    const { id } = await created();
    const { token } = await open(id);
    clock.advance(10 * MINUTE_MS);
    for (const body of [{}, { password: "null" }]) {
      const { status, problem } = await kanaat.call(deleteAccount, { token, body });
      assert.equal(status, 403);
      assert.equal(problem.code, "sign_in_again");
    }
    const fresh = await open(id);
    assert.equal((await kanaat.call(deleteAccount, { token: fresh.token, body: {} })).status, 204);
    assert.equal((await account(token)).status, 401);
  });

  it("has no session opened once it is deleted", async () => {
    const { id } = await created();
    await deletePerson({ db, mailboxes, features: FEATURES }, id, clock.now());
    await assert.rejects(open(id), { code: "invalid_credentials" });
  });
});

describe("a session", () => {
  it("is valid until its end and not a millisecond longer (R20)", async (t) => {
    const own = await testApp(t);
    const { token } = await signUp(own);
    own.clock.advance(DAY_MS - 1);
    assert.equal((await own.call(getAccount, { token })).status, 200);
    own.clock.advance(1);
    const { status, problem, headers } = await own.call(getAccount, { token });
    assert.equal(status, 401);
    assert.equal(problem.code, "invalid_token");
    assert.equal(headers.get("www-authenticate"), 'Bearer error="invalid_token"');

    await deleteExpiredSessions(own.db, own.clock.now());
    assert.deepEqual(await own.db.query.selectFrom("sessions").selectAll().execute(), []);
  });

  it("is needed where an account is needed: unauthenticated", async () => {
    const { status, problem, headers } = await kanaat.call(getAccount);
    assert.equal(status, 401);
    assert.equal(problem.code, "unauthenticated");
    assert.equal(headers.get("www-authenticate"), "Bearer");
  });

  it("is found by the bearer header alone (R22)", async () => {
    const { token } = await signUp(kanaat);
    const get = (url: string, headers = {}) => kanaat.app.inject({ url, headers });
    const path = "/api/auth/account/my";
    assert.equal((await get(`${path}?token=${token}&access_token=${token}`)).statusCode, 401);
    assert.equal((await get(path, { cookie: `token=${token}` })).statusCode, 401);
    for (const authorization of ["", "Bearer", "Bearer ", token, `Basic ${token}`, "Bearer x'--"]) {
      const { statusCode } = await get(path, { authorization });
      assert.equal(statusCode, 401, authorization);
    }
    const bearer = await get(path, { authorization: `bearer ${token}` });
    assert.equal(bearer.statusCode, 200);
  });

  it("is refused in two headers, and a header without end is too large (R22)", async (t) => {
    const own = await testApp(t);
    const { token } = await signUp(own);
    await own.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = own.app.server.address() as { port: number };
    const bearer = `authorization: Bearer ${token}\r\n`;
    assert.match(await rawGet(port, bearer), /^HTTP\/1.1 200 /);
    assert.match(await rawGet(port, bearer + bearer), /^HTTP\/1.1 401 /);
    const endless = `authorization: Bearer ${"x".repeat(100_000)}\r\n`;
    assert.match(await rawGet(port, endless), /^HTTP\/1.1 431 /);
  });

  it("is ignored in another scheme, such as that of a proxy's own password (R22)", async () => {
    for (const authorization of ["Basic a2ltOnNpZnJl", "Digest username=x", "Negotiate YII="]) {
      const { statusCode } = await kanaat.app.inject({
        url: "/api/surveys",
        headers: { authorization },
      });
      assert.equal(statusCode, 200, authorization);
    }
  });

  it("that is not valid is refused even where visitors are let in (R8)", async () => {
    const token = "x".repeat(43);
    const params = { id: 1 };
    assert.equal((await kanaat.call(listSurveys, { token })).problem.code, "invalid_token");
    assert.equal((await kanaat.call(getSurvey, { token, params })).problem.code, "invalid_token");
  });
});

describe("logging out", () => {
  it("ends this session immediately, for every call, and no other (R24)", async () => {
    const person = await signUp(kanaat);
    const { token: other } = await signIn(kanaat, person);
    assert.equal((await account(person.token)).status, 200);
    const { status, text } = await kanaat.call(logout, { token: person.token });
    assert.equal(status, 204);
    assert.equal(text, "");
    for (const call of [getAccount, logout, listSurveys]) {
      const answer = await kanaat.call(call, { token: person.token });
      assert.equal(answer.status, 401);
      assert.equal(answer.headers.get("www-authenticate"), 'Bearer error="invalid_token"');
    }
    assert.equal((await account(other)).status, 200);
  });

  it("holds while many calls of the same session are under way", async () => {
    const { token } = await signUp(kanaat);
    await Promise.all([
      ...Array.from({ length: 20 }, () => account(token)),
      kanaat.call(logout, { token }),
      ...Array.from({ length: 20 }, () => account(token)),
    ]);
    assert.equal((await account(token)).status, 401);
  });
});

describe("two servers on one database", () => {
  it("end a session in both (R24)", async (t) => {
    const first = await testApp(t);
    // SQLite's folder belongs to one server.
    const shared = first.db.engine === "postgres";
    const second = shared ? await testApp(t, { instance: first.instance }) : first;
    const { token } = await signUp(first);
    const status = async () => (await second.call(getAccount, { token })).status;
    assert.equal(await status(), 200);
    await first.call(logout, { token });
    while ((await status()) === 200) await sleep(20);
    assert.equal(await status(), 401);
  });

  if (kanaat.db.engine === "postgres") {
    it("read sessions again after a time in which neither could reach the other", async (t) => {
      const own = await testApp(t);
      const { token } = await signUp(own);
      const status = async () => (await own.call(getAccount, { token })).status;
      assert.equal(await status(), 200);
      const other = await openPlainSql(own.instance);
      await other.run(`delete from sessions`);
      assert.equal(await status(), 200);
      await other.run(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`);
      await other.close();
      while ((await status()) !== 401) await sleep(50);
      assert.equal(await status(), 401);
    });
  }
});

function rawGet(port: number, headers: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    connect(port, "127.0.0.1")
      .on("data", (bytes) => {
        answer += bytes;
      })
      .on("close", () => resolve(answer))
      .on("error", reject)
      .write(
        `GET /api/auth/account/my HTTP/1.1\r\nhost: kanaat.test\r\nconnection: close\r\n${headers}\r\n`,
      );
  });
}
