import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { CompiledQuery, sql } from "kysely";
import { api, features } from "#contract/api.ts";
import { rankingOf, selectionOf } from "#contract/ballots/choices.ts";
import { DAY_MS, HOUR_MS } from "#contract/durations.ts";
import { deleteAccount } from "#contract/endpoints/account.ts";
import { useCode, type WaitingVote } from "#contract/endpoints/codes.ts";
import type { MailLinkPurpose } from "#contract/endpoints/email.ts";
import { listOwnDecisions } from "#contract/endpoints/moderation.ts";
import { getCase, listCases } from "#contract/endpoints/moderation-cases.ts";
import { finishProviderLogin, startLinking, startProviderLogin } from "#contract/endpoints/oidc.ts";
import { listSessions } from "#contract/endpoints/open-sessions.ts";
import { getOwnReceipt } from "#contract/endpoints/receipts.ts";
import * as secondFactors from "#contract/endpoints/second-factors.ts";
import { closeSurvey } from "#contract/endpoints/surveys.ts";
import { castVote } from "#contract/endpoints/votes.ts";
import type { Database } from "#server/db/database.ts";
import { createCode } from "#server/features/codes/codes.writes.ts";
import { createMailLink } from "#server/features/email/mail-links.writes.ts";
import { readManyResults } from "#server/features/results/results.reads.ts";
import { findNext } from "#server/features/surveys/next-survey.reads.ts";
import { requireSurvey } from "#server/features/surveys/survey-access.reads.ts";
import { FalseProvider } from "#server/testing/false-provider.ts";
import { ask } from "#server/testing/inject.ts";
import { staffMember } from "#server/testing/moderators.ts";
import { planOf, sortedReads, stopMeasuring, wholeReads } from "#server/testing/query-plans.ts";
import { codeOf, firstStep, ORIGIN } from "#server/testing/second-factors.ts";
import { testApp } from "#server/testing/test-app.ts";
import { watchQueries } from "#server/testing/watched-queries.ts";
import type { CallOptions } from "#testing/api.ts";
import { Authenticator } from "#testing/authenticator.ts";
import { fillInstance } from "#testing/fill-instance.ts";
import { COMMON_WORD, rareWord } from "#testing/fill-words.ts";
import { download, type Person, PROOF, registrationForm, signIn, signUp } from "#testing/people.ts";
import { picture } from "#testing/pictures.ts";
import { draftQuiz, publishQuiz, TWO_QUESTIONS } from "#testing/quizzes.ts";
import { draftSurvey, publishSurvey, voteFor } from "#testing/surveys.ts";

// No statement may read a whole table, since it would cost more with every survey, person and vote.
// All calls of the API and a round of maintenance run on a filled instance; then the database
// explains how it would execute each of their statements.

const SURVEYS = 12_000;
/**
 * One row per day, deleted the day after; one per account deleted within the last minute; one per
 * secret that the installation has had; one per very large survey that is being sealed or compared;
 * one per group of votes of the last second.
 */
const SMALL =
  /view_salts|pending_anonymizations|signing_keys|key_attestations|vote_scans|cohort_commits|quiet_periods|review_words/;

const empty = await testApp({ after });
const { instance, clock } = empty;
await empty.close();
await fillInstance(instance, SURVEYS, { now: clock.now() });
const provider = await FalseProvider.start();
after(() => provider.stop());
let seen = new Map<string, CompiledQuery>();
let db: Database | undefined;
/** The call that is being made. */
const during = new AsyncLocalStorage<string>();
/** By call, the statements that changed what opens an account. */
const changedWaysIn: [name: string, text: string][] = [];
/** The statements of the feed. */
const ofFeed = new Set<string>();
/** A vote for two options on each kind of ballot that takes several. */
const CHOICES = {
  multiple: (first: number, second: number) => selectionOf([first, second]),
  ranked: (first: number, second: number) => rankingOf([first, second]),
  rating: (first: number, second: number) => ({
    choices: [
      { option_id: first, score: 5 },
      { option_id: second, score: 1 },
    ],
  }),
};

