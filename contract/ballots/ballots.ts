import type { BallotRules } from "./ballot-rules.ts";
import { multipleRules } from "./multiple.ts";
import { type QuizVote, quizRules } from "./quiz.ts";
import { rankedRules } from "./ranked.ts";
import { ratingRules } from "./rating.ts";
import { singleRules } from "./single.ts";
import type { Vote } from "./vote.ts";

/** What a vote of a form says, without its survey. */
export type ChoiceOf<Form extends Vote> = Form extends unknown ? Omit<Form, "survey_id"> : never;
export type Choice = ChoiceOf<Vote>;

const RULES = {
  single: singleRules,
  multiple: multipleRules,
  ranked: rankedRules,
  rating: ratingRules,
  quiz: quizRules,
} satisfies Record<string, BallotRules>;

/** The kinds of ballots. */
export type BallotKind = keyof typeof RULES;
/** Those whose votes people give themselves; an attempt at a test is graded into one. */
export type CastKind = Exclude<BallotKind, "quiz">;
/** A function, so that pages, which need no rules, do not load them. */
const kinds = () => Object.keys(RULES) as BallotKind[];

/** The form of a vote: that of a kind, or the one without an option, which goes with each kind. */
export type VoteForm = BallotKind | "no_opinion";

/** Returns a value for each form. */
export const ofEachForm = <Value>(make: (form: VoteForm) => Value): Record<VoteForm, Value> =>
  Object.fromEntries(
    [...kinds(), "no_opinion" as const].map((form) => [form, make(form)]),
  ) as Record<VoteForm, Value>;

/** The kind of surveys that name none. */
export const PLAIN: CastKind = "single";
/** A survey's kind of ballot; `single` where the survey names none. */
export const kindOf = ({ ballot = PLAIN }: WithBallot): BallotKind => ballot;

/** The kind as the API names it: only where it is not the plain one. */
export function ballotNameOf(survey: WithBallot): { ballot?: Exclude<BallotKind, "single"> } {
  const ballot = kindOf(survey);
  return ballot === "single" ? {} : { ballot };
}

/** A survey as the API returns it, or a row of it. */
export interface WithBallot {
  id?: number;
  ballot?: BallotKind;
}

/**
 * How many people voted, by results: `voters` where these have it, since a vote may then count for
 * several options.
 */
export const votersOf = (results: readonly { count: number }[], voters?: number): number =>
  voters ?? results.reduce((sum, { count }) => sum + count, 0);

export const rulesOf = (survey: WithBallot): BallotRules => RULES[kindOf(survey)];

/** A vote as the server casts it: as it was sent, or as an attempt at a test was graded. */
export type CountableVote = Vote | QuizVote;

export function formOf(vote: CountableVote): VoteForm {
  if ("no_opinion" in vote) return "no_opinion";
  const kind = kinds().find((one) => RULES[one].isVote(vote));
  if (!kind) throw new TypeError("A vote of no known form");
  return kind;
}

/** What one vote is called, without its number: on a test with questions it is an attempt. */
export const voteNoun = (ballot: BallotKind | undefined): string =>
  ballot === "quiz" ? "çözüm" : "oy";
