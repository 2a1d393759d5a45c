import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { MINUTE_MS } from "#contract/durations.ts";
import { getAccount, register } from "#contract/endpoints/account.ts";
import { exportAccount } from "#contract/endpoints/account-export.ts";
import { forgotPassword, resetPassword, verifyEmail } from "#contract/endpoints/email.ts";
import {
  finishLinking,
  listIdentities,
  startLinking,
  unlinkIdentity,
} from "#contract/endpoints/oidc.ts";
import {
  addPasskey,
  beginPasskey,
  beginProof,
  removePasskey,
} from "#contract/endpoints/second-factors.ts";
import { linkSecret, PUBLIC_URL } from "#server/testing/mail-app.ts";
import { providerApp } from "#server/testing/provider-app.ts";
import { codeOf, secondStep, turnOnTotp } from "#server/testing/second-factors.ts";
import { succeed } from "#testing/api.ts";
import { Authenticator } from "#testing/authenticator.ts";
import { type Person, PROOF, registrationForm, signIn, signUp } from "#testing/people.ts";

const kanaat = await providerApp({ after });
const { clock, mailServer, logInWith, complete, newPerson } = kanaat;
type Who = Pick<Person, "token">;

async function verified(): Promise<Person> {
  const person = await signUp(kanaat);
  const token = await linkSecret(mailServer, person.email, "/email/verify");
  await succeed(kanaat.call(verifyEmail, { token: person.token, body: { token } }));
  return person;
}
const identities = async ({ token }: Who) =>
  (await succeed(kanaat.call(listIdentities, { token }))).items;
async function linkingAnswer({ token }: Who, login: string, provider: "google" | "okul") {
  const { item } = await succeed(
    kanaat.call(startLinking, { token, params: { provider }, body: PROOF }),
  );
  const parameters = await kanaat[provider].signIn(item.url, login);
  return { provider, parameters, browser_key: item.browser_key };
}
const link = async (who: Who, login: string, provider: "google" | "okul" = "google") =>
  kanaat.call(finishLinking, {
    token: who.token,
    body: await linkingAnswer(who, login, provider),
  });
const unlink = ({ token }: Who, provider = "google", body: object = PROOF) =>
  kanaat.call(unlinkIdentity, { token, params: { provider }, body });
async function reset(email: string): Promise<string> {
  await succeed(kanaat.call(forgotPassword, { body: { email } }));
  const token = await linkSecret(mailServer, email, "/password/reset");
  const password = "yepyeni-şifre-2";
  const body = { token, password, confirm_password: password };
  await succeed(kanaat.call(resetPassword, { body }));
  return password;
}
/** A person who can sign in only with Google. */
async function newcomer() {
  const person = newPerson("google");
  const { registration } = (await succeed(logInWith("google", person.login))).item;
  return { ...person, ...(await succeed(complete(registration?.ticket ?? ""))) };
}

describe("linking an account with a provider", () => {
  it("is done within a session, whatever the address there, and reported by mail (R269)", async () => {
    const owner = await verified();
    const theirs = newPerson("google");
    assert.deepEqual(
      (await identities(owner)).map(({ identity }) => identity),
      [null, null],
    );
    assert.equal((await link(owner, theirs.login)).status, 204);
    assert.equal((await link(owner, theirs.login)).status, 204);
    const linked = { email: theirs.email, linked_at: clock.iso() };
    assert.deepEqual(
      (await identities(owner)).map(({ identity }) => identity),
      [linked, null],
    );
    await mailServer.newest(owner.email, /yeni bir giriş yolu/);
    const { session } = (await succeed(logInWith("google", theirs.login))).item;
    const account = await succeed(kanaat.call(getAccount, { token: session?.token }));
    assert.equal(account.item.id, owner.id);
  });

  it("writes no mail to an address that nobody has verified (R269)", async () => {
    const owner = await signUp(kanaat);
    const { login } = newPerson("google");
    assert.equal((await link(owner, login)).status, 204);
    assert.equal((await unlink(owner)).status, 204);
    await kanaat.runMaintenance();
    const subjects = mailServer.mails.filter(({ recipient }) => recipient === owner.email);
    assert.equal(subjects.length, 1);
    assert.match(subjects[0]?.subject ?? "", /doğrulayın/);
  });

  it("is refused for a person of another account, and for a second one of the provider (R269)", async () => {
    const [first, second] = [await verified(), await verified()];
    const [one, other] = [newPerson("google"), newPerson("google")];
    assert.equal((await link(first, one.login)).status, 204);
    assert.equal((await link(second, one.login)).problem.code, "identity_taken");
    assert.equal((await link(first, other.login)).problem.code, "identity_taken");
    assert.equal((await identities(second))[0]?.identity, null);
  });

  it("is refused where the provider has not verified the address", async () => {
    const owner = await verified();
    const { login } = newPerson("google", { email_verified: false });
    assert.equal((await link(owner, login)).problem.code, "provider_email_unverified");
  });

  it("can be with several providers", async () => {
    const owner = await verified();
    const [one, other] = [newPerson("google"), newPerson("okul")];
    await succeed(link(owner, one.login));
    await succeed(link(owner, other.login, "okul"));
    assert.equal((await identities(owner)).filter(({ identity }) => identity).length, 2);
  });

  it("does not spare the second factor, which ends the sign-in with a session (R265)", async () => {
    const owner = await verified();
    const { login } = newPerson("google");
    await succeed(link(owner, login));
    const { secret } = await turnOnTotp(kanaat, owner);
    const { problem } = await logInWith("google", login);
    assert.equal(problem.code, "second_factor_required");
    assert.deepEqual(problem.methods, ["totp", "recovery_code"]);
    clock.advance(MINUTE_MS);
    const code = codeOf(kanaat, secret);
    const { body } = await secondStep(kanaat, { ticket: problem.ticket, code });
    const account = await succeed(kanaat.call(getAccount, { token: body.token }));
    assert.equal(account.item.id, owner.id);
  });

  it("is in the account's download, and is deleted with the account", async () => {
    const owner = await newcomer();
    const records = await succeed(kanaat.call(exportAccount, owner));
    assert.deepEqual(records.identities, [
      { issuer: kanaat.google.issuer, email: owner.email, linked_at: clock.iso() },
    ]);
  });
});