const WAY_IN =
  /^(insert into|update|delete from) "?(credentials|totp|passkeys|recovery_codes|identities)\b|^insert into "?(sessions|mail_links)\b|^delete from "?users\b|^update "?users\b.* set .*email/i;
const kanaat = await testApp(
  { after },
  {
    instance,
    clock,
    config: {
      rateLimits: true,
      mail: { url: "file:", from: "posta@kanaat.example" },
      publicUrl: "https://kanaat.example",
      push: { services: ["push.example"], subject: "https://kanaat.example" },
      oidcProviders: [{ id: "google", label: "Google", ...provider.settings }],
    },
    db: (opened) => {
      db = opened;
      const watched = watchQueries(opened, (text) => {
        const name = during.getStore();
        if (name === "listQuestions") ofFeed.add(text);
        if (name && WAY_IN.test(text.trim())) changedWaysIn.push([name, text]);
      });
      seen = watched.seen;
      return watched.db;
    },
  },
);
assert.ok(db);
const plain = db;
// Of a few rows PostgreSQL reads all.
await sql`insert into choices (survey_id, user_id, option_id, value)
  select survey_id, user_id, option_id, 1 from votes where survey_id % 4 = 0`.execute(plain.query);
await stopMeasuring(plain);
const owner = await signUp(kanaat);
const guest = await signUp(kanaat);
const image = await picture();
const called = new Set<string>();

/** Makes one call by its name in the contract; it must succeed. */
async function call(name: string, given: CallOptions = {}) {
  const endpoint = api[name];
  assert.ok(endpoint, name);
  const answer = await during.run(name, () =>
    kanaat.call(endpoint, { token: owner.token, ...given }),
  );
  assert.ok(answer.status < 400, `${name}: ${answer.status} ${answer.text}`);
  called.add(name);
  return answer.body as unknown as { next_cursor?: string | null } | null;
}

/** The secret of a link sent to a person, or to the new address that they want. */
const link = ({ id, email }: Person, purpose: MailLinkPurpose, address = email) =>
  kanaat.db.query
    .transaction()
    .execute((tx) => createMailLink(tx, { userId: id, purpose, email: address }, clock.now()));

/** A code as it is sent to somebody who has no account, with a vote. */
const codeFor = (vote?: WaitingVote) =>
  createCode(kanaat, { email: registrationForm().email, explicitConsent: true, vote }, clock.now());

/** Reads two pages, whose queries differ. */
async function pages(name: string, given: CallOptions = {}) {
  const query = { ...given.query, limit: 1 };
  const cursor = (await call(name, { ...given, query }))?.next_cursor;
  if (cursor) await call(name, { ...given, query: { ...query, cursor } });
}

interface FactorAnswer {
  secret: string;
  ceremony: string;
  options: { challenge: string };
  recovery_codes: string[];
  passkey: { id: number };
}

