import { cutPage, type Paging, readPage } from "#server/db/cursor.ts";
import type { Database } from "#server/db/database.ts";
import { toTimestamp } from "#server/db/timestamps.ts";
import type { VisibleSurvey } from "./survey-access.reads.ts";

/** Changes made after the first vote, newest first, for somebody who may see the survey. */
export async function listEdits(db: Database, { id }: VisibleSurvey, paging: Paging) {
  const query = db.query
    .selectFrom("survey_edits")
    .select(["number", "edited_at", "field", "was", "became"])
    .where("survey_id", "=", id);
  return cutPage(
    await readPage(query, ["number"], paging),
    paging.limit,
    ({ number }) => [number],
    ({ number: _, edited_at, ...edit }) => ({ edited_at: toTimestamp(edited_at), ...edit }),
  );
}
