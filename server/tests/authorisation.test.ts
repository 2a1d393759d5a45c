import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { sql } from "kysely";
import { api } from "#contract/api.ts";
import { DAY_MS } from "#contract/durations.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { listSessions } from "#contract/endpoints/open-sessions.ts";
import {
  beginPasskey,
  beginPasskeyLogin,
  beginTotp,
  proveOwnership,
} from "#contract/endpoints/second-factors.ts";
import { passkeyIdOf } from "#server/features/sign-in/factors/factors.reads.ts";
import { insertPasskey } from "#server/features/sign-in/factors/factors.writes.ts";
import { mailApp, PUBLIC_URL } from "#server/testing/mail-app.ts";
import { caseAbout, decisionAbout } from "#server/testing/moderators.ts";
import {
  codeOf,
  firstStep,
  makePasskey,
  ORIGIN,
  turnOnTotp,
} from "#server/testing/second-factors.ts";
import { Authenticator } from "#testing/authenticator.ts";
import { download, type Person, registrationForm, signIn, signUp } from "#testing/people.ts";
import { picture } from "#testing/pictures.ts";
import { TWO_QUESTIONS } from "#testing/quizzes.ts";
import { draftSurvey, publishSurvey } from "#testing/surveys.ts";

// Who may do what (R9): every endpoint is called by a visitor, with an expired token, by a
// stranger and by the owner, on the owner's things, on missing ones and with invalid ids. The
// expected result follows from the endpoint's `auth` and from these tables; an endpoint that is in
// none of them fails.

/** A status, or the endpoint's own success. */
type Expected = number | "ok";

/** What others and the owner get for the owner's public survey, private survey and draft. */
const SURVEYS: Record<string, { others: Expected[]; owner: Expected[] }> = {
  getSurvey: { others: ["ok", 404, 404], owner: ["ok", "ok", "ok"] },
  listSurveyEdits: { others: ["ok", 404, 404], owner: ["ok", "ok", "ok"] },
  getNextSurvey: { others: ["ok", 404, 404], owner: ["ok", "ok", "ok"] },
  getVoteStatus: { others: ["ok", 404, 404], owner: ["ok", "ok", "ok"] },
  getResults: { others: ["ok", 404, 404], owner: ["ok", "ok", "ok"] },
  getAwaitedEnd: { others: ["ok", 404, 404], owner: ["ok", "ok", "ok"] },
  awaitEnd: { others: ["ok", 404, 404], owner: ["ok", "ok", 409] },
  stopAwaitingEnd: { others: ["ok", 404, 404], owner: ["ok", "ok", "ok"] },
  // Nobody has voted, and none of them has ended.
  getOwnReceipt: { others: [404, 404, 404], owner: [404, 404, 404] },
  getSeal: { others: ["ok", 404, 404], owner: ["ok", "ok", "ok"] },
  listTreeHeads: { others: ["ok", 404, 404], owner: ["ok", "ok", "ok"] },
  getOembed: { others: ["ok", 404, 404], owner: ["ok", 404, 404] },
  getSealBundle: { others: [404, 404, 404], owner: [404, 404, 404] },
  findReceipt: { others: [404, 404, 404], owner: [404, 404, 404] },
  exportReport: { others: ["ok", 404, 404], owner: ["ok", "ok", "ok"] },
  getReport: { others: ["ok", 404, 404], owner: ["ok", "ok", "ok"] },
  // None of them is a test with questions.
  setQuestions: { others: [403, 404, 404], owner: [409, 409, 422] },
  submitAttempt: { others: [422, 404, 404], owner: [422, 422, 422] },
  listQuizQuestions: { others: ["ok", 404, 404], owner: ["ok", "ok", "ok"] },
  getOwnAttempt: { others: ["ok", 404, 404], owner: ["ok", "ok", "ok"] },
  getScores: { others: ["ok", 404, 404], owner: ["ok", "ok", "ok"] },
  castVote: { others: ["ok", 404, 404], owner: ["ok", "ok", 409] },
  // Their votes stay as they were cast.
  changeVote: { others: [409, 404, 404], owner: [409, 409, 409] },
  withdrawVote: { others: [409, 404, 404], owner: [409, 409, 409] },
  // With a code of another survey: people who see the survey anyway get no error.
  acceptInvitation: { others: ["ok", 404, 404], owner: ["ok", "ok", "ok"] },
  addOptions: { others: [403, 404, 404], owner: [409, 409, "ok"] },
  setVisibility: { others: [403, 404, 404], owner: ["ok", "ok", "ok"] },
  updateSurvey: { others: [403, 404, 404], owner: ["ok", "ok", "ok"] },
  closeSurvey: { others: [403, 404, 404], owner: ["ok", "ok", 409] },
  deleteSurvey: { others: [403, 404, 404], owner: ["ok", "ok", "ok"] },
  listInvitedPeople: { others: [403, 404, 404], owner: ["ok", "ok", "ok"] },
  invitePerson: { others: [403, 404, 404], owner: ["ok", "ok", 409] },
  withdrawInvitation: { others: [403, 404, 404], owner: ["ok", "ok", "ok"] },
  getInvitationLink: { others: [403, 404, 404], owner: ["ok", "ok", "ok"] },
  renewInvitationLink: { others: [403, 404, 404], owner: ["ok", "ok", "ok"] },
};

