import type { Account } from "#contract/endpoints/account.ts";
import type { Report } from "#contract/endpoints/report.ts";
import type { Result } from "#contract/endpoints/votes.ts";
import type { Author, OwnSurveyCard, Survey, SurveyCard } from "#contract/shapes/survey-shapes.ts";
import { startSession } from "#web/lib/session.ts";

/** Items as the API returns them, with a test's `changes`. */
export const author = (changes: Partial<Author> = {}): Author => ({
  id: 7,
  name: "Elif Şahin",
  nickname: "elif",
  image: null,
  ...changes,
});

export const account = (changes: Partial<Account> = {}): Account => ({
  id: 1,
  name: "Ayşe Yılmaz",
  nickname: "ayse",
  email: "ayse@ornek.com",
  email_verified: false,
  image: null,
  gender: "women",
  birth_date: "23.04.1990",
  city_id: 34,
  biography: null,
  show_details: false,
  follower_count: 0,
  following_count: 0,
  survey_count: 0,
  ...changes,
});

const common = {
  id: 5,
  type: "SURVEY",
  question: "Çay mı, kahve mi?",
  image_path: "/images/cover/960.webp",
  view_count: 3,
  vote_count: 0,
  start_time: "2026-01-01T09:00:00.000Z",
  expire_time: null,
  category_id: 1,
  user: author(),
  state: "active",
  visibility: "public",
} as const;

const options = ["Çay", "Kahve"].map((content, at) => ({
  id: at + 1,
  content,
  image: "/images/option/480.webp",
}));

export const surveyCard = (changes: Partial<SurveyCard> = {}): SurveyCard => ({
  ...common,
  options,
  ...changes,
});

export const survey = (changes: Partial<Survey> = {}): Survey => ({
  ...common,
  description: "",
  option_theme_id: 1,
  result_visibility: "before",
  instant_results: false,
  option_order: "fixed",
  vote_change: "fixed",
  allows_no_opinion: false,
  voters: "members",
  options,
  ...changes,
});

export const ownSurvey = (changes: Partial<OwnSurveyCard> = {}): OwnSurveyCard => ({
  ...common,
  vote_count: 0,
  leading: null,
  votes_today: 0,
  result_visibility: "before",
  ...changes,
});

/** A list's only page. */
export const only = <Item>(...items: Item[]) => ({ items, next_cursor: null });

export const results = (...counts: number[]): Result[] => {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return ["Çay", "Kahve"].map((option_name, at) => ({
    option_id: at + 1,
    option_name,
    count: counts[at] ?? 0,
    color: "#0e8f93",
    value: `%${total === 0 ? 0 : Math.round((100 * (counts[at] ?? 0)) / total)}`,
  }));
};

export const report = (changes: Partial<Report> = {}): Report => ({
  options: ["Çay", "Kahve"].map((content, at) => ({ id: at + 1, content, color: "#0e8f93" })),
  results: [
    { count: 160, value: "%53" },
    { count: 140, value: "%47" },
  ],
  breakdown: {
    taken_at: "2026-01-02T09:00:00.000Z",
    votes: 298,
    groups: [
      { key: "women", voters: 150, shares: [70, 30], step: 10 },
      { key: "man,other", voters: 150, shares: [40, 60], step: 10 },
      { key: "0-17,18-24", voters: 80, shares: [60, 40], step: 10 },
      { key: "25-34,35-44", voters: 220, shares: [55, 45], step: 5 },
      { key: "34", voters: 60, shares: [70, 30], step: 10 },
      { key: "women|25-34,35-44", voters: 90, shares: [80, 20], step: 10 },
    ],
    weighted: { effective: 200, values: ["%51", "%49"], missing: [], sources: ["TÜİK, ADNKS"] },
    trust: { verified: "nearly_all", week_old: "over_half", month_old: "few" },
  },
  timeline: [
    { from: "2026-01-01T09:00:00.000Z", to: "2026-01-01T10:00:00.000Z", votes: 200 },
    { from: "2026-01-01T10:00:00.000Z", to: "2026-01-01T13:00:00.000Z", votes: 98 },
  ],
  burst: { from: "2026-01-01T09:00:00.000Z", votes: 200 },
  burst_checked: true,
  origins: { young: "few", networks: "many" },
  ...changes,
});

/** Starts a session. It takes no token, so that it can be a hook. */
export const signIn = (): void => signInWith("token");

export function signInWith(token: string): void {
  startSession({ token, expires_at: "2099-01-01T00:00:00Z" });
}
