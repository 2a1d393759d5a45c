import assert from "node:assert/strict";
import { after, it } from "node:test";
import { DAY_MS } from "#contract/durations.ts";
import { register } from "#contract/endpoints/account.ts";
import { useCode } from "#contract/endpoints/codes.ts";
import type { Registering } from "#contract/endpoints/site.ts";
import { sendCode } from "#server/testing/code-sign-in.ts";
import { providerApp } from "#server/testing/provider-app.ts";
import { succeed } from "#testing/api.ts";
import { registrationForm, signUp } from "#testing/people.ts";
import {
  createRegistrationLink,
  endRegistrationLink,
  listRegistrationLinks,
} from "./registration-links.writes.ts";

const kanaat = await providerApp({ after });
const { db, clock, config, logInWith, complete, newPerson } = kanaat;
const set = (registration: Registering) => Object.assign(config, { registration });
const registerBy = async (invitation?: string) => {
  const { status, problem } = await kanaat.call(register, {
    body: { ...registrationForm(), invitation },
  });
  return status === 201 ? "opened" : problem.code;
};
const link = (uses: number) => {
  const given = { uses, endsAt: clock.now() + DAY_MS, words: "9-B sınıfı" };
  return createRegistrationLink(db.query, given, clock.now());
};
const people = async () => (await db.query.selectFrom("users").select("id").execute()).length;

it("opens no account in any way while registration is closed: registration_closed (R640)", async () => {
  const known = newPerson("google");
  const before = await succeed(logInWith("google", known.login));
  await succeed(complete(before.item.registration?.ticket ?? ""));
  const waiting = newPerson("google");
  const { item } = await succeed(logInWith("google", waiting.login));
  const address = registrationForm().email;
  const sent = await sendCode(kanaat, address, undefined, true);
  const member = await signUp(kanaat);
  set("closed");
  const count = await people();

  assert.equal(await registerBy(), "registration_closed");
  assert.equal(await registerBy((await link(1)).code), "registration_closed");
  const newcomer = await logInWith("google", newPerson("google").login);
  assert.equal(newcomer.problem.code, "registration_closed");
  const late = await complete(item.registration?.ticket ?? "");
  assert.equal(late.problem.code, "registration_closed");
  const { attempt, code } = sent;
  const byCode = await kanaat.call(useCode, { body: { attempt, code } });
  assert.equal(byCode.problem.code, "code_expired");
  const stranger = await sendCode(kanaat, registrationForm().email, undefined, true);
  assert.equal(stranger.letter.subject, "Bu adresle bir hesap yok");
  assert.doesNotMatch(stranger.letter.text, /Kayıt Ol|register/);
  assert.equal(await people(), count);

  // Who has an account signs in as before.
  assert.ok((await succeed(logInWith("google", known.login))).item.session);
  const own = await sendCode(kanaat, member.email);
  const entered = await kanaat.call(useCode, {
    body: { attempt: own.attempt, code: own.code },
  });
  assert.equal(entered.status, 200);
});

it("opens as many accounts by a link as it is for, until it ends: invitation_needed (R641)", async () => {
  set("invited");
  const { id, code } = await link(3);
  for (const wrong of [undefined, "", "baska-bir-kod"])
    assert.equal(await registerBy(wrong), "invitation_needed");
  const person = newPerson("google");
  const { item } = await succeed(logInWith("google", person.login));
  const ticket = item.registration?.ticket ?? "";
  assert.equal((await complete(ticket)).problem.code, "invitation_needed");
  assert.equal((await complete(ticket, { invitation: code })).status, 201);
  const taken = { ...registrationForm(), invitation: code, email: person.email };
  assert.equal((await kanaat.call(register, { body: taken })).problem.code, "email_taken");
  const results = await Promise.all(Array.from({ length: 4 }, () => registerBy(code)));
  const refused = Array(2).fill("invitation_needed");
  assert.deepEqual(results.sort(), [...refused, "opened", "opened"]);
  const rows = await listRegistrationLinks(db);
  assert.deepEqual(
    rows.filter((row) => row.id === id).map(({ uses, used, words }) => [uses, used, words]),
    [[3, 3, "9-B sınıfı"]],
  );

  const [ended, over] = [await link(5), await link(5)];
  assert.equal(await endRegistrationLink(db.query, ended.id, clock.now()), true);
  assert.equal(await endRegistrationLink(db.query, ended.id, clock.now()), false);
  assert.equal(await registerBy(ended.code), "invitation_needed");
  assert.equal(await registerBy(over.code), "opened");
  clock.advance(DAY_MS);
  assert.equal(await registerBy(over.code), "invitation_needed");
  set("open");
  assert.equal(await registerBy(), "opened");
});