/** Makes every call of moderators and of those whom they decide about. */
async function moderate(surveyId: number) {
  const [moderator, reporter] = [await staffMember(kanaat), await signUp(kanaat)];
  const staff = { token: moderator.token };
  const body = { kind: "survey", id: surveyId, reason: "spam", text: "Yine aynı soru." };
  await call("reportTarget", { token: reporter.token, body });
  await call("reportTarget", {
    token: reporter.token,
    body: { ...body, kind: "person", id: owner.id },
  });
  await pages("listCases", staff);
  const { items } = (await kanaat.call(listCases, staff)).body;
  const first = items.find(({ kind }) => kind === "survey");
  const params = { id: first?.id ?? 0 };
  for (const act of ["remove_picture", "dismiss"]) {
    await call("getCase", { ...staff, params });
    await call("viewCase", { ...staff, params });
    const { version } = (await kanaat.call(getCase, { ...staff, params })).body.item;
    const decision = { version, act, reason: "spam", words: "Aynı soru yine soruldu." };
    const more = act !== "dismiss" && { also: ["unlist", "hide"], pictures: ["cover"] };
    await call("decideCase", { ...staff, params, body: { ...decision, ...more } });
    await pages("listOwnDecisions");
    if (act === "dismiss") break;
    const { pictures } = (await kanaat.call(getCase, { ...staff, params })).body.item;
    const withheld = { ...params, picture: pictures[0]?.withheld ?? 0 };
    await call("getCasePicture", { ...staff, params: withheld });
    const [made, ...others] = (await kanaat.call(listOwnDecisions, { token: owner.token })).body
      .items;
    const about = { params: { id: made?.id ?? 0 } };
    await call("objectToDecision", { ...about, body: { text: "Başka bir soruydu bu." } });
    const other = { token: (await staffMember(kanaat)).token };
    const undone = { ...other, body: { words: "Başka bir soruymuş." } };
    await call("undoDecision", { ...about, ...undone });
    for (const { id } of others) await call("undoDecision", { ...undone, params: { id } });
    await call("reportTarget", { token: reporter.token, body: { ...body, reason: "hate" } });
  }
  await call("getTransparency");
  await call("getQueueSummary", staff);
  await queue(params.id, reporter);
  const admin = { token: (await staffMember(kanaat, "admin")).token };
  await call("listStaff", admin);
  await pages("listRecord", admin);
  await people(admin.token);
  const role = { role: "moderator", words: "Ekibe katıldı." };
  await call("giveRole", { ...admin, params: { nickname: reporter.nickname }, body: role });
  const period = {
    ...{ title: "Seçim dönemi", category_ids: [14], words: "Seçim takvimi ilan edildi." },
    ...{ starts_at: kanaat.clock.iso(HOUR_MS), ends_at: kanaat.clock.iso(2 * HOUR_MS) },
  };
  await call("createQuietPeriod", { ...admin, body: period });
  await pages("listQuietPeriods", admin);
  const ending = { words: "Seçim ertelendi." };
  await call("endQuietPeriod", { ...admin, params: { id: 1 }, body: ending });
  const asked = {
    ...{ asker: "court", reference: "2026/1", target: `/surveys/${surveyId}`, words: "" },
    received_at: kanaat.clock.iso(0),
  };
  await call("createLegalRequest", { ...admin, body: asked });
  await call("createLegalRequest", { ...admin, body: asked });
  await pages("listLegalRequests", admin);
  await call("getLegalRequest", { ...admin, params: { id: 1 } });
  await call("getLegalPicture", { ...admin, params: { id: 1, picture: 1 } });
  const answered = { outcome: "refused", answer: "Karar bu siteyle ilgili değil." };
  for (const id of [1, 2])
    await call("answerLegalRequest", { ...admin, params: { id }, body: answered });
  await pages("listLegalRequests", { ...admin, query: { state: "answered" } });
  const adding = { kind: "held", root: "kelek", forms: ["kelekçi"], words: "Deneme için eklendi." };
  await call("previewReviewWords", { ...admin, body: { root: "kelek" } });
  await call("addReviewWords", { ...admin, body: adding });
  await pages("listReviewWords", admin);
  while (kanaat.db.reviewWords.forms.length === 0) await sleep(5);
  const held = await publishSurvey(kanaat, owner, { question: "Kelekçi kim?" });
  const open = (await kanaat.call(listCases, admin)).body.items;
  const waiting = { id: open.find(({ target_id }) => target_id === held.id)?.id ?? 0 };
  const { version } = (await kanaat.call(getCase, { ...admin, params: waiting })).body.item;
  const verdict = { version, act: "dismiss", reason: "other", words: "Metni okuduk." };
  await call("getSurvey", { params: { id: held.id } });
  await call("decideCase", { ...admin, params: waiting, body: verdict });
  await call("removeReviewWords", { ...admin, body: { ids: [1], words: "Deneme bitti." } });
  await call("switchShippedWords", { ...admin, body: { on: false, words: "Deneme bitti." } });
}

