import { type SqlBool, sql } from "kysely";
import { batchReads } from "#server/db/batch-reads.ts";
import { idRows } from "#server/db/bulk.ts";
import type { Database } from "#server/db/database.ts";
import { ApiError } from "#server/errors.ts";
import { NOT_REMOVED, visibleTo } from "#server/features/visibility/visibility.reads.ts";
import {
  hasVote,
  IS_OPINION,
  isVoteOf,
  joinVote,
  type VoterId,
} from "#server/features/voters/voters.reads.ts";
import type { Viewer } from "#server/http/identity/viewer.ts";

/** Returns the ids of those surveys that somebody has voted on. */
export async function readVoted(
  db: Database,
  surveyIds: readonly number[],
  voter: VoterId,
): Promise<number[]> {
  const ids = idRows(db, surveyIds);
  const votes = await db.query
    .selectFrom("votes")
    .select("survey_id")
    .where(isVoteOf(voter))
    .where(sql<SqlBool>`survey_id in (select id from ${ids})`)
    .execute();
  return votes.map((vote) => vote.survey_id);
}

/**
 * Returns a function that resolves to whether a viewer has voted; 404 if they may not see the
 * survey. Calls in the same turn of the event loop share one query.
 */
export function createVoteStatus(db: Database) {
  const read = batchReads((questions: Question[]) => readVoteStatuses(db, questions));
  return async (surveyId: number, viewer: Viewer, invitationCode?: string) => {
    const voted = await read({
      surveyId,
      viewer: viewer?.id ?? VISITOR_ID,
      code: invitationCode ?? "",
    });
    if (voted === undefined) throw new ApiError("survey_not_found");
    return voted;
  };
}

interface Question {
  surveyId: number;
  viewer: number;
  code: string;
}

/** No account has this id. */
const VISITOR_ID = 0;

/** In the order of the questions; undefined if the survey is hidden from the viewer. */
async function readVoteStatuses(
  db: Database,
  questions: readonly Question[],
): Promise<(boolean | undefined)[]> {
  const rowsOfQuestions = db.rows(
    ["place", "survey_id", "viewer", "code"],
    questions.map(({ surveyId, viewer, code }, place) => [place, surveyId, viewer, code]),
  );
  const { rows } = await sql<{ place: number; voted: number }>`
    select input.place, ${hasVote} as voted
    from ${rowsOfQuestions} join surveys on surveys.id = input.survey_id
    ${joinVote(sql.ref("input.survey_id"), sql.ref("input.viewer"))}
    where ${visibleTo(db, sql.ref("input.viewer"), sql.ref("input.code"))}`.execute(db.query);
  const voted: (boolean | undefined)[] = questions.map(() => undefined);
  for (const row of rows) voted[row.place] = row.voted === 1;
  return voted;
}

/** See `Feature.wrongCounters`. */
export const WRONG_VOTE_COUNTERS = {
  // A removed survey loses its votes in batches, and its counters with the last of them.
  "an option's votes": sql`select options.id from options
    join surveys on surveys.id = options.survey_id and ${NOT_REMOVED}
    left join (select option_id, count(*) as votes, count(while_private) as private_votes
      from votes where ${IS_OPINION} group by option_id) as counted on counted.option_id = options.id
    where vote_count <> coalesce(votes, 0)
      or options.private_votes <> coalesce(counted.private_votes, 0)
      or established_votes > options.private_votes
      or surveys.changeable_votes = 0 and (shown_votes > options.private_votes
        or shown_established > coalesce(established_votes, options.private_votes))`,
  // Votes of accounts deleted before these counts existed are in none of them.
  "an option's votes by group": sql`select options.id from options
    join surveys on surveys.id = options.survey_id and ${NOT_REMOVED}
    join option_cohorts as counted on counted.option_id = options.id
    where counted.votes > vote_count or counted.private_votes > options.private_votes`,
};
