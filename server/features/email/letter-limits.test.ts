import assert from "node:assert/strict";
import { after, beforeEach, describe, it } from "node:test";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contract/durations.ts";
import { changePassword, login, register } from "#contract/endpoints/account.ts";
import { type ChallengePurpose, createChallenge } from "#contract/endpoints/challenge.ts";
import {
  changeEmail,
  forgotPassword,
  sendVerification,
  verifyEmail,
} from "#contract/endpoints/email.ts";
import { renewRecoveryCodes } from "#contract/endpoints/second-factors.ts";
import { LETTERS_TO_OWNER, UNASKED_LETTERS } from "#contract/limits.ts";
import { countersOf } from "#server/http/limits/rate-limits.ts";
import { linkSecret, mailApp } from "#server/testing/mail-app.ts";
import { firstStep, secondStep, turnOnTotp } from "#server/testing/second-factors.ts";
import { TestClock } from "#server/testing/test-clock.ts";
import { succeed } from "#testing/api.ts";
import { type Person, registrationForm, signUp } from "#testing/people.ts";
import { proofFor } from "#testing/proofs.ts";

// Each call comes from an address of its own, so that only limits of mailboxes count.

const clock = new TestClock();
const config = { rateLimits: true, trustProxy: true } as const;
const kanaat = await mailApp({ after }, { config, clock });
const { mailServer } = kanaat;
const [hourly, daily] = UNASKED_LETTERS;

let network = 0;
const from = () => {
  network += 1;
  return { headers: { "x-forwarded-for": `10.${network >> 8}.${network & 255}.1` } };
};
const join = (email: string, proof?: string) =>
  kanaat.call(register, { body: registrationForm({ email, ...(proof && { proof }) }), ...from() });
const forget = (email: string, proof?: string) =>
  kanaat.call(forgotPassword, { body: { email, proof }, ...from() });
const move = ({ token, password }: Person, email: string, proof?: string) =>
  kanaat.call(changeEmail, { token, body: { email, password, proof }, ...from() });
const newAddress = () => registrationForm().email;
const newcomer = () => signUp({ call: (e, o) => kanaat.call(e, { ...o, ...from() }) });

async function proofOf(purpose: ChallengePurpose, email: string): Promise<string> {
  const body = { for: purpose, email };
  const { item } = await succeed(kanaat.call(createChallenge, { body, ...from() }));
  assert.ok(item);
  return proofFor(item);
}
/** How many letters an address has, once none is on its way. */
async function lettersTo(email: string): Promise<number> {
  await kanaat.runMaintenance();
  return mailServer.mails.filter(({ recipient }) => recipient === email).length;
}
async function prove({ token, email }: Person): Promise<void> {
  const body = { token: await linkSecret(mailServer, email, "/email/verify") };
  await succeed(kanaat.call(verifyEmail, { token, body }));
}
const changeTo = (next: string, { token, password }: Person, place: ReturnType<typeof from>) => {
  const body = { current_password: password, password: next, confirm_password: next };
  return kanaat.call(changePassword, { token, body, ...place });
};
/** Uses up the letters that a caller's network may cause. */
async function useUp(caller: Parameters<typeof countersOf>[1]): Promise<void> {
  const [, { key, max } = assert.fail()] = countersOf("letter", caller);
  const counter = kanaat.mailboxes.pseudonymOf(`count ${key}`);
  const row = { counter, hits: max, ends_at: clock.now() + HOUR_MS };
  await kanaat.db.query.insertInto("shared_counts").values(row).execute();
}
/** Uses up the letters of an hour by as many accounts that want to move to the address. */
async function bomb(email: string): Promise<void> {
  for (let i = 0; i < hourly.max; i++)
    assert.equal((await move(await newcomer(), email)).status, 204);
}

beforeEach(() => clock.advance(2 * DAY_MS));

