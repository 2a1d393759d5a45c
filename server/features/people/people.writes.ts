import { sql } from "kysely";
import { idRows } from "#server/db/bulk.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { HAS_IDENTITY } from "#server/db/tables/incomplete-accounts.ts";

/**
 * Locks people for the rest of the transaction and returns the nicknames of those who exist and have one. With
 * `db.forUpdateSkipLocked` it does not wait: people locked by another transaction map to null.
 */
export async function lockPeople(
  db: Database,
  tx: Transaction,
  ids: readonly number[],
  lock = db.forUpdate,
): Promise<Map<number, string | null>> {
  const rowsOfIds = idRows(db, ids);
  // In id order, so that two people who follow each other at once cannot deadlock.
  const { rows } = await sql<{ id: number; nickname: string }>`
    select id, nickname from users where id in (select id from ${rowsOfIds})
      and ${HAS_IDENTITY}
    order by id ${lock}`.execute(tx);
  const locked = new Map<number, string | null>(rows.map(({ id, nickname }) => [id, nickname]));
  if (lock === db.forUpdate || ids.every((id) => locked.has(id))) return locked;
  const { rows: all } = await sql<{ id: number }>`select id from users
    where id in (select id from ${rowsOfIds}) and ${HAS_IDENTITY}`.execute(tx);
  for (const { id } of all) if (!locked.has(id)) locked.set(id, null);
  return locked;
}
