import { type RawBuilder, type SqlBool, sql } from "kysely";
import { SHOWN_FROM_VOTES, SHOWN_STEP_VOTES } from "#contract/limits.ts";
import { hasEndedAt } from "#server/features/visibility/visibility.reads.ts";
import { totalOf } from "./ballots.reads.ts";
import { established, shownEstablished } from "./established-votes.reads.ts";

/**
 * Whether an end shows all votes cast in private: one that was planned when voting began, from a
 * few votes on; another one only if it adds a whole step to what was shown before (R206, R450).
 */
const showsAll = sql<SqlBool>`(select case when surveys.planned_end is null
      then sum(${established("every")}) >= ${SHOWN_STEP_VOTES}
        or sum(every.private_votes) >= ${SHOWN_FROM_VOTES}
      else sum(${established("every")}) - sum(${shownEstablished("every")}) >= ${SHOWN_STEP_VOTES}
    end from options as every where every.survey_id = surveys.id)`;

/** A table of counters: of options, of their choices, or of votes without an option. */
type Counted = "options" | "choice_counts" | "no_opinion_counts";

/**
 * An option's votes that were cast while its survey was private, as shown at `now`: a column for a
 * query that reads `of` and `surveys`.
 */
export const shownPrivateCount = (now: number, of: Counted = "options"): RawBuilder<number> =>
  sql`case when surveys.instant_results = 1 or (${hasEndedAt(now)} and ${showsAll})
    then ${sql.ref(`${of}.private_votes`)} else ${sql.ref(`${of}.shown_votes`)} end`;

/**
 * An option's votes as results show them at `now`, in the same kind of query: only those cast in
 * public, once the survey has been public (R210). All published numbers of votes come from it,
 * except `surveys.counted_votes` and votes cast in private that are shown separately.
 */
export const shownCount = (now: number, of: Counted = "options"): RawBuilder<number> =>
  sql`case when surveys.was_public = 1
    then ${sql.ref(`${of}.vote_count`)} - ${sql.ref(`${of}.private_votes`)}
    else ${shownPrivateCount(now, of)} end`;

/** The number of votes that results show at `now`: a column for a query that reads `surveys`. */
export const shownTotal = (now: number): RawBuilder<number> => totalOf(shownCount(now));

/** How many people voted, by the options' votes of a ballot of any kind (ADR-069). */
export const votersIn = (options: readonly { votes: number }[]): number =>
  options.reduce((sum, { votes }) => sum + votes, 0);

/** Whether results are shown in steps: the survey is private and always was. */
export const isInSteps = ({ in_steps, was_public }: Steps): boolean =>
  in_steps === 1 && was_public === 0;

interface Steps {
  in_steps: number;
  was_public: number;
}

/** Whether results of this many shown votes may be seen; if shown in steps, not before the first. */
export const isEnough = (survey: Steps, votes: number): boolean =>
  !isInSteps(survey) || votes >= SHOWN_STEP_VOTES;

/** The same for votes cast in private that are shown separately from the results. */
export const isEnoughApart = (
  { instant_results }: { instant_results: number },
  votes: number,
): boolean => instant_results === 1 || votes >= SHOWN_STEP_VOTES;
