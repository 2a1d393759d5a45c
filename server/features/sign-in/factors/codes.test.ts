import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { DAY_MS, MINUTE_MS } from "#contract/durations.ts";
import { changePassword, deleteAccount, getAccount, login } from "#contract/endpoints/account.ts";
import { verifyEmail } from "#contract/endpoints/email.ts";
import { closeOtherSessions } from "#contract/endpoints/open-sessions.ts";
import {
  beginPasskey,
  beginTotp,
  completeLogin,
  confirmTotp,
  getFactors,
  removeTotp,
  renewRecoveryCodes,
} from "#contract/endpoints/second-factors.ts";
import { RATE_LIMITS } from "#contract/limits.ts";
import { createAccount } from "#server/features/accounts/accounts.writes.ts";
import { linkSecret } from "#server/testing/mail-app.ts";
import { codeOf, firstStep, secondStep, turnOnTotp } from "#server/testing/second-factors.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { download, type Person, registrationForm, signIn, signUp } from "#testing/people.ts";
import { MailServer } from "#testing/servers/mail-server.ts";
import { openSession } from "../sessions.writes.ts";
import { dropSecondFactors } from "./factors.writes.ts";
import { spendRecoveryCode } from "./recovery-codes.writes.ts";

const kanaat = await testApp({ after });
const { db, clock, mailboxes } = kanaat;
const STEP_MS = 30_000;

const factorsOf = async ({ token }: Pick<Person, "token">) =>
  (await succeed(kanaat.call(getFactors, { token }))).item;

/** A person with codes, at a time when a new one counts. */
async function withCodes(app: TestApp = kanaat) {
  const person = await signUp(app);
  const factors = await turnOnTotp(app, person);
  app.clock.advance(STEP_MS);
  return { person, ...factors };
}

const ticketOf = async (person: Person, app = kanaat) =>
  (await firstStep(app, person)).ticket ?? "";

