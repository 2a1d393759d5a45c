import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { api } from "#contract/api.ts";
import { MINUTE_MS } from "#contract/durations.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { changePassword, getAccount, logout } from "#contract/endpoints/account.ts";
import { exportAccount } from "#contract/endpoints/account-export.ts";
import { verifyEmail } from "#contract/endpoints/email.ts";
import { listNotifications } from "#contract/endpoints/notifications.ts";
import { finishLinking, startLinking, unlinkIdentity } from "#contract/endpoints/oidc.ts";
import { beginProof, proveOwnership } from "#contract/endpoints/second-factors.ts";
import { PROOF_MINUTES } from "#contract/limits.ts";
import { PROOF_MISSING, PROOF_REFUSALS } from "#contract/shapes/owner-proof.ts";
import { setRole } from "#server/features/moderation/roles.writes.ts";
import { linkSecret } from "#server/testing/mail-app.ts";
import { providerApp } from "#server/testing/provider-app.ts";
import { makePasskey } from "#server/testing/second-factors.ts";
import { succeed } from "#testing/api.ts";
import { type Person, PROOF, registrationForm, signIn, signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";

const kanaat = await providerApp({ after });
const { clock, mailServer, google, newPerson, logInWith, complete } = kanaat;
const FRESH_MS = PROOF_MINUTES * MINUTE_MS;

const fresh = Object.entries(api).filter(([, { proof }]) => proof === "fresh");
/** What these bodies need besides the proof. */
const FIELDS: Record<string, () => object> = {
  answerLegalRequest: () => ({ outcome: "refused", answer: "Bu adreste içerik yok." }),
  changeEmail: () => ({ email: registrationForm().email }),
  completeIdentity: () => ({
    ...{ name: "Defne Ak", nickname: registrationForm().nickname, communication_consent: true },
    ...{ new_password: "uzun-bir-söz-7", confirm_password: "uzun-bir-söz-7" },
  }),
  decideCase: () => ({ version: 1, act: "hide", reason: "spam", words: "Aynı soru yine soruldu." }),
  muteCase: () => ({ version: 1, days: 30, words: "Aynı bildirim sürekli geliyor." }),
  muteReporter: () => ({ words: "Bildirimleri hep asılsız çıktı." }),
  undoDecision: () => ({ words: "Karar yeniden incelendi." }),
  createLegalRequest: () => ({
    ...{ asker: "court", reference: "2026/123 D. İş", target: "/surveys/987654321" },
    ...{ words: "İçeriğin çıkarılması istendi.", received_at: "2026-01-01T00:00:00Z" },
  }),
  createQuietPeriod: () => ({
    ...{ title: "Seçim dönemi", category_ids: null, words: "Seçim takvimi ilan edildi." },
    ...{ starts_at: "2099-06-01T00:00:00Z", ends_at: "2099-06-11T00:00:00Z" },
  }),
  endQuietPeriod: () => ({ words: "Seçim ertelendi, dönem kalktı." }),
  addReviewWords: () => ({
    ...{ kind: "held", root: "kanaatsiz", forms: ["kanaatsiz"], words: "Deneme için eklendi." },
  }),
  removeReviewWords: () => ({ ids: [987_654_321], words: "Deneme için çıkarıldı." }),
  switchShippedWords: () => ({ on: false, words: "Deneme için kapatıldı." }),
  findByEmail: () => ({ email: "kimse@ornek.com", words: "Aynı kişi yine yazıyor." }),
  lookAtPerson: () => ({ words: "Aynı kişi yine yazıyor." }),
  findSimilarPeople: () => ({ words: "Aynı sorular art arda soruluyor." }),
  suspendPeople: () => ({
    ...{ people: [{ id: 987_654_321, version: 0 }], reason: "spam" },
    words: "Aynı sorular art arda soruluyor.",
  }),
  createLink: () => ({ uses: 1, days: 1, words: "Bahar kampı için." }),
  giveRole: () => ({ role: "moderator", words: "Ekibe katıldı, denendi." }),
};
const make = (name: string, endpoint: Endpoint, token: string, proof: object = {}) => {
  const params = { provider: "google", id: 987_654_321, nickname: "boyle_biri_yok" };
  const body = endpoint.body && { ...FIELDS[name]?.(), ...proof };
  return kanaat.call(endpoint, { token, params, body });
};
const prove = (token: string, body: object = PROOF) => kanaat.call(proveOwnership, { token, body });
const download = (token: string, query = {}) => kanaat.call(exportAccount, { token, query });

/** Somebody who may make any of these calls. */
async function anybody(): Promise<Person> {
  const person = await signUp(kanaat);
  await becomeAdmin(person);
  return person;
}

const becomeAdmin = ({ nickname }: { nickname: string }) =>
  setRole(kanaat.db, { nickname, role: "admin", words: "Deneme için." }, clock.now());

async function verified(): Promise<Person> {
  const person = await signUp(kanaat);
  const token = await linkSecret(mailServer, person.email, "/email/verify");
  await succeed(kanaat.call(verifyEmail, { token: person.token, body: { token } }));
  return person;
}

describe("calls that change what opens an account", () => {
  for (const [name, endpoint] of fresh) {
    it(`${name}: nothing without a proof, of whatever age the session is (R420)`, async () => {
      assert.equal(endpoint.auth, "required");
      const refusals = endpoint.body ? PROOF_REFUSALS : PROOF_MISSING;
      for (const code of refusals) {
        assert.ok(name === "proveOwnership" || endpoint.errors.includes(code), code);
      }
      const { token } = await anybody();
      const missing = name === "proveOwnership" ? "validation_failed" : "proof_required";
      assert.equal((await make(name, endpoint, token)).problem.code, missing);
      clock.advance(3 * FRESH_MS);
      assert.equal((await make(name, endpoint, token)).problem.code, missing);
      if (endpoint.body) {
        const wrong = await make(name, endpoint, token, { password: "yanlis" });
        assert.equal(wrong.problem.code, "wrong_password");
      }
      assert.equal((await kanaat.call(getAccount, { token })).status, 200);
    });

    it(`${name}: an earlier proof of the same session for ten minutes (R420)`, async () => {
      const person = await anybody();
      const other = await signIn(kanaat, person);
      const given = name === "proveOwnership" ? PROOF : {};
      await succeed(prove(person.token));
      clock.advance(FRESH_MS);
      if (name !== "proveOwnership") {
        assert.equal((await make(name, endpoint, person.token)).problem.code, "proof_required");
        assert.equal((await make(name, endpoint, other.token)).problem.code, "proof_required");
      }
      await succeed(prove(person.token));
      clock.advance(FRESH_MS - 1);
      const { status, problem } = await make(name, endpoint, person.token, given);
      assert.ok(status < 300 || !(PROOF_REFUSALS as readonly string[]).includes(problem.code));
    });
  }
});

describe("a proof", () => {
  it("is a passkey as well as the password, and counts once (R420)", async () => {
    const person = await anybody();
    const { token } = person;
    const { authenticator } = await makePasskey(kanaat, person);
    const { item } = await succeed(kanaat.call(beginProof, { token }));
    const signed = {
      ceremony: item.ceremony,
      response: authenticator.sign(item.options as never),
    };
    assert.equal((await download(token)).problem.code, "proof_required");
    assert.equal((await prove(token, { passkey: signed })).status, 204);
    assert.equal((await download(token)).status, 200);
    for (const [name, endpoint] of fresh) {
      if (!endpoint.body) continue;
      const { problem } = await make(name, endpoint, token, { passkey: signed });
      assert.equal(problem.code, "passkey_refused", name);
    }
  });

  it("is a new sign-in at the provider for an account without password and passkey (R420)", async () => {
    const someone = newPerson("google");
    const { registration } = (await succeed(logInWith("google", someone.login))).item;
    const { token } = await succeed(complete(registration?.ticket ?? ""));
    // Not by a call, after which the session would be in memory.
    const newest = kanaat.db.query.selectFrom("users").select("nickname").orderBy("id", "desc");
    await becomeAdmin(await newest.limit(1).executeTakeFirstOrThrow());
    assert.equal((await download(token)).status, 200);
    assert.equal((await prove(token)).problem.code, "password_missing");
    clock.advance(FRESH_MS);
    for (const [name, endpoint] of fresh) {
      const given = name === "proveOwnership" ? PROOF : {};
      const { problem } = await make(name, endpoint, token, given);
      assert.equal(problem.code, "sign_in_again", name);
    }
    const { session } = (await succeed(logInWith("google", someone.login))).item;
    assert.equal((await download(session?.token ?? "")).status, 200);
    assert.equal((await download(token)).problem.code, "sign_in_again");
  });

  it("ends with its session, and with the password (R420)", async () => {
    const person = await signUp(kanaat);
    await succeed(prove(person.token));
    const password = "yepyeni-şifre-2";
    const change = { current_password: person.password, password, confirm_password: password };
    const renewed = await succeed(
      kanaat.call(changePassword, { token: person.token, body: change }),
    );
    assert.equal((await download(renewed.token)).problem.code, "proof_required");
    await succeed(prove(renewed.token, { password }));
    await succeed(kanaat.call(logout, { token: renewed.token }));
    assert.equal((await download(renewed.token)).problem.code, "invalid_token");
  });

  it("keeps a stolen session from linking an identity that outlives a new password (R420)", async () => {
    const person = await verified();
    const stolen = person.token;
    clock.advance(3 * 60 * MINUTE_MS);
    const params = { provider: "google" };
    const start = (body?: object) => kanaat.call(startLinking, { token: stolen, params, body });
    assert.equal((await start()).problem.code, "proof_required");
    // A link that the owner began is finished by nobody whose session has ended.
    const { item } = await succeed(start(PROOF));
    const parameters = await google.signIn(item.url, newPerson("google").login);
    const password = "yepyeni-şifre-2";
    const change = { current_password: person.password, password, confirm_password: password };
    await succeed(kanaat.call(changePassword, { token: stolen, body: change }));
    const late = await kanaat.call(finishLinking, {
      token: stolen,
      body: { ...params, parameters, browser_key: item.browser_key },
    });
    assert.equal(late.problem.code, "invalid_token");
  });
});

describe("the owner", () => {
  it("is notified of each change to what opens the account, beside the letter (R421)", async () => {
    const person = await verified();
    const { token, email } = person;
    await makePasskey(kanaat, person);
    const params = { provider: "google" };
    const { item } = await succeed(kanaat.call(startLinking, { token, params, body: PROOF }));
    const parameters = await google.signIn(item.url, newPerson("google").login);
    const body = { ...params, parameters, browser_key: item.browser_key };
    clock.advance(1);
    await succeed(kanaat.call(finishLinking, { token, body }));
    await succeed(kanaat.call(unlinkIdentity, { token, params, body: PROOF }));
    await succeed(prove(token));
    await succeed(download(token));
    const { items } = await succeed(kanaat.call(listNotifications, { token }));
    assert.deepEqual(items.map(({ kind }) => kind).sort(), [
      ...["data_downloaded", "way_in_added", "way_in_added", "way_in_removed"],
    ]);
    for (const subject of [/yeni bir giriş yolu/, /giriş yolu kaldırıldı/, /Bilgileriniz/]) {
      assert.match(
        (await mailServer.newest(email, subject)).text,
        /Siz yapmadıysanız|siz yapmadıysanız/i,
      );
    }
  });
});

describe("the download", () => {
  it("says what its owner voted for only where they ask for that (R424)", async () => {
    const person = await verified();
    const survey = await publishSurvey(kanaat, await signUp(kanaat), { options: ["Çay", "Kahve"] });
    await voteFor(kanaat, person, survey, 1);
    await succeed(prove(person.token));
    for (const query of [{}, { choices: "false" }]) {
      const { text, body } = await download(person.token, query);
      assert.equal(body.votes[0]?.survey_id, survey.id);
      assert.ok(body.votes[0]?.receipt);
      assert.doesNotMatch(text, /Kahve|Çay/);
    }
    const { body } = await download(person.token, { choices: "true" });
    assert.equal(body.votes[0]?.option, "Kahve");
  });
});
