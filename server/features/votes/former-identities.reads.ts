import { type Kysely, sql } from "kysely";
import type { Tables } from "#server/db/tables/tables.ts";
import { hasNotEndedAt, NOT_REMOVED } from "#server/features/visibility/visibility.reads.ts";
import { isVoteOf, voterOfAccount } from "#server/features/voters/voters.reads.ts";
import { KEPT_MS } from "./vote-marks.writes.ts";

interface Wanted {
  /** The account that is to have it; nothing is reserved from an account that had it before. */
  userId: number;
  number: number;
  /** Whether a vote reserves it too, as it does a verified address, beyond `reserved_until`. */
  withVotes: boolean;
}

/** Whether an account that had this mailbox or identity still keeps others from having it (R396). */
export async function isReserved(
  query: Kysely<Tables>,
  { userId, number, withVotes }: Wanted,
  now: number,
): Promise<boolean> {
  const former = await query
    .selectFrom("former_identities")
    .leftJoin("users", "users.id", "former_identities.user_id")
    .select(["former_identities.user_id", "users.id as existing", "proven", "reserved_until"])
    .where("number", "=", number)
    .where("former_identities.user_id", "<>", userId)
    .execute();
  if (former.some(({ reserved_until }) => reserved_until > now)) return true;
  if (!withVotes) return false;
  for (const { existing, proven } of former) {
    if (existing !== null && proven === 1 && (await hasMarkableVote(query, existing, now)))
      return true;
  }
  return false;
}

/** Whether an account has a vote that would still be marked if the account were deleted. */
async function hasMarkableVote(
  query: Kysely<Tables>,
  userId: number,
  now: number,
): Promise<boolean> {
  const { rows } = await sql`select 1 from votes join surveys on surveys.id = votes.survey_id
    where ${isVoteOf(voterOfAccount(userId))} and ${NOT_REMOVED}
      and ${hasNotEndedAt(now - KEPT_MS)}
    limit 1`.execute(query);
  return rows.length > 0;
}
