import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { changePassword, login, updateAccount } from "#contract/endpoints/account.ts";
import { requestCode } from "#contract/endpoints/codes.ts";
import { changeEmail, forgotPassword, verifyEmail } from "#contract/endpoints/email.ts";
import {
  listOwnDecisions,
  objectToDecision,
  reportTarget,
} from "#contract/endpoints/moderation.ts";
import {
  decideCase,
  getCase,
  listCases,
  undoDecision,
} from "#contract/endpoints/moderation-cases.ts";
import { awaitEnd } from "#contract/endpoints/notifications.ts";
import { finishLinking, startLinking, unlinkIdentity } from "#contract/endpoints/oidc.ts";
import {
  addPasskey,
  beginPasskey,
  completeLogin,
  removePasskey,
  renewRecoveryCodes,
} from "#contract/endpoints/second-factors.ts";
import { closeSurvey } from "#contract/endpoints/surveys.ts";
import { LETTER_KINDS, type LetterKind, PROVING } from "#server/mail/letter.ts";
import { linkSecret } from "#server/testing/mail-app.ts";
import { holdWord, staffMember } from "#server/testing/moderators.ts";
import { providerApp } from "#server/testing/provider-app.ts";
import { ORIGIN, turnOnTotp } from "#server/testing/second-factors.ts";
import { succeed } from "#testing/api.ts";
import { Authenticator } from "#testing/authenticator.ts";
import { download, type Person, signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";

// A person causes every kind of letter, and writes an advertisement wherever there is room for one.

const ADVERTISEMENT = "Müşterimiz hesabınız kapanacak www.kotu.example";
const SIGNS = /müşterimiz|kapanacak|kotu/i;
const SUBJECTS: Readonly<Record<LetterKind, RegExp>> = {
  verify: /^E-posta adresinizi doğrulayın$/,
  reset: /^Yeni şifrenizi belirleyin$/,
  "email-changed": /^E-posta adresiniz değişti$/,
  "password-changed": /^Şifreniz değişti$/,
  "identity-linked": /^Hesabınıza yeni bir giriş yolu bağlandı$/,
  "identity-unlinked": /^Hesabınızdan bir giriş yolu kaldırıldı$/,
  new_browser: /^Hesabınıza yeni bir tarayıcıdan giriş yapıldı$/,
  factor_added: /^(Doğrulama kodları|Geçiş anahtarı) eklendi$/,
  factor_removed: /^(Doğrulama kodları|Geçiş anahtarı) kaldırıldı$/,
  recovery_code_used: /^Kurtarma koduyla giriş yapıldı$/,
  recovery_codes_renewed: /^Kurtarma kodları yenilendi$/,
  data_downloaded: /^Bilgileriniz indirildi$/,
  code: /^(Giriş|Oyunuz için) kodunuz$/,
  "code-second-step": /^Girişinizi iki adımla yapın$/,
  "code-no-account": /^Bu adresle bir hesap yok$/,
  "survey-ended": /^Beklediğiniz anket sona erdi$/,
  decision: /^Hakkınızda bir karar verildi$/,
  "decision-undone": /^Hakkınızdaki bir karar geri alındı$/,
  "objection-answered": /^İtirazınız incelendi$/,
  "review-passed": /^Anketiniz incelendi$/,
};
const NEW_PASSWORD = "sahibinin-şifresi-2";

const kanaat = await providerApp({ after }, { config: { trustProxy: true } });
const { mailServer, google, newPerson } = kanaat;
const HEADERS = {
  "user-agent": `Mozilla/5.0 (www.kotu.example) Chrome/1.0 kotu/1.0`,
  host: "kotu.example",
  "x-forwarded-host": "kotu.example",
  "x-forwarded-for": "10.9.8.7",
};

async function advertiser(): Promise<Person> {
  const person = await signUp(kanaat, { name: ADVERTISEMENT });
  const body = { biography: ADVERTISEMENT };
  await succeed(kanaat.call(updateAccount, { token: person.token, body }));
  return person;
}

async function verify({ token }: { token: string }, email: string): Promise<void> {
  const body = { token: await linkSecret(mailServer, email, "/email/verify") };
  await succeed(kanaat.call(verifyEmail, { token, body, headers: HEADERS }));
}

/** Changes everything in an account that its owner is told of, but the address; signs in again. */
async function changeEverything(person: Person): Promise<{ token: string }> {
  const { email, password, token } = person;
  await turnOnTotp(kanaat, person);
  const proof = { token, body: { password }, headers: HEADERS };
  const begun = (await succeed(kanaat.call(beginPasskey, proof))).item;
  const response = new Authenticator({ origin: ORIGIN }).make(begun.options as never);
  const made = { ceremony: begun.ceremony, response, name: ADVERTISEMENT };
  const added = await succeed(kanaat.call(addPasskey, { ...proof, body: made }));
  await succeed(kanaat.call(removePasskey, { ...proof, params: { id: added.item.passkey.id } }));
  await succeed(download(kanaat, person));
  const { item: codes } = await succeed(kanaat.call(renewRecoveryCodes, proof));

  const { login: theirs } = newPerson("google");
  google.people.set(theirs, { ...newPerson("google"), name: ADVERTISEMENT });
  const params = { provider: "google" };
  const { item: started } = await succeed(kanaat.call(startLinking, { ...proof, params }));
  const parameters = await google.signIn(started.url, theirs);
  const link = { ...params, parameters, browser_key: started.browser_key };
  await succeed(kanaat.call(finishLinking, { token, body: link, headers: HEADERS }));
  await succeed(kanaat.call(unlinkIdentity, { ...proof, params }));

  const first = await kanaat.call(login, { body: { email, password }, headers: HEADERS });
  const step = { ticket: first.problem.ticket, recovery_code: codes.recovery_codes[0] };
  await succeed(kanaat.call(completeLogin, { body: step, headers: HEADERS }));
  const passwords = { password: NEW_PASSWORD, confirm_password: NEW_PASSWORD };
  const change = { current_password: password, ...passwords };
  return succeed(kanaat.call(changePassword, { token, body: change, headers: HEADERS }));
}

/** Waits for the end of a survey whose question is an advertisement, and sees it come. */
async function awaitAnEnd({ token }: Person): Promise<void> {
  const owner = await signUp(kanaat);
  const { id } = await publishSurvey(kanaat, owner, { question: ADVERTISEMENT });
  const params = { id };
  await succeed(kanaat.call(awaitEnd, { token, params, headers: HEADERS }));
  await succeed(kanaat.call(closeSurvey, { token: owner.token, params }));
  await kanaat.runMaintenance();
}

/** Decides about a survey of a person and objections to that, with an advertisement as its words. */
async function decideAbout(person: Person): Promise<void> {
  const [one, other] = [await staffMember(kanaat), await staffMember(kanaat)];
  const { id } = await publishSurvey(kanaat, person, { question: ADVERTISEMENT });
  const report = { kind: "survey", id, reason: "spam", text: ADVERTISEMENT };
  await succeed(kanaat.call(reportTarget, { token: one.token, body: report }));
  const { items } = await succeed(kanaat.call(listCases, { token: one.token }));
  const params = { id: items[0]?.id ?? 0 };
  const decide = async ({ token }: Person, act: string, also?: string[]) => {
    const { version } = (await succeed(kanaat.call(getCase, { token, params }))).item;
    const body = { version, act, also, reason: "spam", words: ADVERTISEMENT, days: 7 };
    await succeed(kanaat.call(decideCase, { token, params, body }));
  };
  await decide(one, "hide", ["warn"]);
  const own = { token: person.token };
  const decisions = (await succeed(kanaat.call(listOwnDecisions, own))).items;
  const [warned, hidden] = decisions.map((decision) => ({ id: decision.id }));
  const object = { ...own, body: { text: ADVERTISEMENT } };
  await succeed(kanaat.call(objectToDecision, { ...object, params: warned }));
  await decide(other, "dismiss");
  await succeed(kanaat.call(objectToDecision, { ...object, params: hidden }));
  const undone = { token: other.token, params: hidden, body: { words: ADVERTISEMENT } };
  await succeed(kanaat.call(undoDecision, undone));
}

/** Publishes a survey that waits until it is found to be in order. */
async function passReview(person: Person): Promise<void> {
  await holdWord(kanaat, "zıbık");
  const { token } = await staffMember(kanaat);
  await publishSurvey(kanaat, person, { question: ADVERTISEMENT, asked_by: "Zıbık" });
  const { items } = await succeed(kanaat.call(listCases, { token }));
  const params = { id: items.find(({ is_held }) => is_held)?.id ?? 0 };
  const { version } = (await succeed(kanaat.call(getCase, { token, params }))).item;
  const body = { version, act: "dismiss", reason: "other", words: ADVERTISEMENT };
  await succeed(kanaat.call(decideCase, { token, params, body }));
}

/** Asks for a code, with the words of nobody's vote. */
async function askForCode(email: string): Promise<void> {
  await succeed(kanaat.call(requestCode, { body: { email }, headers: HEADERS }));
}

/** The letters to an address, once one that is asked for last has come. */
async function lettersTo(email: string) {
  await succeed(kanaat.call(forgotPassword, { body: { email }, headers: HEADERS }));
  await mailServer.newest(email, SUBJECTS.reset);
  await kanaat.runMaintenance();
  return mailServer.mails.filter(({ recipient }) => recipient === email);
}

describe("letters", () => {
  it("of every kind hold nothing that their causer wrote (R404, R646)", async () => {
    const person = await advertiser();
    const { email, nickname } = person;
    await verify(person, email);
    await awaitAnEnd(person);
    await decideAbout(person);
    await passReview(person);
    const nobody = `hesabiniz-kapanacak-${nickname}@kotu.example`;
    for (const address of [email, nobody]) await askForCode(address);
    await mailServer.newest(email, SUBJECTS.code);
    const session = await changeEverything(person);
    await askForCode(email);
    const next = `hesabiniz-kapanacak-${nickname}@ornek.com`;
    const body = { email: next, password: NEW_PASSWORD };
    await succeed(kanaat.call(changeEmail, { ...session, body, headers: HEADERS }));
    await verify(session, next);

    const letters = await lettersTo(next);
    for (const kind of LETTER_KINDS) {
      if (kind === "code-no-account") continue;
      const address = kind === "reset" ? next : email;
      letters.push(await mailServer.newest(address, SUBJECTS[kind]));
    }
    for (const { subject, text, html } of letters) {
      assert.doesNotMatch(`${subject} ${text} ${html}`, SIGNS, subject);
      assert.ok(text.startsWith(`Merhaba ${nickname},`), subject);
    }
    const decision = await mailServer.newest(email, SUBJECTS.decision);
    for (const said of [/yayından kaldırıldı/, /uyarı aldınız/, /Neden: Spam\./, /30 gün/])
      assert.match(decision.text, said);
    for (const page of ["/notifications#kararlar", "/rules"])
      assert.ok(decision.text.includes(`https://kanaat.example${page}`), page);
    const undone = await mailServer.newest(email, SUBJECTS["decision-undone"]);
    assert.match(undone.text, /İtirazınız haklı bulundu/);
    const { text } = await mailServer.newest(nobody, SUBJECTS["code-no-account"]);
    assert.ok(text.startsWith("Merhaba,"));
    assert.doesNotMatch(text, SIGNS);
  });

  it("other than those that verify it go to no address that nobody has verified (R403)", async () => {
    const person = await advertiser();
    await awaitAnEnd(person);
    await decideAbout(person);
    await changeEverything(person);
    await askForCode(person.email);
    await mailServer.newest(person.email, SUBJECTS.code);
    const subjects = new Set((await lettersTo(person.email)).map(({ subject }) => subject));
    const proving = [...PROVING].map((kind) => SUBJECTS[kind]);
    for (const subject of subjects) {
      assert.ok(
        proving.some((one) => one.test(subject)),
        subject,
      );
    }
    // There is an account.
    assert.equal(subjects.size, proving.length - 1);
  });
});
