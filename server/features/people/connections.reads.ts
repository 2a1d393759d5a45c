import { type SqlBool, sql } from "kysely";
import type { PersonCard } from "#contract/endpoints/people.ts";
import { cutPage, readCursor } from "#server/db/cursor.ts";
import type { Database } from "#server/db/database.ts";
import { PERSON_CARD } from "./people.reads.ts";

/** Which column of `follows` holds the person, and which holds the people in the list. */
const SIDES = {
  followers: { person: "followed_id", other: "follower_id" },
  followings: { person: "follower_id", other: "followed_id" },
} as const;

/** A person's followers or followings, newest first. */
export async function readConnections(
  db: Database,
  side: keyof typeof SIDES,
  personId: number,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ items: PersonCard[]; next_cursor: string | null }> {
  const { person, other } = SIDES[side];
  const before = readCursor(cursor, 2);
  const rows = await db.query
    .selectFrom("follows")
    .innerJoin("users", "users.id", `follows.${other}`)
    .select([...PERSON_CARD, "follows.created_at"])
    .where(`follows.${person}`, "=", personId)
    .$if(before !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(follows.created_at, ${sql.ref(`follows.${other}`)}) < (${sql.join(before ?? [])})`,
      ),
    )
    .orderBy("follows.created_at", "desc")
    .orderBy(`follows.${other}`, "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(
    rows,
    limit,
    (row) => [row.created_at, row.id],
    ({ created_at: _, ...card }) => card,
  );
}
