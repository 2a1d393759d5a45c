import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { DAY_MS, HOUR_MS } from "#contract/durations.ts";
import { deleteAccount, getAccount, login, register } from "#contract/endpoints/account.ts";
import { createChallenge } from "#contract/endpoints/challenge.ts";
import {
  cancelEmailChange,
  changeEmail,
  checkMailLink,
  disownAddress,
  getEmail,
  sendVerification,
  undoEmailChange,
  verifyEmail,
} from "#contract/endpoints/email.ts";
import { getSite } from "#contract/endpoints/site.ts";
import { VERIFICATION_MAILS } from "#contract/limits.ts";
import { linkSecret, mailApp } from "#server/testing/mail-app.ts";
import { turnOnTotp } from "#server/testing/second-factors.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { FOREIGN_PASSKEY } from "#testing/authenticator.ts";
import { type Person, registrationForm, signIn, signUp } from "#testing/people.ts";
import { proofFor } from "#testing/proofs.ts";

const kanaat = await mailApp({ after });
const { clock, mailServer } = kanaat;

/** Presses a link in a browser that is signed in to the account. */
const verify = ({ token }: { token: string }, secret: string) =>
  kanaat.call(verifyEmail, { token, body: { token: secret } });
const check = (token: string) => kanaat.call(checkMailLink, { body: { token } });
const undo = (token: string) => kanaat.call(undoEmailChange, { body: { token } });
const secret = (email: string, page = "/email/verify") => linkSecret(mailServer, email, page);
const emailOf = async ({ token }: { token: string }) =>
  (await succeed(kanaat.call(getEmail, { token }))).item;
const change = ({ token, password }: Person, email: string) =>
  kanaat.call(changeEmail, { token, body: { email, password } });
const enter = ({ email, password }: Person) => kanaat.call(login, { body: { email, password } });
const newAddress = () => registrationForm().email;
async function verified(): Promise<Person> {
  const person = await signUp(kanaat);
  await succeed(verify(person, await secret(person.email)));
  return person;
}
/** A person who has changed their address, and the previous address. */
async function moved(): Promise<[Person, string]> {
  const person = await verified();
  const email = newAddress();
  assert.equal((await change(person, email)).status, 204);
  await succeed(verify(person, await secret(email)));
  return [{ ...person, email }, person.email];
}

