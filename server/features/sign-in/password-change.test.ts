import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { changePassword, deleteAccount, getAccount, login } from "#contract/endpoints/account.ts";
import { RATE_LIMITS } from "#contract/limits.ts";
import { OWN_PASSWORD } from "#contract/shapes/own-password.ts";
import { testApp } from "#server/testing/test-app.ts";
import { type Person, signIn, signUp } from "#testing/people.ts";
import { findCredentials } from "./credentials.reads.ts";
import { createPasswords } from "./passwords.ts";
import { openSession } from "./sessions.writes.ts";

const kanaat = await testApp({ after });

const NEW = "yepyeni-şifre-2";
const form = (current_password: string, password = NEW, confirm_password = password) => ({
  current_password,
  password,
  confirm_password,
});
const change = ({ token }: Person, body: unknown) => kanaat.call(changePassword, { token, body });
const enter = (email: string, password: string) =>
  kanaat.call(login, { body: { email, password } });
const isIn = async (token: string) => (await kanaat.call(getAccount, { token })).status === 200;

describe("changing the password", () => {
  it("accepts the new one and no longer the old one", async () => {
    const person = await signUp(kanaat);
    assert.equal((await change(person, form(person.password))).status, 200);
    const { problem } = await enter(person.email, person.password);
    assert.equal(problem.code, "invalid_credentials");
    assert.equal((await enter(person.email, NEW)).status, 200);
  });

  it("ends every other session immediately and none of other people (R112)", async () => {
    const [person, friend] = [await signUp(kanaat), await signUp(kanaat)];
    const others = [await signIn(kanaat, person), await signIn(kanaat, person)];
    for (const { token } of [person, friend, ...others]) assert.ok(await isIn(token));
    assert.equal((await change(person, form(person.password))).status, 200);
    for (const { token } of others) {
      assert.equal((await kanaat.call(getAccount, { token })).problem.code, "invalid_token");
    }
    assert.ok(await isIn(friend.token));
  });

  it("continues this session with a new token only, and no longer than before (R112)", async () => {
    const person = await signUp(kanaat);
    assert.ok(await isIn(person.token));
    kanaat.clock.advance(1000);
    const { body } = await change(person, form(person.password));
    assert.notEqual(body.token, person.token);
    assert.equal(body.expires_at, person.expires_at);
    assert.equal((await kanaat.call(getAccount, person)).problem.code, "invalid_token");
    assert.ok(await isIn(body.token));
    const again = await change({ ...person, token: body.token }, form(NEW, "bambaşka-şifre"));
    assert.equal(again.status, 200);
    assert.ok(!(await isIn(body.token)));
  });

  it("needs the present password: wrong_password (R112)", async () => {
    const person = await signUp(kanaat);
    const other = await signIn(kanaat, person);
    for (const wrong of ["yanlis-sifre", "x".repeat(1000)]) {
      const { status, problem } = await change(person, form(wrong));
      assert.equal(status, 403);
      assert.equal(problem.code, "wrong_password");
    }
    assert.ok(await isIn(other.token));
    assert.equal((await enter(person.email, person.password)).status, 200);
  });

  it("names each field that is wrong: validation_failed", async () => {
    const person = await signUp(kanaat);
    const cases: [body: unknown, fields: string[]][] = [
      [form(""), ["current_password"]],
      [form(person.password, "kısa"), ["password"]],
      [form(person.password, "x".repeat(129)), ["password"]],
      [form(person.password, "123456"), ["password"]],
      [form(person.password, NEW, "başka-bir-şifre"), ["confirm_password"]],
      [{}, ["current_password", "password", "confirm_password"]],
    ];
    for (const [body, fields] of cases) {
      const { status, problem } = await change(person, body);
      assert.equal(status, 422, JSON.stringify(body));
      assert.deepEqual(Object.keys(problem.fields ?? {}), fields);
    }
    assert.equal((await enter(person.email, person.password)).status, 200);
  });

  it("refuses a common one and the person's own name (R34)", async () => {
    const person = await signUp(kanaat, { name: "Gülşah Işık" });
    for (const [password, why] of [
      [
        "fenerbahçe1907",
        "Bu şifre çok kolay tahmin edilir; lütfen daha uzun ya da daha alışılmadık bir şifre seçin.",
      ],
      ["GULSAH-1994", OWN_PASSWORD],
      [person.nickname, OWN_PASSWORD],
      [person.email, OWN_PASSWORD],
    ] as const) {
      const { status, problem } = await change(person, form(person.password, password));
      assert.deepEqual([status, problem.fields], [422, { password: why }], password);
    }
    assert.equal((await enter(person.email, person.password)).status, 200);
  });

  it("leaves a password that was accepted earlier as it is (R34)", async () => {
    const person = await signUp(kanaat);
    const password_hash = await createPasswords().hash("galatasaray1");
    const rows = kanaat.db.query.updateTable("credentials").set({ password_hash });
    await rows.where("user_id", "=", person.id).execute();
    assert.equal((await enter(person.email, "galatasaray1")).status, 200);
    const { status } = await change(person, form("galatasaray1", NEW));
    assert.equal(status, 200);
  });

  it("accepts one of several simultaneous changes", async () => {
    const person = await signUp(kanaat);
    const words = ["bir", "iki", "üç"].map((word) => `yepyeni-şifre-${word}`);
    const changes = words.map((password) => change(person, form(person.password, password)));
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    const won = words.filter((_, at) => statuses[at] === 200);
    assert.equal(won.length, 1);
    assert.equal((await enter(person.email, won[0] ?? "")).status, 200);
  });

  describe("ends logins that had found the old one right", () => {
    /** What a login does once the password has matched. */
    async function loginOf(person: Person) {
      const { userId = 0, passwordHash } =
        (await findCredentials(kanaat.db, { id: person.id })) ?? {};
      assert.ok(passwordHash);
      const session = { userId, passwordHash, remember: true, now: kanaat.clock.now() };
      return () => openSession(kanaat.db, session);
    }

    it("just before", async () => {
      const person = await signUp(kanaat);
      const open = await loginOf(person);
      assert.equal((await change(person, form(person.password))).status, 200);
      await assert.rejects(open(), { code: "invalid_credentials" });
    });

    const ends: Record<string, (person: Person) => Promise<{ status: number }>> = {
      "while it changes": (person) => change(person, form(person.password)),
      "while the account is deleted": ({ token, password }) =>
        kanaat.call(deleteAccount, { token, body: { password } }),
    };
    for (const [when, end] of Object.entries(ends)) {
      it(when, async () => {
        const person = await signUp(kanaat);
        const open = await loginOf(person);
        // One opened beforehand: on a fast machine the change may end before another opens.
        const opened = [(await open()).token];
        let ended = false;
        const ending = end(person).then(({ status }) => {
          ended = true;
          assert.equal(status, when === "while it changes" ? 200 : 204);
        });
        while (!ended) {
          const logins = await Promise.allSettled([open(), open(), open()]);
          for (const login of logins) {
            if (login.status === "fulfilled") opened.push(login.value.token);
            else assert.equal(login.reason.code, "invalid_credentials");
          }
          for (const token of opened.slice(-3)) await kanaat.call(getAccount, { token });
        }
        await ending;
        for (const token of opened) assert.ok(!(await isIn(token)));
      });
    }
  });

  it("counts wrong guesses together with those at the login", async (t) => {
    const own = await testApp(t, { config: { rateLimits: true } });
    const { email, token } = await signUp(own);
    const guess = (i: number) =>
      i % 2
        ? own.call(changePassword, { token, body: form("yanlis-sifre") })
        : own.call(login, { body: { email, password: "yanlis-sifre" } });
    for (let i = 0; i < RATE_LIMITS.failedLogin.max; i++) {
      assert.ok([401, 403].includes((await guess(i)).status));
    }
    for (const i of [0, 1]) assert.equal((await guess(i)).status, 429);
  });
});
