import type { Database } from "#server/db/database.ts";
import type { Look } from "./look.ts";

export interface TakenLook {
  look: Look;
  taken_at: number;
  /** How many votes there were. */
  votes: number;
}

/** Returns the last look at a survey's votes cast in public or, if `whilePrivate`, in private. */
export async function readLook(
  db: Database,
  { id, whilePrivate }: { id: number; whilePrivate: boolean },
): Promise<TakenLook | null> {
  const row = await db.query
    .selectFrom("looks")
    .select(["votes", "taken_at", "content"])
    .where("survey_id", "=", id)
    .where("while_private", "=", Number(whilePrivate))
    .executeTakeFirst();
  return row ? { look: JSON.parse(row.content), taken_at: row.taken_at, votes: row.votes } : null;
}
