import { sql } from "kysely";
import type { VoteForm } from "#contract/ballots/ballots.ts";
import type { Database } from "#server/db/database.ts";
import { withRetry } from "#server/db/transact.ts";
import { storageOfForm } from "#server/features/ballots/ballots.reads.ts";
import { established } from "#server/features/ballots/established-votes.reads.ts";
import { IS_OPINION } from "#server/features/voters/voters.reads.ts";
import { moveVotes } from "#server/features/voters/voters.writes.ts";
import { type LockedVote, selectLocked } from "./locked-votes.reads.ts";
import type { VoteChange } from "./vote-changes.reads.ts";

/**
 * On PostgreSQL, moves votes from one option to another in one statement, since round trips cost more
 * than its parts. Returns those that it moved: none of other forms, and none without an option so far.
 */
export async function moveTogether(
  db: Database,
  form: VoteForm | undefined,
  changes: readonly VoteChange[],
  now: number,
): Promise<LockedVote[]> {
  if (db.engine !== "postgres" || !form || !storageOfForm(form).isPlain) return [];
  const amounts = (sign: string) =>
    sql.raw(`${sign}1 as more, ${sign}coalesce(while_private, 0) as more_private,
      ${sign}changeable as more_established`);
  const statement = sql<LockedVote>`with changing as (
      ${selectLocked(db, form, changes, now, sql`and ${IS_OPINION}`)}),
    moved as (${moveVotes(sql`changing`)}),
    increments as (
      select option_id, sum(more) as more, sum(more_private) as more_private,
        sum(more_established) as more_established
      from (select option_id, ${amounts("-")} from changing
        union all select next, ${amounts("")} from changing) as counted
      group by option_id),
    locked as (
      select options.id, more, more_private, more_established
      from increments join options on options.id = option_id order by options.id for update of options),
    counted as (update options set vote_count = vote_count + more,
        private_votes = private_votes + more_private,
        established_votes = ${established("options")} + more_established
      from locked where options.id = locked.id)
    select place, survey_id, voter, option_id, while_private, changeable, in_steps, ballot, next
    from changing`;
  const { rows } = await withRetry(db, () => statement.execute(db.query));
  return rows;
}