/** What others and a person get for that person. */
const PEOPLE: Record<string, { others: Expected; oneself: Expected }> = {
  getPerson: { others: "ok", oneself: "ok" },
  listPersonSurveys: { others: "ok", oneself: "ok" },
  listFollowers: { others: "ok", oneself: "ok" },
  listFollowings: { others: "ok", oneself: "ok" },
  getFollowStatus: { others: "ok", oneself: "ok" },
  getUserFollowerCount: { others: "ok", oneself: "ok" },
  getUserFollowingCount: { others: "ok", oneself: "ok" },
  followPerson: { others: "ok", oneself: 422 },
  followPersonByGet: { others: "ok", oneself: 422 },
  unfollowPerson: { others: "ok", oneself: "ok" },
  getBlock: { others: "ok", oneself: "ok" },
  blockPerson: { others: "ok", oneself: 422 },
  unblockPerson: { others: "ok", oneself: "ok" },
};

/** These name nothing: they reach only the caller's own things. */
const CALLERS_OWN = [
  "getAccount",
  "updateAccount",
  "exportAccount",
  "changePassword",
  "deleteAccount",
  "getEmail",
  "changeEmail",
  "cancelEmailChange",
  "sendVerification",
  "logout",
  "listSessions",
  "closeOtherSessions",
  "getFactors",
  "beginTotp",
  "confirmTotp",
  "removeTotp",
  "beginPasskey",
  "addPasskey",
  "beginProof",
  "proveOwnership",
  "renewRecoveryCodes",
  "listIdentities",
  "createSurvey",
  "listOwnSurveys",
  "listFeed",
  "listUnanswered",
  "listVoted",
  "listInvitations",
  "getInvitationSettings",
  "changeInvitationSettings",
  "listNotifications",
  "getUnreadCount",
  "markNotificationsRead",
  "getNotificationSettings",
  "changeNotificationSettings",
  "getPush",
  "subscribeToPush",
  "unsubscribeFromPush",
  "dismissNotice",
  "listOwnDecisions",
  "listBlocks",
  "reportTarget",
  "streamNotifications",
  "getMyFollowerCount",
  "getMyFollowingCount",
];

