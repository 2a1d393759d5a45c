import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { DAY_MS, MINUTE_MS } from "#contract/durations.ts";
import { deleteAccount, getAccount, login, register } from "#contract/endpoints/account.ts";
import {
  changeEmail,
  forgotPassword,
  resetPassword,
  verifyEmail,
} from "#contract/endpoints/email.ts";
import { finishProviderLogin, startProviderLogin } from "#contract/endpoints/oidc.ts";
import { getSite } from "#contract/endpoints/site.ts";
import { readRegistrationNetworks } from "#server/features/accounts/registration-networks.reads.ts";
import { linkSecret } from "#server/testing/mail-app.ts";
import { providerApp } from "#server/testing/provider-app.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { engineUnderTest } from "#testing/instance.ts";
import { registrationForm, signUp } from "#testing/people.ts";

const kanaat = await providerApp({ after });
const { clock, mailServer, answerOf, finish, logInWith, complete, newPerson } = kanaat;

const verified = async () => {
  const person = await signUp(kanaat);
  const token = await linkSecret(mailServer, person.email, "/email/verify");
  await succeed(kanaat.call(verifyEmail, { token: person.token, body: { token } }));
  return person;
};
const accountOf = async (session: { token: string } | null | undefined) =>
  (await succeed(kanaat.call(getAccount, { token: session?.token }))).item;
const identitiesOf = async (userId: number) => {
  const rows = await kanaat.db.query
    .selectFrom("identities")
    .select(["subject", "email"])
    .where("user_id", "=", userId)
    .execute();
  return rows.map((row) => ({ ...row }));
};

