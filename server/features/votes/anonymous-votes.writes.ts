import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Database, Transaction } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import { keepReceipts } from "#server/features/receipts/kept-receipts.writes.ts";
import { noteMovedVotes } from "#server/features/receipts/vote-scans.writes.ts";
import {
  anonymousVoter,
  readVotesOf,
  type VoterId,
  voterOfAccount,
} from "#server/features/voters/voters.reads.ts";
import { replaceVoter } from "#server/features/voters/voters.writes.ts";
import type { Mailboxes } from "#server/secret/pseudonyms.ts";
import type { Sealer } from "#server/secret/sealer.ts";
import { endFormerIdentities, leaveWithAccount } from "./former-identities.writes.ts";
import { insertMarks } from "./vote-marks.writes.ts";

/** Longer than any statement runs: a vote under way at the deletion is stored by then. */
const VOTES_SETTLE_MS = 30_000;

/**
 * Notes that the votes of an account that is being deleted have yet to be made anonymous. The
 * account must be locked, so that its address does not change.
 */
export async function noteDeletedVoter(
  mailboxes: Mailboxes,
  tx: Transaction,
  userId: number,
  now: number,
): Promise<void> {
  const person = await tx
    .selectFrom("users")
    .select("email")
    .where("id", "=", userId)
    .executeTakeFirst();
  if (!person) return;
  await leaveWithAccount(mailboxes, tx, userId, now);
  await tx
    .insertInto("pending_anonymizations")
    .values({ user_id: userId, deleted_at: now, mailbox: mailboxes.numberOf(person.email) })
    .execute();
}

/**
 * Anonymizes the votes of deleted accounts, marks where their mailboxes and identities voted (R211,
 * R395) and keeps their receipts until the end of the survey (R290). Waits `VOTES_SETTLE_MS` after a
 * deletion: until then the votes prevent a vote of the same person, under way in another process,
 * from being counted a second time (ADR-012).
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
      const surveys = await anonymizeVotesOf(db, tx, sealer, voterOfAccount(user_id));
      const former = await endFormerIdentities(tx, user_id, now);
      const numbers = mailbox === null ? former : [mailbox, ...former];
      await insertMarks(db, tx, mailboxes, numbers, surveys, now);
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
  voter: VoterId,
): Promise<number[]> {
  const votes = await readVotesOf(tx, voter);
  if (votes.length === 0) return [];
  const moved = votes.map((vote) => ({ ...vote, becomes: anonymousVoter() }));
  await noteMovedVotes(db, tx, voter, moved);
  await keepReceipts(db, tx, sealer, voter, votes);
  await replaceVoter(db, tx, voter, moved);
  return votes.map((vote) => vote.survey_id);
}