/** These name something that only its owner can see. */
const OWN_THINGS: Record<string, (owner: Person) => Promise<number>> = {
  removePasskey: async ({ id, nickname }) => {
    const credentialId = `kasa-${nickname}`;
    await db.query.transaction().execute((tx) =>
      insertPasskey(tx, {
        ...{ credentialId, userId: id, publicKey: "", counter: 0, transports: [], name: "Kasa" },
        ...{ isSynced: false, now: 1 },
      }),
    );
    return passkeyIdOf(kanaat.mailboxes, credentialId);
  },
  objectToDecision: async ({ id }) => {
    const { caseId } = await caseAbout(db, id);
    return decisionAbout(db, { caseId, personId: id, now: clock.now() });
  },
  closeSession: async (person) => {
    const { token } = await signIn(kanaat, person);
    return (await kanaat.call(listSessions, { token })).body.items[0]?.id ?? 0;
  },
};

/** Members get 404, whatever it names; `features/moderation/` tests what staff gets. */
const STAFFS = Object.keys(api).filter((name) => api[name]?.staff !== undefined);

/** An account that was registered lacks nothing that these give. */
const COMPLETING = ["completeIdentity", "completeDetails"];

/** Without a configured provider, everybody gets these errors; `oidc/` tests the calls. */
const PROVIDERS: Record<string, number> = {
  startProviderLogin: 404,
  finishProviderLogin: 410,
  completeRegistration: 410,
  startLinking: 404,
  finishLinking: 410,
  unlinkIdentity: 404,
};

/** These are the same for everybody. */
const EVERYBODYS = [
  "getFeaturedSurvey",
  "register",
  "login",
  "confirmNickname",
  "createChallenge",
  "beginSecondStep",
  "completeLogin",
  "beginPasskeyLogin",
  "logInWithPasskey",
  "listCities",
  "listCategories",
  "listSurveys",
  "listQuestions",
  "listPopularPeople",
  "getSite",
  "getTransparency",
  "forgotPassword",
  "requestCode",
];

/** Anyone who has a link may use it; without one, these reach nothing. */
const BY_LINK = [
  ...["checkMailLink", "verifyEmail", "disownAddress"],
  ...["undoEmailChange", "resetPassword", "readCodeLink", "useCode"],
];

/** Streams that visitors may open; one without anything that they may see says so and ends. */
const STREAMS = ["streamResults", "streamEvents"];

const STATES = ["public", "private", "draft"] as const;
const MISSING = 999_999_999;
const NO_IDS = ["abc", "0", "-1", "1.5", "9007199254740993", "%00", "1 or 1=1"];
const TABLES = "users sessions surveys options votes follows invitations notifications".split(" ");

const push = { services: ["push.example"], subject: PUBLIC_URL };
const kanaat = await mailApp({ after }, { config: { push } });
const { clock, config, db } = kanaat;
const expired = await signUp(kanaat);
clock.advance(DAY_MS);
const [owner, stranger] = await Promise.all([signUp(kanaat), signUp(kanaat)]);
const image = await picture();
/** Part of everything that strangers must not learn about the owner. */
const canary = "kanarya-7f3a";

/** What a stranger's call must not change: all rows and files, except effects of earlier calls. */
async function everything(): Promise<Set<string>> {
  const rows = TABLES.map(async (table) => {
    const found = await sql<object>`select * from ${sql.table(table)}`.execute(db.query);
    const later = { view_count: 0, popularity: 0, counted_votes: 0 };
    return found.rows.map((row) => JSON.stringify([table, { ...row, ...later }]));
  });
  const pictures = await readdir(join(config.dataDir, "images"), { recursive: true });
  return new Set([...(await Promise.all(rows)).flat(), ...pictures]);
}

interface Target {
  id: number | string;
  option?: number;
  nickname?: string;
}

async function surveyOf(person: Person, state: (typeof STATES)[number]): Promise<Target> {
  const question = state === "public" ? "Çay mı, kahve mi?" : `${canary} mı, değil mi?`;
  const form = { question, voters: "members" } as const;
  if (state === "draft") return { id: await draftSurvey(kanaat, person, form), option: 1 };
  const survey = await publishSurvey(kanaat, person, {
    ...{ ...form, visibility: state, instant_results: true },
  });
  return { id: survey.id, option: survey.options[0]?.id ?? 0 };
}

