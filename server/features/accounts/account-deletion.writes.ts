import type { Database, Transaction } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import type { DeletionContext, LeftOver } from "../feature.ts";
import { passOnMailbox } from "./accounts.writes.ts";

/**
 * Deletes a person with everything that the features have of them, except what their manifests say
 * is kept (R114). Returns what the caller has to clean up outside the database. Throws
 * `invalid_token` if the account is already gone, and what `admit` throws in its transaction.
 */
export async function deletePerson(
  context: DeletionContext,
  userId: number,
  now: number,
  admit?: (tx: Transaction) => Promise<void>,
): Promise<LeftOver> {
  const { db } = context;
  const deletions = context.features.flatMap(({ accountDeletion }) => accountDeletion ?? []);
  const haveMany = await Promise.all(
    deletions.map(({ hasManyRows }) => hasManyRows?.(db, userId) ?? false),
  );
  // In one transaction so many rows would delay everybody. With fewer, a failing deletion rolls
  // everything back.
  if (haveMany.includes(true)) {
    for (const { deleteManyRows } of deletions) await deleteManyRows?.(db, userId);
  }
  return transact(db, async (tx) => {
    await admit?.(tx);
    const left: LeftOver = { pictures: [], sessions: [] };
    for (const one of deletions) await one.delete?.(context, tx, { userId, now }, left);
    return left;
  });
}

/** Deletes the row and returns the path of its picture. Throws `invalid_token` if it is gone. */
export async function deleteUser(
  db: Database,
  tx: Transaction,
  id: number,
): Promise<string | null> {
  const deleted = await tx
    .deleteFrom("users")
    .where("id", "=", id)
    .returning(["image", "canonical_email"])
    .executeTakeFirst();
  if (!deleted) throw new ApiError("invalid_token");
  await passOnMailbox(tx, deleted.canonical_email);
  await db.publish("person-left", String(id), tx);
  return deleted.image;
}