describe("codes of an authenticator app", () => {
  it("are turned on by the password and the first of them, and then asked for (R260)", async () => {
    const person = await signUp(kanaat);
    const { token, password, nickname } = person;
    const wrong = await kanaat.call(beginTotp, { token, body: { password: "yanlis" } });
    assert.equal(wrong.problem.code, "wrong_password");
    assert.equal(
      (await kanaat.call(beginTotp, { token, body: {} })).problem.code,
      "proof_required",
    );
    assert.equal(
      (await kanaat.call(confirmTotp, { token, body: { code: "123456" } })).problem.code,
      "setup_expired",
    );
    const { item } = await succeed(kanaat.call(beginTotp, { token, body: { password } }));
    assert.match(item.secret, /^[A-Z2-7]{32}$/);
    assert.match(
      item.uri,
      new RegExp(`^otpauth://totp/Kanaat:${nickname}\\?secret=${item.secret}`),
    );
    assert.equal((await factorsOf(person)).totp_since, null);
    // No code is asked for yet.
    await signIn(kanaat, person);

    const code = codeOf(kanaat, item.secret);
    const off = code === "000000" ? "000001" : "000000";
    const refused = await kanaat.call(confirmTotp, { token, body: { code: off } });
    assert.equal(refused.problem.code, "wrong_code");
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    const { item: on } = await succeed(kanaat.call(confirmTotp, { token, body: { code: spaced } }));
    assert.equal(new Set(on.recovery_codes).size, 10);
    assert.equal((await factorsOf(person)).totp_since, clock.iso());
    assert.equal((await factorsOf(person)).recovery_codes_left, 10);
    const again = await kanaat.call(beginTotp, { token, body: { password } });
    assert.equal(again.problem.code, "factor_exists");

    const { status, problem } = await kanaat.call(login, { body: person });
    assert.equal(status, 403);
    assert.equal(problem.code, "second_factor_required");
    assert.match(problem.ticket ?? "", /^[\w-]{43}$/);
    assert.deepEqual(problem.methods, ["totp", "recovery_code"]);
    const bad = await firstStep(kanaat, { ...person, password: "yanlis" });
    assert.equal(bad.code, "invalid_credentials");
  });

  it("must be turned on within ten minutes (R260)", async () => {
    const person = await signUp(kanaat);
    const { token, password } = person;
    const { item } = await succeed(kanaat.call(beginTotp, { token, body: { password } }));
    clock.advance(10 * MINUTE_MS + 1);
    const late = await kanaat.call(confirmTotp, {
      token,
      body: { code: codeOf(kanaat, item.secret) },
    });
    assert.equal(late.problem.code, "setup_expired");
  });

  it("open the session that was asked for, remembered or not (R261)", async () => {
    const { person, secret } = await withCodes();
    const { ticket } = await firstStep(kanaat, person, { remember: true, browsers: [] });
    const { status, body } = await secondStep(kanaat, { ticket, code: codeOf(kanaat, secret) });
    assert.equal(status, 200);
    assert.equal(body.expires_at, clock.iso(30 * DAY_MS));
    assert.ok(body.browser);
    assert.equal((await kanaat.call(getAccount, { token: body.token })).status, 200);

    clock.advance(STEP_MS);
    const known = await firstStep(kanaat, person, { browsers: [body.browser] });
    const short = await secondStep(kanaat, { ticket: known.ticket, code: codeOf(kanaat, secret) });
    assert.equal(short.body.expires_at, clock.iso(DAY_MS));
  });

  it("are accepted in their own step and in those before and after, at any moment of it (R261)", async () => {
    for (const moment of [0, STEP_MS / 2, STEP_MS - 1]) {
      for (const [steps, expected] of [
        [-2, 403],
        [-1, 200],
        [0, 200],
        [1, 200],
        [2, 403],
      ] as const) {
        const { person, secret } = await withCodes();
        clock.advance(5 * STEP_MS - (clock.now() % STEP_MS) + moment);
        const ticket = await ticketOf(person);
        const code = codeOf(kanaat, secret, 30 * steps);
        const { status } = await secondStep(kanaat, { ticket, code });
        assert.equal(status, expected, `${steps} steps, ${moment} ms after the beginning`);
      }
    }
  });

  it("are accepted once, also at the same moment, and never before the last one (R261)", async () => {
    const { person, secret } = await withCodes();
    const code = codeOf(kanaat, secret);
    const earlier = codeOf(kanaat, secret, -30);
    const tickets = await Promise.all(Array.from({ length: 5 }, () => ticketOf(person)));
    const answers = await Promise.all(
      tickets.map((ticket) => secondStep(kanaat, { ticket, code })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 403, 403, 403, 403]);
    for (const used of [code, earlier]) {
      const { problem } = await secondStep(kanaat, { ticket: await ticketOf(person), code: used });
      assert.equal(problem.code, "wrong_code");
    }
    clock.advance(STEP_MS);
    const next = { ticket: await ticketOf(person), code: codeOf(kanaat, secret) };
    assert.equal((await secondStep(kanaat, next)).status, 200);
  });

  it("are turned off by the password, and with them the recovery codes (R260)", async () => {
    const { person } = await withCodes();
    const { token, password } = person;
    const off = (proof: object) => kanaat.call(removeTotp, { token, body: proof });
    assert.equal((await off({ password: "yanlis" })).problem.code, "wrong_password");
    assert.equal((await off({ password })).status, 204);
    assert.equal((await off({ password })).status, 204);
    assert.equal((await factorsOf(person)).recovery_codes_left, 0);
    await signIn(kanaat, person);
  });

  it("cannot be computed from the database alone (R260)", async () => {
    const { person, secret, recoveryCodes } = await withCodes();
    const row = await db.query
      .selectFrom("totp")
      .selectAll()
      .where("user_id", "=", person.id)
      .executeTakeFirstOrThrow();
    assert.ok(!row.secret.includes(secret));
    assert.ok(!Buffer.from(row.secret, "base64url").toString("latin1").includes(secret));
    const ticket = await ticketOf(person);
    const tickets = await db.query.selectFrom("sign_in_tickets").selectAll().execute();
    assert.ok(!JSON.stringify(tickets).includes(ticket));
    const codes = await db.query.selectFrom("recovery_codes").selectAll().execute();
    assert.ok(!recoveryCodes.some((code) => JSON.stringify(codes).includes(code)));
  });

  it("are in the data download without their secret, and are deleted with the account (R260)", async () => {
    const { person, secret, recoveryCodes } = await withCodes();
    const { token, password } = person;
    const { body, text } = await download(kanaat, { token });
    assert.equal(body.second_factors.recovery_codes_left, 10);
    assert.ok(body.second_factors.totp_since);
    for (const hidden of [secret, ...recoveryCodes]) assert.ok(!text.includes(hidden));
    await ticketOf(person);
    assert.equal((await kanaat.call(deleteAccount, { token, body: { password } })).status, 204);
    for (const table of ["totp", "recovery_codes", "sign_in_tickets"] as const) {
      const left = db.query.selectFrom(table).select("user_id").where("user_id", "=", person.id);
      assert.deepEqual(await left.execute(), [], table);
    }
  });

  it("may be turned on without a password where somebody has just signed in: sign_in_again", async () => {
    const { email, nickname } = registrationForm();
    const id = await createAccount(
      kanaat,
      {
        ...{ email, nickname, name: "Ece Gün", gender: "women", birth_date: "1990-04-23" },
        ...{ city_id: 34, show_details: 0, consent_version: "1", created_at: clock.now() },
        ...{ explicit_consent_at: 1, communication_consent_at: 1 },
      },
      { passwordHash: null, address: "" },
    );
    const { token } = await openSession(db, { userId: id, remember: false, now: clock.now() });
    clock.advance(10 * MINUTE_MS - 1);
    assert.equal((await kanaat.call(beginTotp, { token, body: {} })).status, 201);
    clock.advance(1);
    const late = [
      kanaat.call(beginTotp, { token, body: {} }),
      kanaat.call(removeTotp, { token, body: {} }),
      kanaat.call(beginPasskey, { token, body: {} }),
      kanaat.call(renewRecoveryCodes, { token, body: {} }),
    ];
    for (const { problem } of await Promise.all(late)) assert.equal(problem.code, "sign_in_again");
  });
});

