import type { Database, Transaction } from "#server/db/open.ts";

/** Locks people for the rest of the transaction; answers those who exist. */
export async function lockPeople(
  db: Database,
  tx: Transaction,
  ids: readonly number[],
): Promise<{ id: number; nickname: string }[]> {
  // In id order, so that two people who follow each other at once cannot deadlock.
  return tx
    .selectFrom("users")
    .select(["id", "nickname"])
    .where("id", "in", ids)
    .orderBy("id")
    .modifyEnd(db.forUpdate)
    .execute();
}
