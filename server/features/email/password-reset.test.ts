import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { MINUTE_MS } from "#contract/durations.ts";
import { changePassword, getAccount, login } from "#contract/endpoints/account.ts";
import { createChallenge } from "#contract/endpoints/challenge.ts";
import {
  changeEmail,
  checkMailLink,
  forgotPassword,
  resetPassword,
  verifyEmail,
} from "#contract/endpoints/email.ts";
import { CHALLENGED_FROM, UNASKED_LETTERS } from "#contract/limits.ts";
import { OWN_PASSWORD } from "#contract/shapes/own-password.ts";
import { linkSecret, mailApp, PUBLIC_URL } from "#server/testing/mail-app.ts";
import { turnOnTotp } from "#server/testing/second-factors.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { type Person, registrationForm, signIn, signUp } from "#testing/people.ts";
import { proofFor } from "#testing/proofs.ts";

const kanaat = await mailApp({ after });
const { clock, mailServer } = kanaat;
const NEW = "yepyeni-şifre-2";

const forget = (email: string, headers = {}) =>
  kanaat.call(forgotPassword, { body: { email }, headers });
const reset = (token: string, password = NEW) =>
  kanaat.call(resetPassword, { body: { token, password, confirm_password: password } });
const enter = (email: string, password: string) =>
  kanaat.call(login, { body: { email, password } });
const isIn = async ({ token }: { token: string }) =>
  (await kanaat.call(getAccount, { token })).status === 200;
/** Reset mails to this mailbox so far; other letters may still be on their way. */
const mailsTo = (email: string) =>
  mailServer.mails.filter(
    ({ recipient, subject }) => recipient === email && /Yeni şifrenizi/.test(subject),
  );
async function asked({ email }: Person): Promise<string> {
  const before = mailsTo(email).length;
  assert.equal((await forget(email)).status, 204);
  while (mailsTo(email).length === before) await new Promise((done) => setTimeout(done, 10));
  return linkSecret(mailServer, email, "/password/reset");
}
async function verified(): Promise<Person> {
  const person = await signUp(kanaat);
  const token = await linkSecret(mailServer, person.email, "/email/verify");
  await succeed(kanaat.call(verifyEmail, { token: person.token, body: { token } }));
  return person;
}

describe("a forgotten password", () => {
  it("is replaced by the link, which ends every session, is reported by mail, and verifies (R257)", async () => {
    const person = await signUp(kanaat);
    const other = await signIn(kanaat, person);
    const token = await asked(person);
    assert.equal(
      (await succeed(kanaat.call(checkMailLink, { body: { token } }))).item.purpose,
      "reset",
    );
    assert.equal((await reset(token)).status, 204);
    assert.deepEqual(await Promise.all([person, other].map(isIn)), [false, false]);
    assert.equal((await enter(person.email, person.password)).problem.code, "invalid_credentials");
    const session = await signIn(kanaat, { ...person, password: NEW });
    assert.equal((await succeed(kanaat.call(getAccount, session))).item.email_verified, true);
    await mailServer.newest(person.email, /Şifreniz değişti/);
  });

  it("gets the same response with and without an account, without a query before it (R257)", async () => {
    const person = await verified();
    const answers = [await forget(person.email), await forget(registrationForm().email)];
    assert.deepEqual(
      answers.map(({ status, text }) => [status, text]),
      [
        [204, ""],
        [204, ""],
      ],
    );
    const held = kanaat.db.query.transaction().execute(async (tx) => {
      await tx
        .updateTable("users")
        .set({ name: person.name })
        .where("id", "=", person.id)
        .execute();
      return Promise.all([forget(person.email), forget(registrationForm().email)]);
    });
    assert.deepEqual(
      (await held).map(({ status }) => status),
      [204, 204],
    );
  });

  it("accepts a link once, within thirty minutes, the newest and older ones alike (R257)", async () => {
    const person = await verified();
    const old = await asked(person);
    clock.advance(30 * MINUTE_MS);
    assert.equal((await reset(old)).problem.code, "link_expired");
    const [first, second] = [await asked(person), await asked(person)];
    assert.equal((await reset(first)).status, 204);
    assert.equal((await reset(first)).problem.code, "link_used");
    assert.equal((await reset(second)).problem.code, "link_expired");
    assert.equal((await reset(`${first}x`)).problem.code, "link_unknown");
  });

  it("is set once by two resets that race, by one link or by two (R257)", async () => {
    for (const links of [1, 2]) {
      const person = await verified();
      const tokens = [await asked(person)];
      tokens.push(links === 2 ? await asked(person) : (tokens[0] ?? ""));
      const passwords = ["birinci-şifre-1", "ikinci-şifre-2"];
      const answers = await Promise.all(tokens.map((token, i) => reset(token, passwords[i])));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 410]);
      const won = answers.findIndex(({ status }) => status === 204);
      assert.equal((await enter(person.email, passwords[won] ?? "")).status, 200);
      assert.equal((await enter(person.email, passwords[1 - won] ?? "")).status, 401);
    }
  });

  it("refuses common passwords and the person's own name, and the link can be used again then", async () => {
    const person = await verified();
    const token = await asked(person);
    assert.equal((await reset(token, "123456")).status, 422);
    const own = await reset(token, person.nickname);
    assert.deepEqual(own.problem.fields, { password: OWN_PASSWORD });
    assert.equal((await reset(token)).status, 204);
  });

  it("links to the site's own address, whatever host the request names (R252)", async () => {
    const person = await verified();
    await forget(person.email, { host: "kotu.example", "x-forwarded-host": "kotu.example" });
    await linkSecret(mailServer, person.email, "/password/reset");
    const { text, html } = await mailServer.newest(person.email, /Yeni şifrenizi/);
    assert.ok(text.includes(`${PUBLIC_URL}/password/reset#`));
    assert.ok(!`${text}${html}`.includes("kotu.example"));
  });

  it("asks for a proof of work after a few, and then goes on, so that nobody uses up the links of the owner (R257)", async (t) => {
    const limited = await mailApp(t, { config: { rateLimits: true }, clock });
    const { email } = await signUp(limited);
    const ask = (proof?: string) => limited.call(forgotPassword, { body: { email, proof } });
    const { free } = CHALLENGED_FROM.reset.mailbox;
    for (let i = 0; i < free; i++) assert.equal((await ask()).status, 204);
    assert.equal((await ask()).problem.code, "challenge_required");
    const asked = UNASKED_LETTERS[0].max + 2;
    for (let i = free; i < asked; i++) {
      const body = { for: "reset" as const, email };
      const { item } = await succeed(limited.call(createChallenge, { body }));
      assert.ok(item);
      assert.equal((await ask(await proofFor(item))).status, 204);
    }
    const links = () =>
      limited.mailServer.mails.filter(({ subject }) => /Yeni şifre/.test(subject)).length;
    while (links() < asked) await new Promise((done) => setTimeout(done, 10));
  });

  it("is not asked for where no mail is sent", async (t) => {
    const own = await testApp(t);
    const body = { email: registrationForm().email };
    assert.equal((await own.call(forgotPassword, { body })).problem.code, "mail_off");
  });
});