describe("the ticket of a login", () => {
  it("is not a session, and opens only one (R261)", async () => {
    const { person, secret } = await withCodes();
    const ticket = await ticketOf(person);
    assert.equal((await kanaat.call(getAccount, { token: ticket })).status, 401);
    for (const none of [{}, { code: "" }, { code: "12345" }, { recovery_code: undefined }]) {
      assert.equal((await secondStep(kanaat, { ticket, ...none })).status, 422);
    }
    const body = { ticket, code: codeOf(kanaat, secret) };
    assert.equal((await secondStep(kanaat, body)).status, 200);
    assert.equal((await secondStep(kanaat, body)).problem.code, "sign_in_expired");
    for (const made of ["", "x".repeat(43)]) {
      const { problem } = await secondStep(kanaat, { ...body, ticket: made });
      assert.equal(problem.code, "sign_in_expired");
    }
  });

  it("lives for five minutes and five tries (R261)", async () => {
    const { person, secret } = await withCodes();
    const late = await ticketOf(person);
    clock.advance(5 * MINUTE_MS);
    const code = () => codeOf(kanaat, secret);
    assert.equal(
      (await secondStep(kanaat, { ticket: late, code: code() })).problem.code,
      "sign_in_expired",
    );
    const ticket = await ticketOf(person);
    for (let i = 0; i < 5; i++) {
      const wrong = await secondStep(kanaat, { ticket, recovery_code: "YANLI-SKODU" });
      assert.equal(wrong.problem.code, "wrong_code");
    }
    const { problem } = await secondStep(kanaat, { ticket, code: code() });
    assert.equal(problem.code, "sign_in_expired");
    clock.advance(5 * MINUTE_MS);
    await kanaat.runMaintenance();
    assert.deepEqual(await db.query.selectFrom("sign_in_tickets").selectAll().execute(), []);
  });

  const ends: Record<string, (person: Person) => Promise<unknown>> = {
    "the password is changed": ({ token, password }) => {
      const body = { current_password: password, password: "yepyeni-şifre" };
      return succeed(
        kanaat.call(changePassword, { token, body: { ...body, confirm_password: body.password } }),
      );
    },
    "the account is deleted": ({ token, password }) =>
      succeed(kanaat.call(deleteAccount, { token, body: { password } })),
    "all other sessions are ended": ({ token }) =>
      succeed(kanaat.call(closeOtherSessions, { token })),
    "its factors are dropped": ({ id }) =>
      db.query.transaction().execute((tx) => dropSecondFactors(tx, id)),
  };
  for (const [what, end] of Object.entries(ends)) {
    it(`is void once ${what} (R261)`, async () => {
      const { person, secret } = await withCodes();
      const ticket = await ticketOf(person);
      await end(person);
      const { problem } = await secondStep(kanaat, { ticket, code: codeOf(kanaat, secret) });
      assert.equal(problem.code, "sign_in_expired");
    });
  }

  it("refuses a factor that was removed, and somebody else's (R261)", async () => {
    const [one, other] = [await withCodes(), await withCodes()];
    const ticket = await ticketOf(one.person);
    const foreign = await secondStep(kanaat, { ticket, code: codeOf(kanaat, other.secret) });
    assert.equal(foreign.problem.code, "wrong_code");
    const [recovery_code] = other.recoveryCodes;
    assert.equal((await secondStep(kanaat, { ticket, recovery_code })).problem.code, "wrong_code");
    const { token, password } = one.person;
    await succeed(kanaat.call(removeTotp, { token, body: { password } }));
    const removed = await secondStep(kanaat, { ticket, code: codeOf(kanaat, one.secret) });
    assert.equal(removed.problem.code, "wrong_code");
  });
});

