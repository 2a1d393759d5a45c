import { cutPage, readCursor } from "#server/db/cursor.ts";
import type { Database } from "#server/db/database.ts";
import { toTimestamp } from "#server/db/timestamps.ts";
import type { VisibleSurvey } from "./survey-access.reads.ts";

/** Changes made after the first vote, newest first, for somebody who may see the survey. */
export async function listEdits(
  db: Database,
  { id }: VisibleSurvey,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  const [before] = readCursor(cursor, 1) ?? [];
  const rows = await db.query
    .selectFrom("survey_edits")
    .select(["number", "edited_at", "field", "was", "became"])
    .where("survey_id", "=", id)
    .$if(before !== undefined, (query) => query.where("number", "<", before ?? 0))
    .orderBy("number", "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(
    rows,
    limit,
    ({ number }) => [number],
    ({ number: _, edited_at, ...edit }) => ({ edited_at: toTimestamp(edited_at), ...edit }),
  );
}
