import { type SqlBool, sql } from "kysely";
import { DAY_MS, SECOND_MS } from "#contract/durations.ts";
import { deleteBatch } from "#server/db/batches.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { transact, withRetry } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import {
  anonymousVoter,
  readVotesOf,
  voterOfAccount,
} from "#server/features/voters/voters.reads.ts";
import type { Mailboxes } from "#server/secret/pseudonyms.ts";
import { insertMarks } from "./vote-marks.writes.ts";

/** How long nobody else can have an address or identity that an account has left. */
export const RESERVED_MS = 7 * DAY_MS;
/** A transaction that lasts longer than two seconds is not committed (`write-deadline.ts`). */
const LONGEST_CHANGE_MS = 10 * SECOND_MS;

interface Held {
  userId: number;
  /** As `Mailboxes` makes it. */
  number: number;
}

/**
 * Records that an account no longer has a mailbox or identity. A proven one goes on marking the
 * account's votes (R395) and stays reserved (R396). An address that was never verified may be a
 * stranger's: it marks only the votes that the account has cast so far.
 */
export async function leaveIdentity(
  { db, mailboxes }: { db: Database; mailboxes: Mailboxes },
  tx: Transaction,
  { userId, number, isProven }: Held & { isProven: boolean },
  now: number,
): Promise<void> {
  if (!isProven) {
    await insertMarks(db, tx, mailboxes, [number], await surveysVotedOn(tx, userId), now);
  }
  const left = { proven: isProven ? 1 : 0, reserved_until: isProven ? now + RESERVED_MS : now };
  await tx
    .insertInto("former_identities")
    .values({ user_id: userId, number, ...left })
    .onConflict((known) => known.columns(["number", "user_id"]).doUpdateSet(left))
    .execute();
}

/** Another change of the account has ended after this one was announced. */
class Unannounced extends Error {}

/**
 * Runs `change`, a transaction in which an account that may be voting becomes somebody else for its
 * votes: it claims an identity, or gives its details. Votes see
 * it coming before it begins, and wait: in one transaction, neither it nor a vote of the same moment
 * would see the other (ADR-058).
 */
export async function changeIdentities<T>(
  db: Database,
  userId: number,
  now: number,
  change: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const knownSince = (time: number) =>
    withRetry(db, () =>
      db.query.updateTable("users").set({ known_since: time }).where("id", "=", userId).execute(),
    );
  await knownSince(now + LONGEST_CHANGE_MS);
  try {
    return await transact(db, change);
  } catch (error) {
    if (!(error instanceof Unannounced)) throw error;
    return await changeIdentities(db, userId, now, change);
  } finally {
    // Otherwise votes go on once that time has come.
    await knownSince(now).catch(() => undefined);
  }
}

/**
 * Waits, within `changeIdentities`, for the account's votes that did not see the change coming. `tx`
 * has to hold the account's lock.
 */
export async function votesEnded(
  db: Database,
  tx: Transaction,
  userId: number,
  now: number,
): Promise<void> {
  const person = await tx
    .selectFrom("users")
    .select("known_since")
    .where("id", "=", userId)
    .executeTakeFirst();
  if ((person?.known_since ?? 0) <= now) throw new Unannounced();
  await db.writesEnded(tx, "votes");
}

/**
 * Gives an account a mailbox or identity that `isReserved` keeps nobody from having, within
 * `changeIdentities` unless `isNew`, when the account has no votes. Accounts that had it keep marks
 * of the votes that they have cast so far. Throws `votes_overlap` where it has voted through a former
 * account on a survey on which this account has voted too (R397). `tx` must not have written to
 * `votes`.
 */
