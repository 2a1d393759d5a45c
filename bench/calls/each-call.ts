import { followPerson } from "#contract/endpoints/follows.ts";
import { invitePerson } from "#contract/endpoints/invitations.ts";
import { listSessions } from "#contract/endpoints/open-sessions.ts";
import { QUIZ_QUESTIONS_MAX } from "#contract/limits.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { type Api, type CallOptions, succeed } from "#testing/api.ts";
import { type Person, registrationForm, signIn, signUp } from "#testing/people.ts";
import { PLAIN_PICTURE } from "#testing/plain-picture.ts";
import { draftQuiz, publishQuiz, question } from "#testing/quizzes.ts";
import { draftSurvey, publishSurvey, voteFor } from "#testing/surveys.ts";

/** What calls need: an owner with two large surveys, and other people. */
export interface Place {
  api: Api;
  owner: Person;
  others: Person[];
  open: Survey;
  secret: Survey;
}

/** The server's `PUBLIC_URL`, which `/oembed` compares. */
export const SITE = "https://kanaat.example";

const image = () => new File([new Uint8Array(PLAIN_PICTURE)], "resim.png", { type: "image/png" });
const small = async ({ api, owner }: Place) => (await publishSurvey(api, owner)).id;
/** A survey on which the owner has voted and may change the vote. */
async function changing({ api, owner }: Place): Promise<Survey> {
  const survey = await publishSurvey(api, owner, { vote_change: "until_end" });
  await voteFor(api, owner, survey, 0);
  return survey;
}
const invited = async (place: Place, { nickname, id: userId }: Person) => {
  const id = place.secret.id;
  const { token } = place.owner;
  await place.api.call(invitePerson, { token, params: { id }, body: { nickname } });
  return { id, userId };
};
/** Words that many surveys could have, different each time, as many as a search may hold. */
const manyWords = (i: number) =>
  Array.from({ length: 30 }, (_, at) => String.fromCodePoint(97 + ((i * 7 + at) % 26))).join(" ");
const passwords = (password: string) => ({ password, confirm_password: password });

/** As many questions as a test may have, with as many options. */
const MANY_QUESTIONS = Array.from({ length: QUIZ_QUESTIONS_MAX }, (_, i) =>
  question(`${i + 1}. soru?`, ..."abcdefgh".split("").map((letter) => `+${letter}`)),
);
const quizzes = new WeakMap<Place, Promise<number>>();
/** A test that all its calls share. */
function quizOf(place: Place): Promise<number> {
  const make = async () =>
    (await publishQuiz(place.api, place.owner, { questions: MANY_QUESTIONS })).id;
  const quiz = quizzes.get(place) ?? make();
  quizzes.set(place, quiz);
  return quiz;
}

type Prepare = (place: Place, i: number) => CallOptions | Promise<CallOptions>;

/**
 * Prepares the `i`th call of endpoints that need more than the owner's token and a survey, a person
 * or a provider in the path. Calls whose parts no bench can make, such as the answer of a provider,
 * are refused, and recorded with their status.
 */
