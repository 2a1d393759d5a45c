import { type SqlBool, sql } from "kysely";
import type { SurveyCard } from "#contract/shapes/survey-shapes.ts";
import { cutPage, readCursor } from "#server/db/cursor.ts";
import type { Database } from "#server/db/database.ts";
import { selectCards, toCard, withOptions } from "#server/features/surveys/survey-cards.reads.ts";
import { hasBegunAt, PUBLIC } from "#server/features/visibility/visibility.reads.ts";
import { requirePersonId } from "./people.reads.ts";

/**
 * A person's public surveys that have begun, newest first. Throws 404 if nobody has the nickname.
 */
export async function readPersonSurveys(
  db: Database,
  nickname: string,
  now: number,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ items: SurveyCard[]; next_cursor: string | null }> {
  const before = readCursor(cursor, 2);
  const rows = await selectCards(db)
    .where("owner_id", "=", await requirePersonId(db, nickname))
    .where(PUBLIC)
    .where(hasBegunAt(now))
    .$if(before !== undefined, (query) =>
      query.where(sql<SqlBool>`(surveys.start_time, surveys.id) < (${sql.join(before ?? [])})`),
    )
    .orderBy("start_time", "desc")
    .orderBy("surveys.id", "desc")
    .limit(limit + 1)
    .execute();
  const page = cutPage(
    rows,
    limit,
    (row) => [row.start_time, row.id],
    (row) => toCard(row, now),
  );
  return withOptions(db, page);
}