export async function claimIdentity(
  { db, mailboxes }: { db: Database; mailboxes: Mailboxes },
  tx: Transaction,
  { userId, number, isNew }: Held & { isNew: boolean },
  now: number,
): Promise<void> {
  const own = await tx
    .deleteFrom("former_identities")
    .where("number", "=", number)
    .where("user_id", "=", userId)
    .returning("user_id")
    .executeTakeFirst();
  // Nobody else has had it since, and this account's votes were checked against its marks.
  if (own) return;
  const former = await tx
    .deleteFrom("former_identities")
    .where("number", "=", number)
    .where(
      sql<SqlBool>`(select 1 from users where users.id = former_identities.user_id) is not null`,
    )
    .returning(["user_id", "proven"])
    .execute();
  const deleted = await deletedWith(tx, number);
  // A vote that a former account cast a moment ago may be on its way to the database.
  if (!isNew) await votesEnded(db, tx, userId, now);
  else if (former.length + deleted.length > 0) await db.writesEnded(tx, "votes");
  for (const { user_id, proven } of former) {
    if (proven === 0) continue;
    await insertMarks(db, tx, mailboxes, [number], await surveysVotedOn(tx, user_id), now);
  }
  if (await haveBothVoted({ db, mailboxes }, tx, { userId, number, deleted })) {
    throw new ApiError("votes_overlap");
  }
}

/** Deleted accounts that had this mailbox or identity, and whose votes are not anonymous yet. */
async function deletedWith(tx: Transaction, number: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from pending_anonymizations where mailbox = ${number}
    union select former_identities.user_id from former_identities
      join pending_anonymizations on pending_anonymizations.user_id = former_identities.user_id
      where former_identities.number = ${number} and proven = 1`.execute(tx);
  return rows.map(({ user_id }) => user_id);
}

/** Whether the account and a former one with this number have voted on the same survey. */
async function haveBothVoted(
  { db, mailboxes }: { db: Database; mailboxes: Mailboxes },
  tx: Transaction,
  { userId, number, deleted }: Held & { deleted: readonly number[] },
): Promise<boolean> {
  const voted = await surveysVotedOn(tx, userId);
  if (voted.length === 0) return false;
  for (const id of deleted) {
    const theirs = new Set(await surveysVotedOn(tx, id));
    if (voted.some((survey) => theirs.has(survey))) return true;
  }
  const marks = db.rows(
    ["survey_id", "mark"],
    voted.map((id) => [id, mailboxes.markOf(number, id)]),
  );
  const { rows } = await sql`select 1 from ${marks}
    where (select 1 from vote_marks where vote_marks.survey_id = input.survey_id
      and vote_marks.mark = input.mark) is not null
    limit 1`.execute(tx);
  return rows.length > 0;
}

const surveysVotedOn = async (tx: Transaction, userId: number): Promise<number[]> =>
  (await readVotesOf(tx, voterOfAccount(userId))).map(({ survey_id }) => survey_id);

/** Records the identities that a deleted account had, until its votes are anonymous. */
export async function leaveWithAccount(
  mailboxes: Mailboxes,
  tx: Transaction,
  userId: number,
  now: number,
): Promise<void> {
  const identities = await tx
    .selectFrom("identities")
    .select(["issuer", "subject"])
    .where("user_id", "=", userId)
    .execute();
  if (identities.length === 0) return;
  await tx
    .insertInto("former_identities")
    .values(
      identities.map((identity) => ({
        ...{ user_id: userId, number: mailboxes.numberOfIdentity(identity) },
        ...{ proven: 1, reserved_until: now },
      })),
    )
    .onConflict((known) => known.doNothing())
    .execute();
}

/**
 * Ends the records of a deleted account; what is still reserved stays under random numbers. Returns
 * the numbers that mark its votes.
 */
export async function endFormerIdentities(
  tx: Transaction,
  userId: number,
  now: number,
): Promise<number[]> {
  const rows = await tx
    .deleteFrom("former_identities")
    .where("user_id", "=", userId)
    .returning(["number", "proven", "reserved_until"])
    .execute();
  const reserved = rows.filter(({ reserved_until }) => reserved_until > now);
  if (reserved.length > 0) {
    await tx
      .insertInto("former_identities")
      .values(reserved.map((row) => ({ ...row, user_id: anonymousVoter() })))
      .execute();
  }
  return rows.filter(({ proven }) => proven === 1).map(({ number }) => number);
}

/**
 * Deletes a batch of what deleted accounts no longer reserve; returns whether more may be left.
 */
export const deleteEndedReservations = (db: Database, now: number): Promise<boolean> =>
  deleteBatch(
    db,
    "former_identities",
    ["number", "user_id"],
    sql`user_id < 0 and reserved_until <= ${now}`,
  );