const { name, nickname, password, ...consents } = registrationForm();
const IDENTITY = {
  ...{ ...consents, name, nickname, new_password: password, confirm_password: password },
};

function body(name: string, { id, option }: Target, caller?: Person): unknown {
  const options = ["a", "b"].map((content) => ({ survey_id: id, image, content }));
  const bodies: Record<string, unknown> = {
    castVote: { survey_id: id, survey_option_id: option },
    changeVote: { survey_id: id, survey_option_id: option },
    addOptions: { data: options },
    setQuestions: { data: [{ question: TWO_QUESTIONS[0] }] },
    submitAttempt: { answers: [[0]] },
    setVisibility: { visibility: "private" },
    updateSurvey: { description: "Değişti" },
    invitePerson: { nickname: stranger.nickname },
    blockPerson: { kind: "mute" },
    acceptInvitation: { code: "baska-bir-kod" },
    createSurvey: { question: "Hangi mevsim?", image, category_id: 1 },
    updateAccount: { name: "Yeni Ad" },
    changePassword: {
      current_password: caller?.password,
      password: caller?.password,
      confirm_password: caller?.password,
    },
    changeEmail: { email: registrationForm().email, password: caller?.password },
    deleteAccount: { password: caller?.password },
    markNotificationsRead: { last_id: 1 },
    reportTarget: { kind: "person", id: owner.id, reason: "spam" },
    objectToDecision: { text: "Katılmıyorum, kurallara uygun." },
    changeNotificationSettings: { leader: false },
    subscribeToPush: {
      ...{ kinds: ["ended"], at_any_time: false },
      subscription: {
        endpoint: "https://push.example/1",
        keys: { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) },
      },
    },
    changeInvitationSettings: { invitable_by: "followings" },
    proveOwnership: { password: caller?.password },
    startLinking: { password: caller?.password },
    unlinkIdentity: { password: caller?.password },
    beginTotp: { password: caller?.password },
    removeTotp: { password: caller?.password },
    beginPasskey: { password: caller?.password },
    removePasskey: { password: caller?.password },
    register: registrationForm(),
    createChallenge: { for: "register" },
    login: { email: owner.email, password: owner.password },
    forgotPassword: { email: stranger.email },
    requestCode: { email: stranger.email },
    readCodeLink: { link: "" },
    useCode: { link: "" },
    completeIdentity: { ...IDENTITY, password: caller?.password },
    completeDetails: registrationForm(),
    checkMailLink: { token: "" },
    verifyEmail: { token: "" },
    disownAddress: { token: "" },
    undoEmailChange: { token: "" },
    resetPassword: { token: "", password: "yepyeni-sifre", confirm_password: "yepyeni-sifre" },
    finishProviderLogin: { provider: "google", parameters: "", browser_key: "" },
    finishLinking: { provider: "google", parameters: "", browser_key: "" },
    completeRegistration: { ...registrationForm(), ticket: "" },
  };
  return bodies[name];
}

/** Bodies with the result of an earlier call, for callers who may make the call. */
const PREPARED: Record<string, (caller: Person) => Promise<unknown>> = {
  exportAccount: async ({ token, password }) => {
    await kanaat.call(proveOwnership, { token, body: { password } });
  },
  confirmTotp: async ({ token, password }) => {
    const { body } = await kanaat.call(beginTotp, { token, body: { password } });
    return { code: codeOf(kanaat, body.item.secret) };
  },
  addPasskey: async ({ token, password }) => {
    const { item } = (await kanaat.call(beginPasskey, { token, body: { password } })).body;
    const authenticator = new Authenticator({ origin: ORIGIN });
    return { ceremony: item.ceremony, response: authenticator.make(item.options as never) };
  },
  renewRecoveryCodes: async (caller) => {
    await turnOnTotp(kanaat, caller);
    return { password: caller.password };
  },
};