describe("ending it", () => {
  it("keeps the password, and is reported by mail (R269)", async () => {
    const owner = await verified();
    const { login } = newPerson("google");
    await succeed(link(owner, login));
    assert.equal((await unlink(owner)).status, 204);
    assert.equal((await unlink(owner)).status, 204);
    await mailServer.newest(owner.email, /giriş yolu kaldırıldı/);
    assert.ok((await succeed(logInWith("google", login))).item.registration);
    await signIn(kanaat, owner);
  });

  it("is refused where it is the only way in, until there is another (R269)", async () => {
    const owner = await newcomer();
    assert.equal((await unlink(owner)).problem.code, "last_sign_in");
    const other = newPerson("okul");
    await succeed(link(owner, other.login, "okul"));
    assert.equal((await unlink(owner)).status, 204);
    assert.equal((await unlink(owner, "okul")).problem.code, "last_sign_in");
    const password = await reset(owner.email);
    const session = await signIn(kanaat, { email: owner.email, password });
    assert.equal((await unlink(session, "okul", { password })).status, 204);
  });

  it("leaves a passkey that is the only way in then, which cannot be removed (R269)", async () => {
    const owner = await newcomer();
    const { token } = owner;
    const making = (await succeed(kanaat.call(beginPasskey, { token, body: {} }))).item;
    const authenticator = new Authenticator({ origin: PUBLIC_URL });
    const response = authenticator.make(making.options as never);
    const made = { ceremony: making.ceremony, response };
    const { passkey } = (await succeed(kanaat.call(addPasskey, { token, body: made }))).item;
    const prove = async () => {
      const { ceremony, options } = (await succeed(kanaat.call(beginProof, { token }))).item;
      return { passkey: { ceremony, response: authenticator.sign(options as never) } };
    };
    assert.equal((await unlink(owner)).problem.code, "sign_in_again");
    assert.equal((await unlink(owner, "google", await prove())).status, 204);
    const params = { id: passkey.id };
    const removed = await kanaat.call(removePasskey, { token, params, body: await prove() });
    assert.equal(removed.problem.code, "last_sign_in");
  });

  it("is refused for an unknown provider", async () => {
    assert.equal((await unlink(await verified(), "yok")).problem.code, "not_found");
  });
});

describe("a person who opened an account with somebody else's address", () => {
  it("loses what they had linked, once its owner sets a new password (R269)", async () => {
    const victims = registrationForm().email;
    const attacker = await signUp(kanaat, { email: victims });
    const trojan = newPerson("google");
    await succeed(link(attacker, trojan.login));
    const held = await linkingAnswer(attacker, newPerson("okul").login, "okul");
    const password = await reset(victims);
    const late = await kanaat.call(finishLinking, { token: attacker.token, body: held });
    assert.equal(late.status, 401);
    const session = await signIn(kanaat, { email: victims, password });
    assert.deepEqual(
      (await identities(session)).map(({ identity }) => identity),
      [null, null],
    );
    const { item } = await succeed(logInWith("google", trojan.login));
    assert.equal(item.session, null);
    const taken = await kanaat.call(register, { body: registrationForm({ email: victims }) });
    assert.equal(taken.problem.code, "email_taken");
  });
});