describe("wrong codes", () => {
  const { max } = RATE_LIMITS.wrongCode;

  it("are limited for each account, and lock its owner out neither permanently nor where known (R261)", async (t) => {
    const own = await testApp(t, { config: { rateLimits: true, trustProxy: true } });
    const { person, secret } = await withCodes(own);
    let address = 0;
    const from = () => ({ "x-forwarded-for": `10.${address++}.0.1` });
    const begin = async (browsers: string[]) => {
      const { email, password } = person;
      const body = { email, password, browsers };
      return (await own.call(login, { body, headers: from() })).problem.ticket;
    };
    const complete = async (ticket: string | undefined, body: object) =>
      own.call(completeLogin, {
        body: { ticket, ...body },
        headers: from(),
      });
    const right = () => ({ code: codeOf(own, secret) });
    const first = await complete(await begin([]), right());
    assert.equal(first.status, 200);
    const browsers = [first.body.browser ?? ""];
    own.clock.advance(STEP_MS);

    const wrong = { code: right().code === "000000" ? "000001" : "000000" };
    const guess = async () => (await complete(await begin([]), wrong)).status;
    for (let i = 0; i < max + 1; i++) assert.equal(await guess(), 403, `guess ${i}`);
    assert.equal(await guess(), 429);
    assert.equal((await complete(await begin([]), right())).status, 429);
    assert.equal((await complete(await begin(browsers), right())).status, 200);
    own.clock.advance(10 * MINUTE_MS);
    assert.equal((await complete(await begin([]), right())).status, 200);
  });
});

