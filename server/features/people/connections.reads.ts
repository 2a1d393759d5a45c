import type { PersonCard } from "#contract/endpoints/people.ts";
import { cutPage, type Paging, readPage } from "#server/db/cursor.ts";
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
  paging: Paging,
): Promise<{ items: PersonCard[]; next_cursor: string | null }> {
  const { person, other } = SIDES[side];
  const query = db.query
    .selectFrom("follows")
    .innerJoin("users", "users.id", `follows.${other}`)
    .select([...PERSON_CARD, "follows.created_at"])
    .where(`follows.${person}`, "=", personId);
  return cutPage(
    await readPage(query, ["follows.created_at", `follows.${other}`], paging),
    paging.limit,
    (row) => [row.created_at, row.id],
    ({ created_at: _, ...card }) => card,
  );
}