describe("an account that somebody opened with another's address", () => {
  it("belongs to the address's owner after a reset, with nothing left for the person who opened it (R257)", async () => {
    const attacker = await signUp(kanaat);
    const stale = await linkSecret(mailServer, attacker.email, "/email/verify");
    const theirs = registrationForm().email;
    const change = { email: theirs, password: attacker.password };
    assert.equal((await kanaat.call(changeEmail, { ...attacker, body: change })).status, 204);
    const trojan = await linkSecret(mailServer, theirs, "/email/verify");
    assert.equal((await reset(await asked(attacker))).status, 204);
    assert.equal(await isIn(attacker), false);
    assert.equal((await enter(attacker.email, attacker.password)).status, 401);
    const session = await signIn(kanaat, { email: attacker.email, password: NEW });
    const press = (token: string) => kanaat.call(verifyEmail, { ...session, body: { token } });
    assert.equal((await press(trojan)).problem.code, "link_expired");
    assert.equal((await press(stale)).status, 200);
    const account = await succeed(kanaat.call(getAccount, session));
    assert.equal(account.item.email, attacker.email);
  });

  it("loses a link for a new password when its address changes (R257)", async () => {
    const person = await verified();
    const token = await asked(person);
    const email = registrationForm().email;
    const body = { email, password: person.password };
    assert.equal((await kanaat.call(changeEmail, { ...person, body })).status, 204);
    const link = await linkSecret(mailServer, email, "/email/verify");
    await succeed(kanaat.call(verifyEmail, { ...person, body: { token: link } }));
    assert.equal((await reset(token)).problem.code, "link_expired");
  });
});

describe("second factors", () => {
  const signInBy = (email: string) => enter(email, NEW);
  const resetWith = (token: string, recovery_code: string) => {
    const body = { token, password: NEW, confirm_password: NEW, recovery_code };
    return kanaat.call(resetPassword, { body });
  };

  it("survive a reset, which needs a recovery code then; a wrong one uses nothing up (R257)", async () => {
    const person = await verified();
    const { recoveryCodes } = await turnOnTotp(kanaat, person);
    assert.equal((await reset(await asked(person))).status, 204);
    assert.equal((await signInBy(person.email)).problem.code, "second_factor_required");
    const token = await asked(person);
    const { item } = await succeed(kanaat.call(checkMailLink, { body: { token } }));
    assert.equal(item.second_factors, true);
    assert.equal((await resetWith(token, "AAAAA-AAAAA")).problem.code, "wrong_code");
    assert.equal((await resetWith(token, recoveryCodes[0] ?? "")).status, 204);
    assert.equal((await signInBy(person.email)).status, 200);
  });

  it("of an account that was never verified are removed by the reset (R257)", async () => {
    const person = await signUp(kanaat);
    await turnOnTotp(kanaat, person);
    assert.equal((await reset(await asked(person))).status, 204);
    assert.equal((await signInBy(person.email)).status, 200);
  });
});

describe("a changed password", () => {
  it("is reported by mail", async () => {
    const person = await verified();
    const body = { current_password: person.password, password: NEW, confirm_password: NEW };
    assert.equal((await kanaat.call(changePassword, { ...person, body })).status, 200);
    const { text } = await mailServer.newest(person.email, /Şifreniz değişti/);
    assert.ok(text.includes(`${PUBLIC_URL}/password/forgot`));
  });
});
