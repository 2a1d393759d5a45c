import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { BallotKind, VoteForm } from "#contract/ballots/ballots.ts";
import { OPTION_COUNT } from "#contract/limits.ts";
import type { BallotStorage, VoteStorage } from "./ballot-storage.reads.ts";
import { multipleStorage } from "./multiple.writes.ts";
import { noOpinionStorage } from "./no-opinion.writes.ts";
import { quizStorage } from "./quiz.writes.ts";
import { rankedStorage } from "./ranked.writes.ts";
import { ratingStorage } from "./rating.writes.ts";
import { singleStorage } from "./single.writes.ts";

const STORAGE: Record<BallotKind, BallotStorage> = {
  single: singleStorage,
  multiple: multipleStorage,
  ranked: rankedStorage,
  rating: ratingStorage,
  quiz: quizStorage,
};

export const storageOf = (kind: BallotKind): BallotStorage => STORAGE[kind];

const FORMS: Record<VoteForm, VoteStorage> = { ...STORAGE, no_opinion: noOpinionStorage };

export const storageOfForm = (form: VoteForm): VoteStorage => FORMS[form];

/** A survey's kind of ballot: a column for a query that reads `surveys`. */
export const ballotOfSurvey: RawBuilder<BallotKind> = sql.ref("surveys.ballot");

const isOfKind = (kind: BallotKind) => sql<SqlBool>`${ballotOfSurvey} = ${sql.lit(kind)}`;

/** Whether a survey takes votes of a form, in a query that reads `surveys`. */
export const takesForm = (form: VoteForm) =>
  form === "no_opinion" ? sql<SqlBool>`surveys.allows_no_opinion = 1` : isOfKind(form);

/** Whether an option's own counters are its result, in all and by groups of voters. */
export const IS_PLAIN = isOfKind("single");

/** Whether a survey's votes are rankings, whose rounds are counted. */
export const HAS_ROUNDS = isOfKind("ranked");
export const hasRounds = (kind: BallotKind): boolean => kind === "ranked";

/** The options that people are offered: not the one that counts the attempts at a scored test. */
export const offeredOptions = <Option>(kind: BallotKind, options: Option[]): Option[] =>
  kind === "quiz" && options.length < OPTION_COUNT.min ? [] : options;

/**
 * The number of votes of a survey, for a query that reads `surveys`. `counter` is an expression of
 * columns of `options` and `surveys` that says which votes count.
 */
export const totalOf = (counter: RawBuilder<number>): RawBuilder<number> =>
  sql`coalesce((select cast(sum(${counter}) as bigint) from options
    where survey_id = surveys.id), 0)`;
