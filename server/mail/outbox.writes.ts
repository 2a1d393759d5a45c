import { sql } from "kysely";
import type { Database, Transaction } from "#server/db/database.ts";
import { transact, withRetry } from "#server/db/transact.ts";
import type { AddressedLetter } from "./letter.ts";
import type { Recipient } from "./recipients.reads.ts";

export interface WaitingMail {
  id: number;
  recipient: string;
  letter: AddressedLetter;
  /** Including this one. */
  attempts: number;
  createdAt: number;
}

/**
 * Puts a letter into the outbox; it is sent after the transaction commits. It leaves the outbox with
 * the account that it is about.
 */
export async function insertMail(
  tx: Transaction,
  { userId, email }: Pick<Recipient, "userId" | "email">,
  letter: AddressedLetter,
  now: number,
): Promise<void> {
  await tx
    .insertInto("mails")
    .values({
      ...{ recipient: email, user_id: userId, letter: JSON.stringify(letter) },
      ...{ due_at: now, created_at: now },
    })
    .execute();
}

/**
 * Takes up to `most` due mails, those due longest first. No other server gets them until `leaseMs`
 * have passed.
 */
export const takeMails = (
  db: Database,
  now: number,
  { most, leaseMs }: { most: number; leaseMs: number },
): Promise<WaitingMail[]> =>
  transact(db, async (tx) => {
    const due = await tx
      .selectFrom("mails")
      .select("id")
      .where("due_at", "<=", now)
      .orderBy("due_at")
      .limit(most)
      .modifyEnd(db.forUpdateSkipLocked)
      .execute();
    if (due.length === 0) return [];
    const taken = await tx
      .updateTable("mails")
      .set((mail) => ({ due_at: now + leaseMs, attempts: sql`${mail.ref("attempts")} + 1` }))
      .where(
        "id",
        "in",
        due.map(({ id }) => id),
      )
      .returning(["id", "recipient", "letter", "attempts", "created_at as createdAt"])
      .execute();
    return taken.map((mail) => ({ ...mail, letter: JSON.parse(mail.letter) as AddressedLetter }));
  });

/** Deletes the letters about an account that wait to be sent, to whichever of its addresses. */
export async function deleteLetters(tx: Transaction, userId: number): Promise<void> {
  await tx.deleteFrom("mails").where("user_id", "=", userId).execute();
}

/** Deletes a mail that was sent or given up. */
export async function deleteMail(db: Database, id: number): Promise<void> {
  await withRetry(db, () => db.query.deleteFrom("mails").where("id", "=", id).execute());
}

/** Makes a mail due again, on any server, from `dueAt` on. */
export async function postponeMail(db: Database, id: number, dueAt: number): Promise<void> {
  await withRetry(db, () =>
    db.query.updateTable("mails").set({ due_at: dueAt }).where("id", "=", id).execute(),
  );
}

/** Counts waiting mails, including those being sent. */
export async function countMails(db: Database): Promise<number> {
  const { waiting } = await db.query
    .selectFrom("mails")
    .select(({ fn }) => fn.countAll<number>().as("waiting"))
    .executeTakeFirstOrThrow();
  return Number(waiting);
}
