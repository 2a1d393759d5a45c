import { randomBytes } from "node:crypto";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { idRows } from "#server/db/bulk.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import {
  deleteNotifications,
  EVERYBODY,
  refreshRecipients,
} from "#server/features/notifications/notifications.writes.ts";
import { keepReceipts } from "#server/features/receipts/kept-receipts.writes.ts";
import { noteMovedVotes } from "#server/features/receipts/vote-scans.writes.ts";
import { endSessionsOf } from "#server/features/sign-in/sessions.writes.ts";
import { removeSurveys } from "#server/features/surveys/survey-removal.writes.ts";
import { insertMarks } from "#server/features/votes/vote-marks.writes.ts";
import type { Mailboxes } from "#server/secret/pseudonyms.ts";
import type { Sealer } from "#server/secret/sealer.ts";
import { passOnMailbox } from "./accounts.writes.ts";

/** Few enough to delete in a moment. */
const BATCH_ROWS = 1000;
/** Longer than any statement runs: a vote under way at the deletion is stored by then. */
const VOTES_SETTLE_MS = 30_000;

/**
 * Deletes a person with everything that is theirs except their votes, which stay counted and are
 * anonymized later by `anonymizeVotes` (R114). Returns what the caller has to clean up outside the
 * database: the paths of pictures, and the token hashes of the ended sessions. Throws
 * `invalid_token` if the account is already gone.
 */
export async function deletePerson(
  db: Database,
  mailboxes: Mailboxes,
  id: number,
  now: number,
): Promise<{ pictures: string[]; sessions: string[] }> {
  if (await hasManyRows(db, id)) {
    // In one transaction so many rows would delay everybody. With fewer, a failing deletion rolls
    // everything back.
    await deleteNotifications(db, "actor_id", id);
    await db.publishSoon("notified", EVERYBODY);
    await deleteNotifications(db, "user_id", id);
    while (await deleteFollowerBatch(db, id)) await yieldToEventLoop();
  }
  return transact(db, async (tx) => {
    await lockWithFollows(db, tx, id);
    await correctCounters(tx, id);
    const pictures = await removeOwnSurveys(db, tx, id);
    await refreshRecipients(db, tx, "actor_id", [id]);
    const sessions = await endSessionsOf(db, tx, id);
    const deleted = await tx
      .deleteFrom("users")
      .where("id", "=", id)
      .returning(["email", "canonical_email"])
      .executeTakeFirst();
    if (!deleted) throw new ApiError("invalid_token");
    await passOnMailbox(tx, deleted.canonical_email);
    await tx
      .insertInto("pending_anonymizations")
      .values({ user_id: id, deleted_at: now, mailbox: mailboxes.numberOf(deleted.email) })
      .execute();
    await db.publish("person-left", String(id), tx);
    return { pictures, sessions: sessions.map(({ token_hash }) => token_hash) };
  });
}

async function hasManyRows(db: Database, id: number): Promise<boolean> {
  const areMany = (rows: RawBuilder<unknown>) => sql`exists (${rows} limit 1 offset ${BATCH_ROWS})`;
  const { rows } = await sql`select 1 where
    ${areMany(sql`select 1 from follows where followed_id = ${id}`)}
    or ${areMany(sql`select 1 from notifications where actor_id = ${id}`)}
    or ${areMany(sql`select 1 from notifications where user_id = ${id}`)}`.execute(db.query);
  return rows.length > 0;
}

/** Deletes a batch of a person's followers; returns whether there may be more. */
async function deleteFollowerBatch(db: Database, id: number): Promise<boolean> {
  return transact(db, async (tx) => {
    const some = await tx
      .selectFrom("follows")
      .select("follower_id")
      .where("followed_id", "=", id)
      .limit(BATCH_ROWS)
      .execute();
    const locked = idRows(db, [id, ...some.map((row) => row.follower_id)]);
    await sql`select id from users where id in (select id from ${locked})
      order by id ${db.forUpdate}`.execute(tx);
    // Some may have stopped following by now.
    const { rows } = await sql<{ follower_id: number }>`delete from follows
      where followed_id = ${id} and follower_id in (select id from ${locked})
      returning follower_id`.execute(tx);
    if (rows.length === 0) return false;
    const unfollowing = idRows(
      db,
      rows.map((row) => row.follower_id),
    );
    await sql`update users set following_count = following_count - 1
      where id in (select id from ${unfollowing})`.execute(tx);
    await sql`update users set follower_count = follower_count - ${rows.length}
      where id = ${id}`.execute(tx);
    return some.length === BATCH_ROWS;
  });
}

