import { sql } from "kysely";
import type { BlockKind } from "#contract/endpoints/blocks.ts";
import { BLOCKS_MAX } from "#contract/limits.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { endFollows } from "#server/features/follows/follows.writes.ts";
import { refreshUnreadCounts } from "#server/features/notifications/notifications.writes.ts";
import { lockPeople } from "#server/features/people/people.writes.ts";
import { refreshSessionsOf } from "#server/features/sign-in/sessions.writes.ts";

interface Pair {
  userId: number;
  personId: number;
}

/** What a change of a block leaves to its caller once the transaction has committed. */
interface Changed {
  /** Hashes of sessions to forget. */
  sessions: string[];
  /** Whose profiles have other counts. */
  nicknames: string[];
}

/**
 * Blocks or mutes a person. Notifications from them are deleted; a block also ends follows, waiting
 * for ends and notifications between the two, in both directions (R634, R636). Throws
 * `person_not_found` or `blocks_limit`.
 */
export const block = (
  db: Database,
  { userId, personId }: Pair,
  kind: BlockKind,
  now: number,
): Promise<Changed> =>
  transact(db, async (tx) => {
    const people = await lockPeople(db, tx, [userId, personId]);
    if (!people.has(personId)) throw new ApiError("person_not_found");
    await tx
      .insertInto("blocks")
      .values({ user_id: userId, person_id: personId, kind, created_at: now })
      .onConflict((conflict) => conflict.columns(["user_id", "person_id"]).doUpdateSet({ kind }))
      .execute();
    const { count } = await tx
      .selectFrom("blocks")
      .select((row) => row.fn.countAll<number>().as("count"))
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
    if (count > BLOCKS_MAX) throw new ApiError("blocks_limit");
    await part(db, tx, userId, personId);
    if (kind === "block") {
      await part(db, tx, personId, userId);
      await endFollows(db, tx, [userId, personId]);
    }
    return changed(db, tx, { userId, personId }, people);
  });

/** Takes a block or a mute back, if there is one. Throws `person_not_found`. */
export const unblock = (db: Database, { userId, personId }: Pair): Promise<Changed> =>
  transact(db, async (tx) => {
    const people = await lockPeople(db, tx, [userId, personId]);
    if (!people.has(personId)) throw new ApiError("person_not_found");
    await tx
      .deleteFrom("blocks")
      .where("user_id", "=", userId)
      .where("person_id", "=", personId)
      .execute();
    return changed(db, tx, { userId, personId }, people);
  });

/** Deletes what one person was notified of, and waits for, that another did or owns. */
async function part(db: Database, tx: Transaction, userId: number, fromId: number): Promise<void> {
  const owned = sql`select id from surveys where owner_id = ${fromId}`;
  await sql`delete from notifications where user_id = ${userId}
    and (actor_id = ${fromId} or survey_id in (${owned}))`.execute(tx);
  await sql`delete from awaited_ends where user_id = ${userId}
    and survey_id in (${owned})`.execute(tx);
  await refreshUnreadCounts(db, tx, [{ user_id: userId }]);
}

async function changed(
  db: Database,
  tx: Transaction,
  { userId, personId }: Pair,
  people: ReadonlyMap<number, string | null>,
): Promise<Changed> {
  const sessions = [
    ...(await refreshSessionsOf(db, tx, userId)),
    ...(await refreshSessionsOf(db, tx, personId)),
  ];
  return { sessions, nicknames: [...people.values()].filter((name) => name !== null) };
}