/** The same for callers who are not signed in: of a person with a second factor. */
const OF_SOMEBODY: Record<string, () => Promise<unknown>> = {
  beginSecondStep: async () => {
    const guarded = await signUp(kanaat);
    await turnOnTotp(kanaat, guarded);
    return { ticket: (await firstStep(kanaat, guarded)).ticket };
  },
  completeLogin: async () => {
    const guarded = await signUp(kanaat);
    const [recovery_code] = (await turnOnTotp(kanaat, guarded)).recoveryCodes;
    return { ticket: (await firstStep(kanaat, guarded)).ticket, recovery_code };
  },
  logInWithPasskey: async () => {
    const { authenticator } = await makePasskey(kanaat, await signUp(kanaat));
    const { item } = (await kanaat.call(beginPasskeyLogin)).body;
    return { ceremony: item.ceremony, response: authenticator.sign(item.options as never) };
  },
};

async function prepared(name: string, caller?: Person): Promise<unknown> {
  const mayCall = caller !== undefined && caller !== expired;
  return mayCall && PREPARED[name] ? PREPARED[name](caller) : OF_SOMEBODY[name]?.();
}

/** The query of calls that do not name the survey in their path. */
function inQuery(name: string, id: string | number): Record<string, string | number> {
  if (STREAMS.includes(name)) return { surveys: id };
  return name === "getOembed" ? { url: `${config.publicUrl}/surveys/${id}` } : {};
}

async function call(name: string, target: Target, caller?: Person) {
  const endpoint = endpointOf(name);
  const { id, nickname = "kimse_degil" } = target;
  const params = {
    id,
    receipt: "0000-0000-0000-0000",
    format: "csv",
    provider: "google",
    name: "private-results",
    userId: /surveys/.test(endpoint.path) ? stranger.id : id,
    nickname,
  };
  const given = {
    token: caller?.token,
    params,
    query: inQuery(name, id),
    body: (await prepared(name, caller)) ?? body(name, target, caller),
  };
  return kanaat.call(endpoint, given);
}

function endpointOf(name: string): Endpoint {
  const endpoint = api[name];
  assert.ok(endpoint, `The contract has no ${name}.`);
  return endpoint;
}

/** One cell of the matrix; a refused call changes nothing, and nobody else gets the canary. */
async function expectCall(
  name: string,
  expected: Expected,
  target: Target,
  caller?: Person,
): Promise<void> {
  const [success] = Object.keys(endpointOf(name).answers);
  const status = expected === "ok" ? Number(success) : expected;
  const before = status >= 400 ? await everything() : undefined;
  const answer = await call(name, target, caller);
  const who = caller?.nickname ?? "visitor";
  assert.equal(answer.status, status, `${name} of ${JSON.stringify(target)} by ${who}`);
  if (before) {
    const now = await everything();
    const added = [...now].filter((one) => !before.has(one));
    const gone = [...before].filter((one) => !now.has(one));
    assert.deepEqual([added, gone], [[], []], `${name} by ${who}`);
  }
  if (caller !== owner) {
    assert.doesNotMatch(answer.text, new RegExp(`${canary}|argon2|${owner.email}`));
  }
}

/** Callers without a valid token only get as far as `auth` says. */
async function expectVisitors(name: string, expected: Expected, target: Target): Promise<void> {
  const { auth } = endpointOf(name);
  await expectCall(name, auth === "required" ? 401 : expected, target);
  await expectCall(name, auth === "none" ? expected : 401, target, expired);
}