describe("verifying an address", () => {
  it("takes the press, not the opening, of the link that registering sends (R251)", async () => {
    const person = await signUp(kanaat);
    const token = await secret(person.email);
    const { item } = await succeed(check(token));
    const { email, nickname } = person;
    assert.deepEqual(item, {
      purpose: "verify",
      email,
      nickname,
      done: false,
      verified: false,
      changes_address: false,
      has_password: true,
      second_factors: false,
    });
    assert.equal((await emailOf(person)).verified, false);
    assert.deepEqual(await succeed(verify(person, token)), { item: { email } });
    assert.deepEqual(await emailOf(person), { email, verified: true, pending: null });
    const account = await succeed(kanaat.call(getAccount, person));
    assert.equal(account.item.email_verified, true);
  });

  it("succeeds with two presses at the same moment, again, and from another device (R251)", async () => {
    const person = await signUp(kanaat);
    const token = await secret(person.email);
    const pressed = await Promise.all([
      verify(person, token),
      verify(person, token),
      verify(person, token),
    ]);
    assert.deepEqual(
      pressed.map(({ status }) => status),
      [200, 200, 200],
    );
    clock.advance(2 * DAY_MS);
    assert.equal((await kanaat.call(verifyEmail, { body: { token } })).status, 200);
    assert.equal((await succeed(check(token))).item.done, true);
  });

  it("needs the account's session or its password (R398)", async () => {
    const person = await signUp(kanaat);
    const other = await verified();
    const token = await secret(person.email);
    const press = (caller: { token?: string }, password?: string) =>
      kanaat.call(verifyEmail, { ...caller, body: { token, password } });
    for (const caller of [{}, { token: other.token }]) {
      assert.equal((await press(caller)).problem.code, "sign_in_to_verify");
      assert.equal((await press(caller, "yanlis-sifre")).problem.code, "wrong_password");
      assert.equal((await emailOf(person)).verified, false);
    }
    assert.deepEqual(await succeed(press({}, person.password)), { item: { email: person.email } });
    assert.equal((await emailOf(person)).verified, true);
  });

  it("needs a session that is still open when the link is used (R398)", async () => {
    const person = await verified();
    const email = newAddress();
    assert.equal((await change(person, email)).status, 204);
    const token = await secret(email);
    // As by another process, which this one has not heard of yet.
    await kanaat.db.query.deleteFrom("sessions").where("user_id", "=", person.id).execute();
    assert.equal((await verify(person, token)).problem.code, "invalid_token");
    const body = { token, password: person.password };
    assert.equal((await kanaat.call(verifyEmail, { body })).status, 200);
  });

  it("distinguishes links that are old, used for something else, cut off or foreign (R252)", async () => {
    const [old, person] = [await signUp(kanaat), await verified()];
    const token = await secret(old.email);
    clock.advance(DAY_MS);
    const press = (link: string) => kanaat.call(verifyEmail, { body: { token: link } });
    const disown = (link: string) => kanaat.call(disownAddress, { body: { token: link } });
    for (const call of [press, check, disown]) {
      assert.equal((await call(token)).problem.code, "link_expired");
      assert.equal((await call(token.slice(0, 40))).problem.code, "link_unknown");
      assert.equal((await call("")).problem.code, "link_unknown");
    }
    assert.equal((await undo(await secret(person.email))).problem.code, "link_unknown");
    clock.advance(8 * DAY_MS);
    await kanaat.runMaintenance();
    assert.equal((await check(token)).problem.code, "link_unknown");
  });

  it("can be requested again, five times an hour, and every link that was sent works (R251)", async (t) => {
    const limited = await mailApp(t, { config: { rateLimits: true }, clock });
    const person = await signUp(limited);
    const first = await linkSecret(limited.mailServer, person.email, "/email/verify");
    // The link of the registration was the first of the mailbox's five.
    for (let i = 1; i < VERIFICATION_MAILS.max; i++) {
      assert.equal((await limited.call(sendVerification, person)).status, 204);
    }
    const sendProven = async () => {
      const task = { for: "letter" as const, email: person.email };
      const { item } = await succeed(limited.call(createChallenge, { body: task }));
      const body = { proof: item ? await proofFor(item) : undefined };
      return limited.call(sendVerification, { ...person, body });
    };
    assert.equal((await limited.call(sendVerification, person)).problem.code, "challenge_required");
    assert.equal((await sendProven()).status, 204);
    assert.equal((await sendProven()).status, 429);
    clock.advance(HOUR_MS);
    assert.equal((await limited.call(sendVerification, person)).status, 204);
    assert.equal(
      (await limited.call(verifyEmail, { ...person, body: { token: first } })).status,
      200,
    );
  });

  it("keeps no secret: the database holds a hash, and the outbox nothing once it was sent (R251)", async () => {
    const { email } = await signUp(kanaat);
    const token = await secret(email);
    const links = await kanaat.db.query.selectFrom("mail_links").selectAll().execute();
    assert.ok(!JSON.stringify(links).includes(token));
    await kanaat.runMaintenance();
    assert.deepEqual(await kanaat.db.query.selectFrom("mails").selectAll().execute(), []);
  });

  it("is deleted with the account (R251)", async () => {
    const person = await signUp(kanaat);
    const token = await secret(person.email);
    const body = { password: person.password };
    await succeed(kanaat.call(deleteAccount, { token: person.token, body }));
    const press = await kanaat.call(verifyEmail, { body: { token } });
    assert.equal(press.problem.code, "link_unknown");
  });
});