describe("recovery codes", () => {
  it("open a session once each, however they are typed (R261)", async () => {
    const { person, recoveryCodes } = await withCodes();
    const [first = "", second = ""] = recoveryCodes;
    assert.match(first, /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    const use = async (recovery_code: string) =>
      (await secondStep(kanaat, { ticket: await ticketOf(person), recovery_code })).status;
    assert.equal(await use(first), 200);
    assert.equal(await use(first), 403);
    const typed = second.toLowerCase().replace("-", " ").replaceAll("0", "o").replaceAll("1", "l");
    const both = await Promise.all([use(typed), use(second)]);
    assert.deepEqual(both.sort(), [200, 403]);
    assert.equal((await factorsOf(person)).recovery_codes_left, 8);
  });

  it("are renewed with the password, and only with a second factor: no_factor (R260)", async () => {
    const { person, recoveryCodes } = await withCodes();
    const { token, password } = person;
    const renew = (whose: Person, proof: object) =>
      kanaat.call(renewRecoveryCodes, { token: whose.token, body: proof });
    assert.equal((await renew(person, { password: "yanlis" })).problem.code, "wrong_password");
    const { item } = await succeed(kanaat.call(renewRecoveryCodes, { token, body: { password } }));
    assert.equal(item.recovery_codes.length, 10);
    const [old] = recoveryCodes;
    const ticket = await ticketOf(person);
    assert.equal((await secondStep(kanaat, { ticket, recovery_code: old })).status, 403);
    const [fresh] = item.recovery_codes;
    assert.equal((await secondStep(kanaat, { ticket, recovery_code: fresh })).status, 200);
    const none = await signUp(kanaat);
    const refused = await renew(none, { password: none.password });
    assert.equal(refused.problem.code, "no_factor");
  });

  it("can be used up, and all factors dropped by the operator's command", async () => {
    const { person, recoveryCodes } = await withCodes();
    const code = recoveryCodes[0] ?? "";
    const inTransaction = db.query.transaction();
    assert.ok(
      await inTransaction.execute((tx) => spendRecoveryCode(tx, mailboxes, person.id, code)),
    );
    assert.ok(
      !(await inTransaction.execute((tx) => spendRecoveryCode(tx, mailboxes, person.id, code))),
    );
    assert.ok(await inTransaction.execute((tx) => dropSecondFactors(tx, person.id)));
    assert.ok(!(await inTransaction.execute((tx) => dropSecondFactors(tx, person.id))));
    await signIn(kanaat, person);
  });
});

describe("an account's owner", () => {
  it("gets a mail about each change of the ways to sign in (R260)", async (t) => {
    const mailServer = await MailServer.start();
    t.after(() => mailServer.kill());
    const mail = { url: mailServer.url, from: "Kanaat <posta@kanaat.example>" };
    const own = await testApp(t, {
      config: { mail, publicUrl: "https://kanaat.example", trustProxy: true },
    });
    const person = await signUp(own);
    const { token, password, email } = person;
    const link = await linkSecret(mailServer, email, "/email/verify");
    await succeed(own.call(verifyEmail, { token, body: { token: link } }));
    const { secret } = await turnOnTotp(own, person);
    const told = (subject: RegExp) => mailServer.newest(email, subject);
    assert.match((await told(/eklendi/)).text, /doğrulama kodları/);
    const renewed = await own.call(renewRecoveryCodes, { token, body: { password } });
    await told(/Kurtarma kodları yenilendi/);
    own.clock.advance(STEP_MS);
    const [recovery_code] = renewed.body.item.recovery_codes;
    const { ticket } = await firstStep(own, person);
    const headers = {
      "x-forwarded-for": "10.9.8.7",
      "user-agent": "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/148.0 Safari/537.36",
    };
    await succeed(own.call(completeLogin, { body: { ticket, recovery_code }, headers }));
    assert.match((await told(/Kurtarma koduyla/)).text, /Kalan kurtarma kodu: 9/);
    const news = await told(/yeni bir tarayıcıdan/);
    assert.match(news.text, /Chrome, Windows/);
    assert.match(news.text, /https:\/\/kanaat\.example\/account#guvenlik/);
    await succeed(own.call(removeTotp, { token, body: { password } }));
    assert.ok(!(await told(/kaldırıldı/)).text.includes(secret));
  });
});