/** Makes every call about people and the links by which they register. */
async function people(token: string) {
  const body = { words: "Aynı kişi yine yazıyor." };
  const params = { id: guest.id };
  await pages("listPeople", { token });
  await pages("listPeople", { token, query: { q: guest.nickname } });
  await pages("listPeople", { token, query: { q: String(guest.id) } });
  for (const name of ["getStaffPerson", "openPersonCase"]) await call(name, { token, params });
  await pages("listPersonDecisions", { token, params: { id: owner.id } });
  for (const name of ["lookAtPerson", "findSimilarPeople"])
    await call(name, { token, params, body });
  const farmer = await signUp(kanaat);
  const question = "Bu uygulamayla kaç lira kazandınız?";
  await publishSurvey(kanaat, farmer, { question });
  const suspended = { people: [{ id: farmer.id, version: 0 }], reason: "spam", hide_surveys: true };
  await call("suspendPeople", { token, body: { ...body, ...suspended } });
  const alike = await publishSurvey(kanaat, guest, { question: `${question}!` });
  assert.equal(alike.in_review, true);
  await call("findByEmail", { token, body: { ...body, email: guest.email } });
  for (let i = 0; i < 2; i++)
    await call("createLink", { token, body: { ...body, uses: 1, days: 1 } });
  await pages("listLinks", { token });
  await call("endLink", { token, params: { id: 1 }, body: {} });
}

/** Makes every call about what comes into the queue. */
async function queue(id: number, { token }: Person) {
  const [staff, admin] = [await staffMember(kanaat), await staffMember(kanaat, "admin")];
  const given = { token: staff.token, params: { id } };
  const words = "Aynı soru yine bildirildi.";
  const read = async () => (await kanaat.call(getCase, given)).body.item;
  const { target_id, reported } = await read();
  const ofReport = { ...given, params: { id: reported[0]?.id ?? 0 } };
  await call("muteReporter", { ...ofReport, body: { words } });
  await call("unmuteReporter", { ...ofReport, body: {} });
  const report = { kind: "survey", id: target_id, reason: "crime" };
  await call("reportTarget", { token, body: report });
  for (const name of ["muteCase", "escalateCase"]) {
    const { version } = await read();
    const days = name === "muteCase" && { days: 1 };
    await call(name, { ...given, body: { version, words, ...days } });
    if (days) await call("unmuteCase", { ...given, body: {} });
  }
  await call("returnCase", { ...given, token: admin.token });
}

/** Makes every call about second factors, each with the result of the previous one. */
async function changeFactors() {
  const proof = { body: { password: owner.password } };
  const answered = async (name: string, given?: CallOptions) =>
    (await call(name, given)) as unknown as { item: FactorAnswer };
  await call("getFactors");
  const { secret } = (await answered("beginTotp", proof)).item;
  await call("confirmTotp", { body: { code: codeOf(kanaat, secret) } });
  const { recovery_codes } = (await answered("renewRecoveryCodes", proof)).item;
  const authenticator = new Authenticator({ origin: ORIGIN });
  const made = (await answered("beginPasskey", proof)).item;
  const response = authenticator.make(made.options);
  const added = await answered("addPasskey", { body: { ceremony: made.ceremony, response } });
  await call("beginProof");
  const { ticket } = await firstStep(kanaat, owner);
  await call("beginSecondStep", { body: { ticket } });
  await call("completeLogin", { body: { ticket, recovery_code: recovery_codes[0] } });
  const { ceremony, options } = (await answered("beginPasskeyLogin")).item;
  const signed = { ceremony, response: authenticator.sign(options) };
  await call("logInWithPasskey", { body: signed });
  const { id } = added.item.passkey;
  await call("removePasskey", { ...proof, params: { id } });
  await call("removeTotp", proof);
}

/** What the provider sends a browser back with, for signing in or for linking. */
async function fromProvider(
  start: typeof startProviderLogin | typeof startLinking,
  token?: string,
) {
  const params = { provider: "google" };
  const { item } = (await kanaat.call(start, { token, params })).body;
  provider.claims = token ? { sub: "kisi-2", email: "kisi-2@ornek.com" } : {};
  const { url, browser_key } = item;
  return { provider: "google", parameters: provider.answerTo(url), browser_key };
}

/** A survey that has ended with ten votes, and is sealed. */
async function sealedSurvey(voters: "members") {
  const survey = await publishSurvey(kanaat, owner, { voters });
  const people = [owner, guest];
  while (people.length < 10) people.push(await signUp(kanaat));
  for (const voter of people) await voteFor(kanaat, voter, survey, 0);
  await kanaat.call(closeSurvey, { token: owner.token, params: { id: survey.id } });
  // By then others may register too.
  clock.advance(HOUR_MS);
  // The filled surveys are sealed first; a round leaves what it has no time for to the next one.
  const seals = plain.query.selectFrom("seals").select("survey_id");
  while ((await seals.where("survey_id", "=", survey.id).execute()).length === 0) {
    await kanaat.runMaintenance();
  }
  return survey;
}