export const PREPARED: Record<string, Prepare> = {
  register: (_, i) => ({ body: registrationForm({ name: `Ayşe ${"ab"[i % 2]}` }) }),
  login: ({ owner }) => ({ body: { email: owner.email, password: owner.password } }),
  logout: async ({ api, owner }) => ({ token: (await signIn(api, owner)).token }),
  changePassword: async ({ api }) => {
    const { token, password } = await signUp(api);
    return { token, body: { current_password: password, ...passwords(password) } };
  },
  deleteAccount: async ({ api }) => {
    const { token, password } = await signUp(api);
    return { token, body: { password } };
  },
  updateAccount: (_, i) => ({ body: { biography: `Merhaba ${i}` } }),
  changeEmail: async ({ api }) => {
    const { token, password } = await signUp(api);
    return { token, body: { email: registrationForm().email, password } };
  },
  forgotPassword: ({ owner }) => ({ body: { email: owner.email } }),
  checkMailLink: () => ({ body: { token: "a".repeat(43) } }),
  verifyEmail: () => ({ body: { token: "a".repeat(43) } }),
  disownAddress: () => ({ body: { token: "a".repeat(43) } }),
  undoEmailChange: () => ({ body: { token: "a".repeat(43) } }),
  resetPassword: () => ({ body: { token: "a".repeat(43), ...passwords("yeni-gizli-sifre") } }),
  createChallenge: () => ({ body: { for: "register" } }),
  closeOtherSessions: async ({ api }) => {
    const person = await signUp(api);
    return { token: (await signIn(api, person)).token };
  },
  closeSession: async ({ api }) => {
    const person = await signUp(api);
    const { token } = await signIn(api, person);
    const { items } = await succeed(api.call(listSessions, { token }));
    const id = items.find(({ is_current }) => !is_current)?.id ?? 0;
    return { token, params: { id } };
  },
  addPasskey: () => ({ body: { ceremony: "a".repeat(43), response: {} } }),
  beginPasskey: ({ owner }) => ({ body: { password: owner.password } }),
  beginSecondStep: () => ({ body: { ticket: "a".repeat(43) } }),
  beginTotp: ({ owner }) => ({ body: { password: owner.password } }),
  completeLogin: () => ({ body: { ticket: "a".repeat(43), code: "123456" } }),
  confirmTotp: () => ({ body: { code: "123456" } }),
  logInWithPasskey: () => ({ body: { ceremony: "a".repeat(43), response: {} } }),
  removePasskey: ({ owner }) => ({ body: { password: owner.password } }),
  removeTotp: ({ owner }) => ({ body: { password: owner.password } }),
  renewRecoveryCodes: ({ owner }) => ({ body: { password: owner.password } }),
  completeRegistration: () => ({ body: { ...registrationForm(), ticket: "a".repeat(43) } }),
  finishLinking: () => ({ body: { provider: "google", parameters: "", browser_key: "" } }),
  finishProviderLogin: () => ({ body: { provider: "google", parameters: "", browser_key: "" } }),
  unfollowPerson: async ({ api, owner, others: [other] }) => {
    const params = { userId: other?.id ?? 0 };
    await api.call(followPerson, { token: owner.token, params });
    return { params };
  },
  blockPerson: ({ others: [other] }, i) => ({
    params: { userId: other?.id ?? 0 },
    body: { kind: i % 2 === 0 ? "mute" : "block" },
  }),
  addOptions: async ({ api, owner }) => {
    const survey_id = await draftSurvey(api, owner, { options: ["a", "b"] });
    return { body: { data: [{ survey_id, image: image(), content: "c" }] } };
  },
  setQuestions: async ({ api, owner }) => ({
    params: { id: await draftQuiz(api, owner) },
    body: { data: MANY_QUESTIONS.map((question) => ({ question })) },
  }),
  listQuizQuestions: async (place) => ({ params: { id: await quizOf(place) } }),
  getOwnAttempt: async (place) => ({ params: { id: await quizOf(place) } }),
  getScores: async (place) => ({ params: { id: await quizOf(place) } }),
  submitAttempt: async (place) => ({
    token: (await signUp(place.api)).token,
    params: { id: await quizOf(place) },
    body: { answers: MANY_QUESTIONS.map(() => [0, 1]) },
  }),
  createSurvey: () => ({ body: { question: "Hangisi?", category_id: 1, image: image() } }),
  closeSurvey: async (place) => ({ params: { id: await small(place) } }),
  deleteSurvey: async (place) => ({ params: { id: await small(place) } }),
  setVisibility: async (place, i) => ({
    params: { id: await small(place) },
    body: { visibility: i % 2 === 0 ? "private" : "public" },
  }),
  updateSurvey: ({ open }, i) => ({
    ...{ params: { id: open.id }, body: { description: `Açıklama ${i}` } },
  }),
  listSurveys: (_, i) => ({ query: { q: manyWords(i) } }),
  getNextSurvey: (_, i) => ({ query: { skip: `${i + 1}` } }),
  castVote: async ({ api, open }, i) => ({
    token: (await signUp(api)).token,
    body: { survey_id: open.id, survey_option_id: open.options[i % open.options.length]?.id },
  }),
  changeVote: async (place, i) => {
    const { id, options } = await changing(place);
    return { body: { survey_id: id, survey_option_id: options[i % options.length]?.id } };
  },
  withdrawVote: async (place) => ({ params: { id: (await changing(place)).id } }),
  listVoted: ({ open, secret }) => ({ query: { survey_ids: `${open.id},${secret.id}` } }),
  streamResults: ({ open }) => ({ query: { surveys: open.id } }),
  streamEvents: ({ open }) => ({ query: { surveys: open.id } }),
  getOembed: ({ open }, i) => ({
    query: { url: `${SITE}/surveys/${open.id}`, maxwidth: 300 + i },
  }),
  acceptInvitation: ({ open }) => ({ params: { id: open.id }, body: { code: "baska-bir-kod" } }),
  changeInvitationSettings: () => ({ body: { invitable_by: "followings" } }),
  invitePerson: async ({ api, secret }) => ({
    params: { id: secret.id },
    body: { nickname: (await signUp(api)).nickname },
  }),
  withdrawInvitation: async (place) => ({
    params: await invited(place, await signUp(place.api)),
  }),
  changeNotificationSettings: (_, i) => ({ body: { leader: i % 2 === 0 } }),
  markNotificationsRead: () => ({ body: { last_id: 1 } }),
  reportTarget: async ({ api, open }) => ({
    token: (await signUp(api)).token,
    body: { kind: "survey", id: open.id, reason: "spam" },
  }),
  objectToDecision: () => ({ body: { text: "Katılmıyorum, kurallara uygun." } }),
};

/** Names the owner's survey, another person and what else paths may hold. */
export function pathOf({ owner, others: [other] }: Place, survey: Survey, path: string) {
  return {
    ...{ id: survey.id, userId: other?.id ?? 0, nickname: owner.nickname },
    ...{ receipt: "0000-0000-0000-0000", provider: "google", name: "private-results" },
    ...{ format: /format/.test(path) ? "csv" : "", picture: 1 },
  };
}