describe("signing in with a provider", () => {
  it("opens an account at first, with the address verified, and signs in later (R265, R266, R429)", async () => {
    const person = newPerson("google");
    const first = (await succeed(logInWith("google", person.login))).item;
    assert.equal(first.session, null);
    const { ticket = "", ...facts } = first.registration ?? {};
    assert.deepEqual(facts, { email: person.email, first_name: "Ayşe Nur", surname: "Yılmaz" });
    const opened = await complete(ticket, { name: "Ayşe Yılmaz" });
    assert.equal(opened.status, 201);
    const account = await accountOf(opened.body);
    assert.deepEqual(
      [account.email, account.email_verified, account.name],
      [person.email, true, "Ayşe Yılmaz"],
    );
    assert.equal((await readRegistrationNetworks(kanaat.db, account.id)).length, 1);
    const later = (await succeed(logInWith("google", person.login))).item;
    assert.equal(later.registration, null);
    assert.equal((await accountOf(later.session)).id, account.id);
    assert.equal((await complete(ticket)).problem.code, "provider_expired");
  });

  it("lasts a day or as long as asked, and knows the browser again (R265)", async () => {
    const person = newPerson("google");
    const { registration } = (await succeed(logInWith("google", person.login))).item;
    const opened = await succeed(
      complete(registration?.ticket ?? "", { remember: true, browsers: [] }),
    );
    assert.equal(Date.parse(opened.expires_at) - clock.now(), 30 * DAY_MS);
    assert.ok(opened.browser);
    const answer = await answerOf("google", person.login);
    const { item } = await succeed(finish({ ...answer, browsers: [opened.browser] }));
    assert.equal(Date.parse(item.session?.expires_at ?? "") - clock.now(), DAY_MS);
    assert.ok(item.session?.browser);
  });

  it("identifies the provider's person independently of the address, which may change there", async () => {
    const person = newPerson("google");
    const { registration } = (await succeed(logInWith("google", person.login))).item;
    const { id } = await accountOf(await succeed(complete(registration?.ticket ?? "")));
    kanaat.google.people.set(person.login, { ...person, name: "", email: "yeni@ornek.com" });
    const { session } = (await succeed(logInWith("google", person.login))).item;
    assert.equal((await accountOf(session)).id, id);
  });

  it("treats the same subject at another provider as another person", async () => {
    const person = newPerson("google");
    const { registration } = (await succeed(logInWith("google", person.login))).item;
    await succeed(complete(registration?.ticket ?? ""));
    kanaat.okul.people.set(person.login, { ...person, name: "", email: "baska@ornek.com" });
    const elsewhere = (await succeed(logInWith("okul", person.login))).item;
    assert.equal(elsewhere.session, null);
  });

  it("opens one account for two presses, and none for what registration would refuse (R266)", async () => {
    const person = newPerson("google");
    const { registration } = (await succeed(logInWith("google", person.login))).item;
    const ticket = registration?.ticket ?? "";
    for (const wrong of [
      { nickname: "admin" },
      { birth_date: "01.01.1800" },
      { city_id: 99 },
      { explicit_consent: false },
    ]) {
      assert.ok((await complete(ticket, wrong)).status >= 400, JSON.stringify(wrong));
    }
    const nickname = `n${registrationForm().nickname.slice(5)}`;
    const answers = await Promise.all([complete(ticket, { nickname }), complete(ticket)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 410].sort());
  });

  it("is offered where it is set up, and nowhere else (R265)", async (t) => {
    const offered = (await succeed(kanaat.call(getSite, {}))).item.providers;
    assert.deepEqual(offered, [
      { id: "google", label: "Google ile devam et" },
      { id: "okul", label: "Okul hesabıyla devam et" },
    ]);
    const plain = await testApp(t);
    assert.deepEqual((await succeed(plain.call(getSite, {}))).item.providers, []);
    const params = { provider: "google" };
    assert.equal((await plain.call(startProviderLogin, { params })).problem.code, "not_found");
  });

  it("is deleted with the account (R269, R270)", async () => {
    const person = newPerson("google");
    const { registration } = (await succeed(logInWith("google", person.login))).item;
    const opened = await succeed(complete(registration?.ticket ?? ""));
    const { id } = await accountOf(opened);
    assert.equal((await identitiesOf(id)).length, 1);
    const change = { email: `yeni-${person.email}` };
    kanaat.clock.advance(10 * MINUTE_MS);
    const refused = await kanaat.call(deleteAccount, { token: opened.token, body: {} });
    assert.equal(refused.problem.code, "sign_in_again");
    const kept = await kanaat.call(changeEmail, { token: opened.token, body: change });
    assert.equal(kept.problem.code, "sign_in_again");
    const { session: fresh } = (await succeed(logInWith("google", person.login))).item;
    const changed = await kanaat.call(changeEmail, { token: fresh?.token ?? "", body: change });
    assert.equal(changed.status, 204);

    assert.equal((await kanaat.call(forgotPassword, { body: person })).status, 204);
    const token = await linkSecret(mailServer, person.email, "/password/reset");
    const password = "yepyeni-şifre-2";
    const reset = { token, password, confirm_password: password };
    assert.equal((await kanaat.call(resetPassword, { body: reset })).status, 204);
    assert.equal((await identitiesOf(id)).length, 1);
    const session = await succeed(kanaat.call(login, { body: { email: person.email, password } }));
    const gone = await kanaat.call(deleteAccount, { token: session.token, body: { password } });
    assert.equal(gone.status, 204);
    assert.deepEqual(await identitiesOf(id), []);
    assert.ok((await succeed(logInWith("google", person.login))).item.registration);
  });
});