describe("letters to a mailbox that no signed-in owner of it asked for", () => {
  it("are five an hour, from however many accounts and networks (R405)", async () => {
    const email = newAddress();
    await bomb(email);
    const more = [
      await move(await newcomer(), email),
      await join(email),
      await forget(email),
      await forget(email.replace("@", "+baska@")),
    ];
    for (const { status, problem } of more) {
      assert.deepEqual([status, problem.code], [403, "challenge_required"]);
    }
    assert.equal(await lettersTo(email), hourly.max);
    clock.advance(HOUR_MS);
    assert.equal((await move(await newcomer(), email)).status, 204);
  });

  it("are ten a day (R405)", async () => {
    const email = newAddress();
    for (let sent = 0; sent < daily.max; sent++) {
      if (sent % hourly.max === 0) clock.advance(HOUR_MS);
      assert.equal((await move(await newcomer(), email)).status, 204);
    }
    clock.advance(HOUR_MS);
    assert.equal((await move(await newcomer(), email)).problem.code, "challenge_required");
    assert.equal(await lettersTo(email), daily.max);
  });

  it("are refused with CHALLENGE=off, in words that say how long to wait (R405)", async (t) => {
    const closed = await mailApp(t, { config: { ...config, challenge: false }, clock });
    const email = newAddress();
    const ask = () => closed.call(forgotPassword, { body: { email }, ...from() });
    const untilRefused = async (max: number) => {
      for (let sent = 0; sent < max; sent++) assert.equal((await ask()).status, 204);
    };
    await untilRefused(hourly.max);
    clock.advance(20 * MINUTE_MS);
    const { status, problem, headers } = await ask();
    assert.equal(status, 429);
    assert.equal(headers.get("retry-after"), "2400");
    const words = "Bu adrese kısa sürede çok fazla e-posta gönderildi.";
    assert.equal(problem.message, `${words} Lütfen 40 dakika sonra tekrar deneyin.`);
    clock.advance(40 * MINUTE_MS);
    await untilRefused(daily.max - hourly.max);
    const late = await ask();
    assert.equal(late.problem.message, `${words} Lütfen 23 saat sonra tekrar deneyin.`);
  });

  it("then need a proof of work each, with which the owner registers and recovers (R405)", async () => {
    const email = newAddress();
    await bomb(email);
    const person = await newcomer();
    const moved = await move(person, email, await proofOf("letter", email));
    assert.equal(moved.status, 204);
    const again = await kanaat.call(sendVerification, { token: person.token, ...from() });
    assert.equal(again.problem.code, "challenge_required");
    const body = { proof: await proofOf("letter", email) };
    assert.equal(
      (await kanaat.call(sendVerification, { token: person.token, body, ...from() })).status,
      204,
    );
    assert.equal((await join(email, await proofOf("register", email))).status, 201);
    assert.equal((await forget(email, await proofOf("reset", email))).status, 204);
    await linkSecret(mailServer, email, "/password/reset");
  });

  it("count exactly where they are asked for at the same moment (R405)", async () => {
    const email = newAddress();
    const people: Person[] = [];
    for (let i = 0; i < 2 * hourly.max; i++) people.push(await newcomer());
    const answers = await Promise.all(people.map((person) => move(person, email)));
    assert.equal(answers.filter(({ status }) => status === 204).length, hourly.max);
  });

  it("keep nobody from signing in (R405)", async () => {
    const person = await newcomer();
    const { token, email } = person;
    for (let sent = 1; sent < hourly.max; sent++) {
      await succeed(kanaat.call(sendVerification, { token, ...from() }));
    }
    assert.equal((await forget(email)).problem.code, "challenge_required");
    assert.equal((await kanaat.call(login, { body: person, ...from() })).status, 200);
  });
});

describe("letters to the owner of an account about what happens to it", () => {
  it("about sign-ins keep nobody from signing in or from a new password (R405)", async () => {
    const person = await newcomer();
    const { email } = person;
    await prove(person);
    for (let sent = 0; sent < LETTERS_TO_OWNER.max + 3; sent++) {
      assert.equal((await kanaat.call(login, { body: person, ...from() })).status, 200);
    }
    assert.equal(await lettersTo(email), 1 + LETTERS_TO_OWNER.max);
    assert.equal((await changeTo("yepyeni-şifre-8", person, from())).status, 200);
    assert.equal(await lettersTo(email), 1 + LETTERS_TO_OWNER.max + 1);
  });

  it("are sent of a sign-in from a network that has used up its letters too (R405)", async () => {
    const person = await newcomer();
    await prove(person);
    const thief = await newcomer();
    const there = from();
    await useUp({ viewer: { id: thief.id }, address: there.headers["x-forwarded-for"] });
    const refused = await changeTo("yepyeni-şifre-8", thief, there);
    assert.equal(refused.status, 429);
    assert.match(refused.problem.detail ?? "", /^Bağlantınız üzerinden kısa sürede/);
    assert.equal((await kanaat.call(login, { body: person, ...there })).status, 200);
    assert.equal(await lettersTo(person.email), 2);
  });

  it("are thirty an hour about ways in; then changes are refused, and sign-ins go on (R405)", async () => {
    const person = await newcomer();
    const { token, password, email } = person;
    await prove(person);
    await turnOnTotp(kanaat, person);
    const renew = () => kanaat.call(renewRecoveryCodes, { token, body: { password }, ...from() });
    const { item } = await succeed(renew());
    for (let sent = 2; sent < LETTERS_TO_OWNER.max; sent++) {
      // Beneath the limit of the call itself, which is by five minutes.
      clock.advance(MINUTE_MS);
      item.recovery_codes = (await succeed(renew())).item.recovery_codes;
    }
    const refused = await renew();
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get("retry-after")) > 0);
    assert.match(
      refused.problem.detail ?? "",
      /^Hesabınız için kısa sürede çok fazla e-posta gönderildi\. Lütfen \d+ dakika sonra/,
    );
    const { ticket } = await firstStep(kanaat, person);
    const [recovery_code] = item.recovery_codes;
    assert.equal((await secondStep(kanaat, { ticket, recovery_code })).status, 200);
    const aboutSignIn = ["the recovery code", "the new browser"].length;
    assert.equal(await lettersTo(email), 1 + LETTERS_TO_OWNER.max + aboutSignIn);
  });
});