describe("who may do what", () => {
  it("is specified for every endpoint, and for nothing else (R9)", () => {
    const said = [...Object.keys(SURVEYS), ...Object.keys(PEOPLE), ...Object.keys(OWN_THINGS)];
    said.push(...CALLERS_OWN, ...EVERYBODYS, ...BY_LINK, ...STREAMS, ...Object.keys(PROVIDERS));
    said.push(...COMPLETING, ...STAFFS);
    assert.deepEqual(said.sort(), Object.keys(api).sort());
  });

  for (const [name, rule] of Object.entries(SURVEYS)) {
    it(`${name}: the caller's own survey, another person's, nobody's (R9)`, async () => {
      for (const [i, state] of STATES.entries()) {
        const target = await surveyOf(owner, state);
        const others = rule.others[i] ?? "ok";
        await expectVisitors(name, others, target);
        await expectCall(name, others, target, stranger);
        await expectCall(name, rule.owner[i] ?? "ok", target, owner);
      }
      await expectCall(name, 404, { id: MISSING, option: MISSING }, owner);
      const inPath = endpointOf(name).params !== undefined || name === "getOembed";
      for (const id of NO_IDS) await expectCall(name, inPath ? 404 : 422, { id }, owner);
    });
  }

  for (const [name, rule] of Object.entries(PEOPLE)) {
    it(`${name}: oneself, another, nobody (R9)`, async () => {
      await expectVisitors(name, rule.others, owner);
      await expectCall(name, rule.others, owner, stranger);
      await expectCall(name, rule.oneself, owner, owner);
      await expectCall(name, 404, { id: MISSING }, owner);
      for (const id of NO_IDS) await expectCall(name, 404, { id, nickname: id }, owner);
    });
  }

  for (const name of CALLERS_OWN) {
    it(`${name}: the caller's own, and nobody else's (R9)`, async () => {
      const other = await signUp(kanaat);
      await publishSurvey(kanaat, owner, { question: `${canary} nerede?`, visibility: "private" });
      const owns = async () => (await download(kanaat, owner)).text;
      const before = await owns();
      await expectVisitors(name, "ok", { id: 0 });
      // A stream never ends, so its own tests read it.
      if (endpointOf(name).stream) return;
      await expectCall(name, "ok", { id: 0 }, other);
      assert.equal(await owns(), before);
    });
  }

  for (const [name, make] of Object.entries(OWN_THINGS)) {
    it(`${name}: the caller's own, and nobody else's`, async () => {
      const target = { id: await make(owner) };
      await expectVisitors(name, 401, target);
      await expectCall(name, 404, target, stranger);
      await expectCall(name, "ok", target, owner);
      for (const id of [MISSING, ...NO_IDS]) await expectCall(name, 404, { id }, owner);
    });
  }

  for (const name of BY_LINK) {
    it(`${name}: nothing without a link`, async () => {
      await expectVisitors(name, 404, { id: 0 });
      await expectCall(name, 404, { id: 0 }, stranger);
    });
  }

  for (const name of STREAMS) {
    it(`${name}: nothing of a survey of another, or of nobody`, async () => {
      const hidden = [await surveyOf(owner, "private"), await surveyOf(owner, "draft")];
      for (const target of [...hidden, { id: MISSING }]) {
        await expectVisitors(name, "ok", target);
        // With the unread count a stream never ends, so its own tests read it.
        if (name !== "streamEvents") await expectCall(name, "ok", target, stranger);
      }
    });
  }

  for (const name of STAFFS) {
    it(`${name}: nothing for members (R9, R621)`, async () => {
      await expectVisitors(name, 404, { id: 1 });
      await expectCall(name, 404, { id: 1 }, stranger);
    });
  }

  for (const name of COMPLETING) {
    it(`${name}: nothing where nothing is missing (R9)`, async () => {
      await expectVisitors(name, 409, { id: 0 });
      await expectCall(name, 409, { id: 0 }, stranger);
    });
  }

  for (const [name, status] of Object.entries(PROVIDERS)) {
    it(`${name}: refused where nothing is set up`, async () => {
      await expectVisitors(name, status, { id: 0 });
      await expectCall(name, status, { id: 0 }, stranger);
    });
  }

  for (const name of EVERYBODYS) {
    it(`${name}: the same for everybody (R4, R8, R9)`, async () => {
      await expectVisitors(name, "ok", { id: 0 });
      await expectCall(name, "ok", { id: 0 }, stranger);
    });
  }
});