describe("changing the e-mail address", () => {
  it("needs the password, and takes effect when the new one is verified (R256)", async () => {
    const person = await verified();
    const email = newAddress();
    const wrong = await change({ ...person, password: "yanlis-sifre" }, email);
    assert.equal(wrong.problem.code, "wrong_password");
    const body = { email, passkey: FOREIGN_PASSKEY };
    const foreign = await kanaat.call(changeEmail, { token: person.token, body });
    assert.equal(foreign.problem.code, "passkey_refused");
    assert.equal((await change(person, email)).status, 204);
    assert.deepEqual(await emailOf(person), {
      email: person.email,
      verified: true,
      pending: email,
    });
    await succeed(verify(person, await secret(email)));
    assert.deepEqual(await emailOf(person), { email, verified: true, pending: null });
    await signIn(kanaat, { ...person, email });
  });

  it("is taken back by the link in the mail to the old address, which ends every session (R256)", async () => {
    const [person, before] = await moved();
    const { token } = await signIn(kanaat, person);
    const back = await secret(before, "/email/undo");
    assert.equal((await succeed(check(back))).item.purpose, "undo");
    assert.deepEqual(await succeed(undo(back)), { item: { email: before } });
    assert.equal((await kanaat.call(getAccount, { token })).problem.code, "invalid_token");
    const again = await signIn(kanaat, { ...person, email: before });
    assert.deepEqual(await emailOf(again), { email: before, verified: true, pending: null });
    for (const call of [undo, check]) {
      assert.equal((await call(back)).problem.code, "link_used");
    }
    const press = await verify(again, await secret(person.email));
    assert.equal(press.problem.code, "link_used");
    await secret(before, "/password/reset");
  });

  it("leaves no way in to the person who changed it when it is taken back (R256)", async () => {
    const [person, before] = await moved();
    await turnOnTotp(kanaat, { ...person, ...(await signIn(kanaat, person)) });
    assert.equal((await enter(person)).problem.code, "second_factor_required");
    await succeed(undo(await secret(before, "/email/undo")));
    assert.equal((await enter({ ...person, email: before })).status, 200);
  });

  it("keeps factors from long before the change when it is taken back (R256)", async () => {
    const person = await verified();
    const email = newAddress();
    await turnOnTotp(kanaat, person);
    assert.equal((await change(person, email)).status, 204);
    await kanaat.db.query
      .updateTable("totp")
      .set({ confirmed_at: clock.now() - DAY_MS - 1 })
      .where("user_id", "=", person.id)
      .execute();
    await succeed(verify(person, await secret(email)));
    await succeed(undo(await secret(person.email, "/email/undo")));
    assert.equal((await enter(person)).problem.code, "second_factor_required");
  });

  it("can be taken back for seven days, also after another change (R256)", async () => {
    const [person, before] = await moved();
    const third = newAddress();
    assert.equal((await change(person, third)).status, 204);
    await succeed(verify(person, await secret(third)));
    clock.advance(7 * DAY_MS - 1);
    await succeed(undo(await secret(before, "/email/undo")));
    assert.equal(
      (await undo(await secret(person.email, "/email/undo"))).problem.code,
      "link_expired",
    );
    const [, old] = await moved();
    clock.advance(7 * DAY_MS);
    assert.equal((await undo(await secret(old, "/email/undo"))).problem.code, "link_expired");
  });

  it("can be taken back after the person who made it took a further one back (R402)", async () => {
    const [person, before] = await moved();
    const third = newAddress();
    assert.equal((await change(person, third)).status, 204);
    clock.advance(1);
    await succeed(verify(person, await secret(third)));
    await succeed(undo(await secret(person.email, "/email/undo")));
    await succeed(undo(await secret(before, "/email/undo")));
    const session = await signIn(kanaat, { ...person, email: before });
    assert.equal((await emailOf(session)).email, before);
  });

  it("leaves the old address to nobody else for as long as it can be taken back (R256)", async () => {
    const [person, before] = await moved();
    const form = registrationForm({ email: before });
    assert.equal((await kanaat.call(register, { body: form })).problem.code, "email_taken");
    const thief = await verified();
    assert.equal((await change(thief, before)).problem.code, "email_taken");
    assert.equal((await change(person, before)).status, 204);
    clock.advance(8 * DAY_MS);
    await succeed(kanaat.call(register, { body: form }));
  });

  it("is not taken back where an earlier version let another account have that mailbox (R256)", async () => {
    const [person, before] = await moved();
    const other = await signUp(kanaat);
    await kanaat.db.query
      .updateTable("users")
      .set({ canonical_email: before })
      .where("id", "=", other.id)
      .execute();
    assert.equal((await undo(await secret(before, "/email/undo"))).problem.code, "email_taken");
    assert.equal((await emailOf(person)).email, person.email);
  });

  it("sends no way back to an address that was never verified (R256)", async () => {
    const person = await signUp(kanaat);
    const email = newAddress();
    assert.equal((await change(person, email)).status, 204);
    await succeed(verify(person, await secret(email)));
    await kanaat.runMaintenance();
    const mails = mailServer.mails.filter(({ recipient }) => recipient === person.email);
    assert.deepEqual(
      mails.map(({ subject }) => subject),
      ["E-posta adresinizi doğrulayın"],
    );
  });

  it("can be cancelled, and then its links do nothing (R256)", async () => {
    const person = await verified();
    const email = newAddress();
    assert.equal((await change(person, email)).status, 204);
    assert.equal((await kanaat.call(cancelEmailChange, person)).status, 204);
    assert.equal((await verify(person, await secret(email))).problem.code, "link_expired");
    assert.equal((await emailOf(person)).pending, null);
  });

  it("to an address that somebody takes meanwhile fails, and nothing is changed (R256)", async () => {
    const person = await verified();
    const email = newAddress();
    assert.equal((await change(person, email)).status, 204);
    const token = await secret(email);
    await succeed(kanaat.call(register, { body: registrationForm({ email }) }));
    assert.equal((await verify(person, token)).problem.code, "email_taken");
    assert.equal((await emailOf(person)).email, person.email);
    assert.equal((await change(person, email)).problem.code, "email_taken");
  });
});

describe("without mail", () => {
  it("nothing is offered that needs it, and all else works", async (t) => {
    const own = await testApp(t);
    const person = await signUp(own);
    const site = await succeed(own.call(getSite));
    assert.deepEqual(site.item, {
      mail: false,
      registration: "open",
      voters: "members",
      verified_voters_required: false,
      providers: [],
    });
    assert.equal((await own.call(sendVerification, person)).problem.code, "mail_off");
    const body = { email: newAddress(), password: person.password };
    assert.equal((await own.call(changeEmail, { ...person, body })).problem.code, "mail_off");
  });
});