describe("an account with the same address", () => {
  it("is linked where both sides have verified it, and reported by mail (R268)", async () => {
    const owner = await verified();
    const person = newPerson("google", { email: owner.email });
    const { session } = (await succeed(logInWith("google", person.login))).item;
    assert.equal((await accountOf(session)).id, owner.id);
    await mailServer.newest(owner.email, /yeni bir giriş yolu/);
    assert.deepEqual(await identitiesOf(owner.id), [{ subject: person.login, email: owner.email }]);
  });

  it("is not linked where nobody verified it here: somebody else may have opened it (R268)", async () => {
    const attacker = await signUp(kanaat);
    const victim = newPerson("google", { email: attacker.email });
    assert.equal((await logInWith("google", victim.login)).problem.code, "link_identity_first");
    assert.deepEqual(await identitiesOf(attacker.id), []);
  });

  it("is not linked where the provider has not verified it, nor is an account opened (R268)", async () => {
    const owner = await verified();
    for (const facts of [
      { email: owner.email, email_verified: false },
      { email: "kimse@ornek.com", email_verified: false },
      { email: "bozuk", email_verified: true },
    ]) {
      const { login: name } = newPerson("google", facts);
      const { problem } = await logInWith("google", name);
      assert.equal(problem.code, "provider_email_unverified");
    }
    assert.deepEqual(await identitiesOf(owner.id), []);
  });

  it("cannot be registered by others once a provider's person has it", async () => {
    const person = newPerson("google");
    const { registration } = (await succeed(logInWith("google", person.login))).item;
    await succeed(complete(registration?.ticket ?? ""));
    const body = registrationForm({ email: person.email });
    assert.equal((await kanaat.call(register, { body })).problem.code, "email_taken");
  });

  it("that was registered while the form was filled in refuses it", async () => {
    const person = newPerson("google");
    const { registration } = (await succeed(logInWith("google", person.login))).item;
    await signUp(kanaat, { email: person.email });
    const refused = await complete(registration?.ticket ?? "");
    assert.equal(refused.problem.code, "email_taken");
  });

  it("is not linked where only the mailbox is the same (R268)", async () => {
    const owner = await verified();
    const spelt = owner.email.replace("@", "+google@");
    const { login: name } = newPerson("google", { email: spelt });
    assert.equal((await logInWith("google", name)).problem.code, "link_identity_first");
    assert.deepEqual(await identitiesOf(owner.id), []);
  });

  it("is distinguished from look-alikes in other alphabets (R268)", async () => {
    const owner = await verified();
    const { login: name } = newPerson("google", { email: owner.email.replace("o", "\u043e") });
    assert.equal((await succeed(logInWith("google", name))).item.session, null);
    assert.deepEqual(await identitiesOf(owner.id), []);
  });
});

describe("a sign-in that nobody finished", () => {
  it("can be finished for ten minutes, and leaves nothing behind (R266)", async () => {
    const { login: name } = newPerson("google");
    const [answer, again] = [await answerOf("google", name), await answerOf("google", name)];
    const { registration } = (await succeed(finish(again))).item;
    clock.advance(10 * MINUTE_MS);
    assert.equal((await finish(answer)).problem.code, "provider_expired");
    clock.advance(20 * MINUTE_MS);
    assert.equal((await complete(registration?.ticket ?? "")).problem.code, "provider_expired");
    await answerOf("google", name);
    clock.advance(10 * MINUTE_MS);
    await kanaat.runMaintenance();
    for (const table of ["provider_flows", "newcomers"] as const) {
      assert.deepEqual(await kanaat.db.query.selectFrom(table).selectAll().execute(), []);
    }
  });

  it("may be given up at the provider", async () => {
    const { item } = await succeed(
      kanaat.call(startProviderLogin, { params: { provider: "google" } }),
    );
    const state = new URL(item.url).searchParams.get("state");
    const parameters = `error=access_denied&state=${state}&iss=${encodeURIComponent(kanaat.google.issuer)}`;
    const given = { provider: "google", parameters, browser_key: item.browser_key };
    assert.equal((await finish(given)).problem.code, "provider_cancelled");
  });

  // SQLite's folder belongs to one server.
  if (engineUnderTest() === "postgres") {
    it("is finished by another server too", async (t) => {
      const { login: name } = newPerson("google");
      const other = await testApp(t, {
        instance: kanaat.instance,
        clock,
        config: { publicUrl: kanaat.config.publicUrl, oidcProviders: kanaat.config.oidcProviders },
      });
      t.after(() => other.close());
      const answer = await answerOf("google", name);
      const { item } = await succeed(other.call(finishProviderLogin, { body: answer }));
      assert.ok(item.registration);
    });
  }
});