const followers = (id: number) => sql`select follower_id from follows where followed_id = ${id}`;
const followings = (id: number) => sql`select followed_id from follows where follower_id = ${id}`;

/**
 * Locks in id order, like every transaction that locks people, so that it cannot deadlock with
 * follows.
 */
async function lockWithFollows(db: Database, tx: Transaction, id: number): Promise<void> {
  await sql`select id from users
    where id in (select cast(${id} as bigint) union ${followers(id)} union ${followings(id)})
    order by id ${db.forUpdate}`.execute(tx);
}

async function correctCounters(tx: Transaction, id: number): Promise<void> {
  await sql`update users set follower_count = follower_count - 1
    where id in (${followings(id)})`.execute(tx);
  await sql`update users set following_count = following_count - 1
    where id in (${followers(id)})`.execute(tx);
}

/** Returns the paths of the person's picture and of their surveys' pictures. */
async function removeOwnSurveys(db: Database, tx: Transaction, id: number): Promise<string[]> {
  const { image } =
    (await tx.selectFrom("users").select("image").where("id", "=", id).executeTakeFirst()) ?? {};
  const surveys = await tx.selectFrom("surveys").select("id").where("owner_id", "=", id).execute();
  const pictures = await removeSurveys(
    db,
    tx,
    surveys.map((survey) => survey.id),
  );
  return image ? [image, ...pictures] : pictures;
}

/**
 * Anonymizes the votes of deleted accounts, marks where their mailboxes voted (R211) and keeps
 * their receipts until the end of the survey (R290). Waits `VOTES_SETTLE_MS` after a deletion:
 * until then the votes prevent a vote of the same person, under way in another process, from being
 * counted a second time (ADR-012).
 */
export async function anonymizeVotes(
  { db, mailboxes, sealer }: { db: Database; mailboxes: Mailboxes; sealer: Sealer },
  now: number,
): Promise<void> {
  const pending = await db.query
    .selectFrom("pending_anonymizations")
    .select(["user_id", "mailbox"])
    .where("deleted_at", "<=", now - VOTES_SETTLE_MS)
    .execute();
  for (const { user_id, mailbox } of pending) {
    await transact(db, async (tx) => {
      const surveys = await anonymizeVotesOf(db, tx, sealer, user_id);
      if (mailbox !== null) await insertMarks(db, tx, mailboxes, mailbox, surveys, now);
      await tx.deleteFrom("pending_anonymizations").where("user_id", "=", user_id).execute();
    });
    await yieldToEventLoop();
  }
}

/**
 * Gives each vote its own voter id, so that nothing shows that one person cast them. Returns the
 * ids of their surveys.
 */
async function anonymizeVotesOf(
  db: Database,
  tx: Transaction,
  sealer: Sealer,
  id: number,
): Promise<number[]> {
  const votes = await tx
    .selectFrom("votes")
    .select(["survey_id", "option_id", "while_private"])
    .where("user_id", "=", id)
    .execute();
  if (votes.length === 0) return [];
  const moved = votes.map((vote) => ({ ...vote, voter_id: anonymousVoterId() }));
  await noteMovedVotes(db, tx, id, moved);
  await keepReceipts(db, tx, sealer, id, votes);
  const votersOfVotes = db.rows(
    ["survey_id", "voter_id"],
    moved.map(({ survey_id, voter_id }) => [survey_id, voter_id]),
  );
  await sql`update votes set user_id = input.voter_id from ${votersOfVotes}
    where votes.survey_id = input.survey_id and votes.user_id = ${id}`.execute(tx);
  return votes.map((vote) => vote.survey_id);
}

/** A negative number of 52 random bits, which JavaScript represents exactly. */
const anonymousVoterId = (): number => -1 - Number(randomBytes(8).readBigUInt64BE() >> 12n);
