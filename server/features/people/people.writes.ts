import { sql } from "kysely";
import type { Database, Transaction } from "#server/db/open.ts";

/** Locks people for the rest of the transaction; answers the nicknames of those who exist. */
export async function lockPeople(
  db: Database,
  tx: Transaction,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const given = db.rows(
    ["id"],
    ids.map((id) => [id]),
  );
  // In id order, so that two people who follow each other at once cannot deadlock.
  const { rows } = await sql<{ id: number; nickname: string }>`
    select id, nickname from users where id in (select id from ${given})
    order by id ${db.forUpdate}`.execute(tx);
  return new Map(rows.map(({ id, nickname }) => [id, nickname]));
}
