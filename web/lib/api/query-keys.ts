/**
 * TanStack Query's keys. A key covers those that begin with it, so that one call invalidates or
 * removes related data.
 */
export const queryKeys = {
  /** The signed-in person's own data; reset when the session changes. */
  my: ["my"],
  account: ["my", "account"],
  email: ["my", "email"],
  ownSurveys: (type: string) => ["my", "surveys", type],
  personalSurveys: (list: string) => ["my", "surveys of others", list],
  ownQuestions: (tab: string) => ["my", "questions", tab],
  followStatus: (userId: number) => ["my", "follow", userId],
  invitations: ["my", "invitations"],
  notifications: ["my", "notifications"],
  awaitedEnd: (surveyId: number) => ["my", "awaited-end", surveyId],
  unreadCount: ["my", "unread-count"],
  ownAttempt: (surveyId: number) => ["my", "attempt", surveyId],
  /** Of screens that few visits open: one key for all, since it is in every page's code. */
  mine: (...parts: (string | number)[]) => ["my", ...parts],

  /** Data that depends on who asks; removed when the session ends. */
  viewer: ["viewer"],
  anySurvey: ["viewer", "survey"],
  survey: (id: string) => ["viewer", "survey", id],
  surveyToChange: (id: string) => ["viewer", "survey", id, "to change"],
  surveyEdits: (id: number, editedAt: string) => [
    "viewer",
    "survey",
    String(id),
    "edits",
    editedAt,
  ],
  quizQuestions: (surveyId: number) => ["viewer", "survey", String(surveyId), "questions"],
  anyResults: ["viewer", "results"],
  results: (surveyId: number) => ["viewer", "results", surveyId],
  report: (surveyId: number) => ["viewer", "results", surveyId, "report"],
  scores: (surveyId: number) => ["viewer", "results", surveyId, "scores"],
  nextSurvey: (surveyId: number, skipped: readonly number[]) => [
    "viewer",
    "next-survey",
    surveyId,
    skipped,
  ],
  voteStatus: (surveyId: number) => ["viewer", "vote-status", surveyId],
  changingVote: (surveyId: number) => ["viewer", "changing-vote", surveyId],

  surveys: (filter: object, cursor: string) => ["surveys", filter, cursor],
  questions: (tab: string) => ["surveys", "questions", tab],
  personSurveys: (nickname: string) => ["surveys", "of", nickname],
  people: ["people"],
  person: (nickname: string) => ["people", nickname],
  followList: (nickname: string, list: string) => ["people", nickname, list],
  popularPeople: ["people", null, "popular"],
  nickname: (nickname: string) => ["nickname", nickname],
  codeLink: (link: string) => ["code-link", link],
  mailLink: (token: string) => ["mail-link", token],
  site: ["site"],
  categories: ["categories"],
  cities: ["cities"],
  transparency: ["transparency"],

  /** Mutations that other components watch. */
  castVote: ["cast-vote"],
  savingProfile: ["saving-profile"],
};
