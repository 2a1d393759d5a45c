import { sql } from "kysely";
import type { Database, Transaction } from "#server/db/database.ts";
import { FIRST_HASH, hashOfRow, type RecordRow } from "./record.reads.ts";

/** The numbers spell "knat" and "recd"; nothing else here takes this advisory lock. */
const LOCK = [0x6b6e6174, 0x72656364] as const;

/**
 * Adds a row to the record of what staff did, in the transaction that does it. Later rows wait for
 * the commit, so that each hash covers the row before.
 */
export async function writeRecord(
  db: Database,
  tx: Transaction,
  entry: Omit<RecordRow, "number" | "hash">,
): Promise<void> {
  if (db.engine === "postgres")
    await sql`select pg_advisory_xact_lock(${LOCK[0]}::int, ${LOCK[1]}::int)`.execute(tx);
  const last = await tx
    .selectFrom("moderation_record")
    .select(["number", "hash"])
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  const row = { ...entry, number: (last?.number ?? 0) + 1 };
  const hash = hashOfRow(last?.hash ?? FIRST_HASH, row);
  await tx
    .insertInto("moderation_record")
    .values({ ...row, hash })
    .execute();
}
