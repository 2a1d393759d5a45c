import type { BallotRules } from "./ballot-rules.ts";
import { multipleRules } from "./multiple.ts";
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
} satisfies Record<string, BallotRules>;

/** The kinds of ballots. */
export type BallotKind = keyof typeof RULES;
/** A function, so that pages, which need no rules, do not load them. */
const kinds = () => Object.keys(RULES) as BallotKind[];

/** Returns a value for each kind. */
export const ofEachKind = <Value>(make: (kind: BallotKind) => Value): Record<BallotKind, Value> =>
  Object.fromEntries(kinds().map((kind) => [kind, make(kind)])) as Record<BallotKind, Value>;

/** A survey's kind of ballot; `single` where the survey names none. */
export const kindOf = ({ ballot = "single" }: WithBallot): BallotKind => ballot;

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

/** The kind of ballot whose form a vote has. */
export function kindOfVote(vote: Vote): BallotKind {
  const kind = kinds().find((one) => RULES[one].isVote(vote));
  if (!kind) throw new TypeError("A vote of no known kind");
  return kind;
}