describe("statements", () => {
  it("are seen for every call of the API and for maintenance", async () => {
    for (const order of ["new", "popular", "ending"]) {
      for (const q of ["", COMMON_WORD, rareWord(3), `${COMMON_WORD} kahve`]) {
        await pages("listSurveys", { query: { order, q } });
        await pages("listSurveys", { query: { order, q, type: "TEST", category_id: 3 } });
      }
    }
    for (const tab of ["you", "following", "new", "ending"]) {
      await pages("listQuestions", { query: { tab } });
      await pages("listQuestions", { query: { tab }, token: undefined });
    }
    const ofFilled = { params: { nickname: "kisi_5", id: 12, userId: 5, name: "private-results" } };
    for (const name of ["listPersonSurveys", "listFollowers", "listFollowings"]) {
      await pages(name, ofFilled);
    }
    const voters = "members";
    const survey = await publishSurvey(kanaat, owner, { voters });
    // By its author, of its category, and popular.
    await call("getNextSurvey", { params: { id: 12 } });
    const lonely = await requireSurvey(kanaat.db, survey.id, null);
    for (const category_id of [lonely.category_id, 999]) {
      const [after, viewer] = [
        { ...lonely, category_id },
        {
          ...owner,
          role: "member",
          isSuspended: false,
          missing: 0,
          numbers: [1],
          verifiedAt: 0,
          knownSince: 0,
        } as const,
      ];
      assert.ok(await findNext(kanaat.db, after, viewer, [12], clock.now()));
    }
    const sealed = { params: { id: (await sealedSurvey(voters)).id } };
    const { receipt } = (await kanaat.call(getOwnReceipt, { ...sealed, token: owner.token })).body
      .item;
    const hidden = await publishSurvey(kanaat, owner, { visibility: "private", voters });
    const ending = await publishSurvey(kanaat, owner, { expire_time: clock.iso(DAY_MS) });
    const draft = await draftSurvey(kanaat, owner);
    const quiz = { params: { id: (await publishQuiz(kanaat, owner)).id } };
    const quizDraft = await draftQuiz(kanaat, owner);
    const option = survey.options[0]?.id;
    const params = { id: hidden.id, userId: guest.id };
    const elsewhere = await signIn(kanaat, owner);
    const [session] = (await kanaat.call(listSessions, { token: elsewhere.token })).body.items;
    await call("proveOwnership", { body: PROOF });
    const newcomer = { body: await fromProvider(startProviderLogin) };
    const { registration } = (await kanaat.call(finishProviderLogin, newcomer)).body.item;
    const google = { params: { provider: "google" } };
    const vote = { survey_id: survey.id, survey_option_id: option ?? 0 };
    const [code, { link: codeLink }] = [await codeFor(vote), await codeFor()];
    const { attempt, code: digits } = await codeFor(vote);
    const byCode = await kanaat.call(useCode, { body: { attempt, code: digits } });
    const { token: incomplete } = byCode.body.item.session;
    const { name, nickname, password, ...consents } = registrationForm();
    const given: Record<string, CallOptions> = {
      requestCode: { body: { email: owner.email, explicit_consent: true, vote } },
      readCodeLink: { body: { link: codeLink } },
      useCode: { body: { attempt: code.attempt, code: code.code } },
      completeIdentity: {
        token: incomplete,
        body: { ...consents, name, nickname, new_password: password, confirm_password: password },
      },
      completeDetails: { token: incomplete, body: consents },
      completeRegistration: { body: { ...registrationForm(), ticket: registration?.ticket } },
      finishProviderLogin: { body: await fromProvider(startProviderLogin) },
      ...{ startProviderLogin: google, startLinking: google },
      unlinkIdentity: google,
      closeSession: { params: { id: session?.id ?? 0 } },
      register: { body: registrationForm() },
      login: { body: { email: owner.email, password: owner.password } },
      changeEmail: { body: { email: registrationForm().email, password: owner.password } },
      forgotPassword: { body: { email: owner.email } },
      checkMailLink: { body: { token: await link(guest, "verify") } },
      verifyEmail: {
        token: guest.token,
        body: { token: await link(guest, "verify", registrationForm().email) },
      },
      disownAddress: { body: { token: await link(await signUp(kanaat), "verify") } },
      undoEmailChange: { body: { token: await link(guest, "undo") } },
      createChallenge: { body: { for: "register" } },
      confirmNickname: { params: { nickname: "kimse_degil" } },
      updateAccount: { body: { name: "Yeni Ad", image } },
      castVote: { body: { survey_id: survey.id, survey_option_id: option } },
      createSurvey: { body: { question: "Hangi mevsim?", image, category_id: 1 } },
      addOptions: {
        body: { data: ["a", "b"].map((content) => ({ survey_id: draft, image, content })) },
      },
      setQuestions: {
        params: { id: quizDraft },
        body: { data: [{ question: TWO_QUESTIONS[0] }] },
      },
      ...{ listQuizQuestions: quiz, getOwnAttempt: quiz, getScores: quiz },
      submitAttempt: { ...quiz, token: guest.token, body: { answers: [[0], [0, 1]] } },
      setVisibility: { params: { id: draft }, body: { visibility: "public" } },
      updateSurvey: { params: { id: draft }, body: { description: "Değişti", question: "Yeni?" } },
      closeSurvey: { params: { id: draft } },
      ...{ getBlock: { params: { userId: 7 } }, unblockPerson: { params: { userId: 7 } } },
      blockPerson: { params: { userId: 7 }, body: { kind: "block" } },
      invitePerson: { params, body: { nickname: guest.nickname } },
      acceptInvitation: { params: { id: survey.id }, body: { code: "baska" } },
      awaitEnd: { params: { id: ending.id } },
      listVoted: { query: { survey_ids: "1,2,3" } },
      ...{ getOwnReceipt: sealed, getSeal: sealed, getSealBundle: sealed },
      listTreeHeads: { params: sealed.params, query: { from: 1 } },
      findReceipt: { params: { ...sealed.params, receipt } },
      exportReport: { params: { ...sealed.params, format: "csv" } },
      getOembed: { query: { url: `${kanaat.config.publicUrl}/surveys/${survey.id}` } },
      markNotificationsRead: { body: { last_id: 1_000_000 } },
      changeInvitationSettings: { body: { invitable_by: "followings" } },
      changeNotificationSettings: { body: { leader: false, ended: true } },
      subscribeToPush: {
        body: {
          ...{ kinds: ["ended", "question"], at_any_time: true },
          subscription: {
            endpoint: "https://push.example/1",
            keys: { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) },
          },
        },
      },
      ...Object.fromEntries(
        ["listInvitedPeople", "getInvitationLink", "renewInvitationLink"].map((name) => [
          name,
          { params },
        ]),
      ),
    };
    // Streams do not end; they run the statements of getUnreadCount and of these calls.
    await readManyResults(kanaat.db, [survey.id, hidden.id], clock.now());
    const later = [
      ...[
        "changeVote",
        "withdrawVote",
        "withdrawInvitation",
        "deleteSurvey",
        "logout",
        "changePassword",
        "deleteAccount",
      ],
      ...[
        "streamNotifications",
        "streamResults",
        "streamEvents",
        "undoEmailChange",
        "resetPassword",
        "finishLinking",
      ],
      ...Object.keys(features.moderation),
      ...Object.keys(features.account).filter((name) => name in secondFactors),
    ];
    for (const name of new Set([...Object.keys(given), ...Object.keys(api)])) {
      if (!later.includes(name)) await pages(name, given[name] ?? ofFilled);
    }
    for (const url of ["/sitemap.xml", "/sitemaps/surveys/1.xml", "/feeds/category-3.atom"]) {
      assert.equal((await ask(kanaat.app, { url })).statusCode, 200, url);
    }
    await changeFactors();
    await moderate(ending.id);
    await call("finishLinking", { body: await fromProvider(startLinking, owner.token) });
    await call("unlinkIdentity", google);
    await call("listInvitations", { token: guest.token });
    await kanaat.call(castVote, { token: owner.token, ...given.castVote });
    const another = { survey_id: hidden.id, survey_option_id: hidden.options[0]?.id };
    await call("castVote", { body: another });
    const changing = await publishSurvey(kanaat, owner, {
      ...{ vote_change: "until_end", voters: "members" },
    });
    for (const [i, name] of ["castVote", "changeVote"].entries()) {
      await call(name, {
        body: { survey_id: changing.id, survey_option_id: changing.options[i]?.id },
      });
    }
    for (const [ballot, choose] of Object.entries(CHOICES)) {
      const asked = await publishSurvey(kanaat, owner, {
        ...{ ballot: ballot as keyof typeof CHOICES, vote_change: "until_end", voters: "members" },
      });
      const [first = 0, second = 0] = asked.options.map(({ id }) => id);
      const body = { survey_id: asked.id };
      await call("castVote", { body: { ...body, ...choose(first, second) } });
      await call("changeVote", { body: { ...body, ...choose(second, first) } });
    }
    await call("withdrawVote", { params: { id: changing.id } });
    await call("setVisibility", { params, body: { visibility: "public" } });
    await call("updateSurvey", { params, body: { description: "Sonra" } });
    await call("withdrawInvitation", { params });
    await call("deleteSurvey", { params: { id: survey.id } });
    await download(kanaat, guest);
    await call("logout", { token: guest.token });
    await call("undoEmailChange", given.undoEmailChange);
    await call("resetPassword", {
      body: {
        token: await link(guest, "reset"),
        password: "yepyeni-şifre-2",
        confirm_password: "yepyeni-şifre-2",
      },
    });
    const current = owner.password;
    const body = { current_password: current, password: current, confirm_password: current };
    await call("changePassword", { token: owner.token, body });
    clock.advance(20 * DAY_MS);
    const { signal } = new AbortController();
    await kanaat.runMaintenance(signal);
    const leaver = await signUp(kanaat);
    await call("deleteAccount", { token: leaver.token, body: { password: leaver.password } });
    assert.equal((await kanaat.call(deleteAccount, { token: leaver.token })).status, 401);
    // A view is counted after the response.
    while (![...seen.keys()].some((text) => /into views/.test(text))) await sleep(10);
    assert.deepEqual(
      Object.keys(api).filter((name) => !called.has(name)),
      ["streamResults", "streamNotifications", "streamEvents"],
    );
  });

  it("never read a whole table (R191, R203, R676)", async () => {
    assert.ok(seen.size > 100, `${seen.size} statements`);
    const found: string[] = [];
    for (const query of seen.values()) {
      if (!/^(select|insert|update|delete|with)\b/i.test(query.sql.trim())) continue;
      const reads = (await wholeReads(plain, query)).filter((read) => !SMALL.test(read));
      if (reads.length > 0) found.push(`${reads.join("; ")} in ${query.sql}`);
    }
    assert.deepEqual(found, []);
  });

  it("of the feed stop reading surveys when the page is full, however many there are (R551)", async () => {
    assert.ok(ofFeed.size > 10, `${ofFeed.size} statements`);
    const found: string[] = [];
    for (const query of [...ofFeed].flatMap((text) => seen.get(text) ?? [])) {
      const reads = await sortedReads(plain, query);
      if (reads.length > 0) found.push(`${reads.join("; ")} in ${query.sql}`);
    }
    assert.deepEqual(found, []);
    const sorting =
      "select id from surveys where listed = 1 and start_time < 9 order by view_count limit 3";
    assert.equal((await sortedReads(plain, CompiledQuery.raw(sorting))).length, 1);
  });

  it("find the surveys whose groups are due to be counted in an index of those alone", async () => {
    const due = [...seen.values()].find(({ sql }) => /select "id".*>= next_look/.test(sql));
    assert.ok(due);
    assert.match(await planOf(plain, due), /surveys_due_for_look/);
  });

  it("find the push messages that are due in indexes of those alone (R544)", async () => {
    for (const [text, index] of [
      [/from "push_subscriptions".*"wakes_at" <=/, /push_subscriptions_waking/],
      [/from "push_subscriptions".*'%question%'/, /push_subscriptions_for_question/],
    ] as const) {
      const due = [...seen.values()].find((query) => text.test(query.sql));
      assert.ok(due, text.source);
      assert.match(await planOf(plain, due), index);
    }
  });

  it("change what opens an account only in calls that declare their proof (R420)", () => {
    const names = new Set(changedWaysIn.map(([name]) => name));
    for (const expected of ["addPasskey", "unlinkIdentity", "changePassword", "verifyEmail"]) {
      assert.ok(names.has(expected), expected);
    }
    const undeclared = changedWaysIn.filter(([name]) => api[name]?.proof === undefined);
    assert.deepEqual(undeclared, []);
  });

  it("of a vote look up single votes, never all on its survey", async () => {
    const ofVotes = [/\binsert into votes\b/, /\bvotes\.changeable is not null\b/].flatMap(
      (which) => {
        const found = [...seen.values()].filter(({ sql }) => which.test(sql));
        assert.ok(found.length > 0, String(which));
        return found;
      },
    );
    const explain = plain.engine === "sqlite" ? "explain query plan" : "explain";
    for (const query of ofVotes) {
      const explained = CompiledQuery.raw(`${explain} ${query.sql}`, [...query.parameters]);
      const { rows } = await plain.query.executeQuery<Record<string, unknown>>(explained);
      const plan = rows.map((row) => row.detail ?? row["QUERY PLAN"]).join("\n");
      const lookUps = plan.match(/SEARCH votes .*|on votes .*\n.*Cond: .*/g) ?? [];
      assert.ok(lookUps.length > 0, plan);
      for (const lookUp of lookUps) assert.match(lookUp, /survey_id.*user_id/s, plan);
    }
  });

  it("name their columns, or PostgreSQL would plan them again each time", () => {
    assert.deepEqual(
      [...seen.keys()].filter((text) => /\*\s+from/i.test(text)),
      [],
    );
  });

  it("would be found out if they did", async () => {
    const scanning = [
      "select count(*) from votes",
      "select id from surveys where question = 'x'",
      "select id from surveys where question like '%x%' order by start_time desc limit 24",
      "select id from surveys order by view_count desc limit 24",
      "select users.id from users join surveys on surveys.view_count = users.id limit 1",
      "update notifications set read_at = 1 where created_at < 5",
      "delete from views where viewer = 'u1'",
      "select 1 from users where lower(email) = 'x'",
      plain.engine === "sqlite"
        ? "select rowid from survey_words_fts where words like '% x %'"
        : "select survey_id from survey_words where words like '% x %'",
    ];
    for (const text of scanning) {
      assert.notDeepEqual(await wholeReads(plain, CompiledQuery.raw(text)), [], text);
    }
    const fine = [
      "select id from surveys where id = 5",
      "select id from surveys where listed = 1 order by popularity desc, id desc limit 24",
      "update notifications set read_at = 1 where user_id = 5 and read_at is null",
    ];
    for (const text of fine) {
      assert.deepEqual(await wholeReads(plain, CompiledQuery.raw(text)), [], text);
    }
  });
});

describe("foreign keys", () => {
  it("find what refers to a deleted row along an index", async () => {
    const { rows } = await (plain.engine === "sqlite" ? keysOnSqlite : keysOnPostgres).execute(
      plain.query,
    );
    assert.ok(rows.length > 10);
    for (const { child, columns } of rows) {
      const where = columns.split(",").map((column) => `${column} = '5'`);
      const text = `select 1 from ${child} where ${where.join(" and ")}`;
      assert.deepEqual(await wholeReads(plain, CompiledQuery.raw(text)), [], text);
    }
  });
});

interface ForeignKey {
  child: string;
  columns: string;
}

const keysOnSqlite = sql<ForeignKey>`select m.name as child, group_concat(k."from") as columns
  from sqlite_master as m join pragma_foreign_key_list(m.name) as k
  where m.type = 'table' group by m.name, k.id`;

const keysOnPostgres = sql<ForeignKey>`select conrelid::regclass::text as child,
    (select string_agg(attname, ',') from pg_attribute
      where attrelid = conrelid and attnum = any (conkey)) as columns
  from pg_constraint where contype = 'f'`;
