import type { SurveyCard } from "#contract/shapes/survey-shapes.ts";
import { cutPage, type Paging, readPage } from "#server/db/cursor.ts";
import type { Database } from "#server/db/database.ts";
import { selectCards, toCard, withOptions } from "#server/features/surveys/survey-cards.reads.ts";
import { FINDABLE, hasBegunAt } from "#server/features/visibility/visibility.reads.ts";
import { requirePersonId } from "./people.reads.ts";

/**
 * A person's public surveys that have begun, newest first. Throws 404 if nobody has the nickname.
 */
export async function readPersonSurveys(
  db: Database,
  nickname: string,
  now: number,
  paging: Paging,
): Promise<{ items: SurveyCard[]; next_cursor: string | null }> {
  const query = selectCards(db)
    .where("owner_id", "=", await requirePersonId(db, nickname))
    .where(FINDABLE)
    .where(hasBegunAt(now));
  const page = cutPage(
    await readPage(query, ["surveys.start_time", "surveys.id"], paging),
    paging.limit,
    (row) => [row.start_time, row.id],
    (row) => toCard(db, row, now),
  );
  return withOptions(db, page);
}
