import { sql } from "kysely";
import type { BlockKind } from "#contract/endpoints/blocks.ts";
import { idRows } from "#server/db/bulk.ts";
import { cutPage, type Paging, readPage } from "#server/db/cursor.ts";
import type { Database } from "#server/db/database.ts";
import { toTimestamp } from "#server/db/timestamps.ts";
import type { Member } from "#server/http/identity/viewer.ts";

/** Whom a person has blocked or muted, newest first, without those who blocked them too. */
export async function readBlocks(db: Database, { id, veil }: Member, paging: Paging) {
  const absent = idRows(db, [0, ...(veil?.absent ?? [])]);
  const query = db.query
    .selectFrom("blocks")
    .innerJoin("users", "users.id", "blocks.person_id")
    .select(["users.id", "name", "nickname", "image", "kind", "blocks.created_at"])
    .where("user_id", "=", id)
    .where(sql<boolean>`person_id not in (select id from ${absent})`);
  return cutPage(
    await readPage(query, ["blocks.created_at", "blocks.person_id"], paging),
    paging.limit,
    (row) => [row.created_at, row.id],
    ({ kind, created_at, ...person }) => ({ person, kind, since: toTimestamp(created_at) }),
  );
}

/** Whether one person has blocked or muted another. */
export async function readBlock(
  db: Database,
  userId: number,
  personId: number,
): Promise<BlockKind | null> {
  const block = await db.query
    .selectFrom("blocks")
    .select("kind")
    .where("user_id", "=", userId)
    .where("person_id", "=", personId)
    .executeTakeFirst();
  return block?.kind ?? null;
}

/** Whether a survey's owner has blocked an account that calls without a session of its own. */
export async function isBlockedByOwner(
  db: Database,
  surveyId: number,
  personId: number,
): Promise<boolean> {
  const block = await db.query
    .selectFrom("blocks")
    .innerJoin("surveys", "surveys.owner_id", "blocks.user_id")
    .select("kind")
    .where("surveys.id", "=", surveyId)
    .where("person_id", "=", personId)
    .where("kind", "=", "block")
    .executeTakeFirst();
  return block !== undefined;
}

export async function exportBlocks(db: Database, userId: number) {
  const rows = await db.query
    .selectFrom("blocks")
    .innerJoin("users", "users.id", "blocks.person_id")
    .select(["nickname", "kind", "blocks.created_at"])
    .where("user_id", "=", userId)
    .orderBy("blocks.created_at")
    .orderBy("person_id")
    .execute();
  return rows.map(({ created_at, ...row }) => ({ ...row, since: toTimestamp(created_at) }));
}
