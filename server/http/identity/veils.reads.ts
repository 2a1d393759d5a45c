import { sql } from "kysely";
import type { BlockKind } from "#contract/endpoints/blocks.ts";
import type { Role } from "#contract/endpoints/moderation.ts";
import { idRows } from "#server/db/bulk.ts";
import type { Database } from "#server/db/database.ts";
import type { Veil } from "./viewer.ts";

/**
 * A column of `users`: 1 where anything is hidden from them by blocks and mutes. With a limit, since
 * PostgreSQL would read the whole table for `exists`.
 */
export const HAS_VEIL = sql<number>`coalesce(
  (select 1 from blocks where blocks.user_id = users.id limit 1),
  (select 1 from blocks where blocks.person_id = users.id and blocks.kind = 'block' limit 1),
  0)`;

interface Owner {
  user_id: number;
  role: Role;
}

/**
 * By account, what is hidden from each. Nobody is absent for staff, who could otherwise be kept from
 * what they have to look at.
 */
export async function readVeils(
  db: Database,
  people: readonly Owner[],
): Promise<Map<number, Veil>> {
  if (people.length === 0) return new Map();
  const ids = idRows(
    db,
    people.map(({ user_id }) => user_id),
  );
  const { rows } = await sql<{ user_id: number; person_id: number; kind: BlockKind }>`
    select user_id, person_id, kind from blocks where user_id in (select id from ${ids})
    union
    select user_id, person_id, kind from blocks
    where person_id in (select id from ${ids}) and kind = 'block'`.execute(db.query);
  const byBlocked = Map.groupBy(rows, (row) => row.person_id);
  const byOwner = Map.groupBy(rows, (row) => row.user_id);
  return new Map(
    people.map(({ user_id: id, role }) => {
      const blocked = (byBlocked.get(id) ?? []).filter(({ kind }) => kind === "block");
      const own = byOwner.get(id) ?? [];
      return [
        id,
        {
          absent: new Set(role === "member" ? blocked.map((row) => row.user_id) : []),
          unwanted: new Map(own.map((row) => [row.person_id, row.kind])),
        },
      ];
    }),
  );
}

/** The owner of each survey that there is. */
export async function readOwners(
  db: Database,
  surveyIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; owner_id: number }>`
    select id, owner_id from surveys
    where id in (select id from ${idRows(db, surveyIds)})`.execute(db.query);
  return new Map(rows.map((row) => [row.id, row.owner_id]));
}

/** The account with a nickname. */
export async function findIdByNickname(
  db: Database,
  nickname: string,
): Promise<number | undefined> {
  const person = await db.query
    .selectFrom("users")
    .select("id")
    .where("nickname", "=", nickname)
    .executeTakeFirst();
  return person?.id;
}
