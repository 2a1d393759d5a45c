import { type SqlBool, sql } from "kysely";
import { idRows } from "#server/db/bulk.ts";
import type { Database } from "#server/db/database.ts";
import {
  FINDABLE,
  isByNoneOf,
  isListed,
  listedTo,
} from "#server/features/visibility/visibility.reads.ts";
import { hiddenPeople, type Viewer } from "#server/http/identity/viewer.ts";
import { SURVEY_COLUMNS, type SurveyRow } from "./survey-access.reads.ts";

/** How many of an author's newest surveys are looked at: most older ones have ended. */
const NEWEST = 100;
/** No account has this id. */
const VISITOR_ID = 0;

/**
 * Returns what the viewer can vote on after `survey`: an active public survey that is not their own
 * and that they have neither voted on nor skipped. The newest by the same author, else the most
 * popular of the same category, else the most popular.
 */
export async function findNext(
  db: Database,
  survey: SurveyRow,
  viewer: Viewer,
  skipped: readonly number[],
  now: number,
): Promise<SurveyRow | undefined> {
  const viewerId = viewer?.id ?? VISITOR_ID;
  const passedOver = idRows(db, [survey.id, ...skipped]);
  const canBeVotedOn = sql<SqlBool>`${listedTo(viewerId, now)}
    and ${isByNoneOf(db, hiddenPeople(viewer))} and surveys.id not in (select id from ${passedOver})`;
  const newest = db.query
    .selectFrom("surveys")
    .select(SURVEY_COLUMNS)
    .where("owner_id", "=", survey.owner_id)
    .where(FINDABLE)
    .orderBy("start_time", "desc")
    .orderBy("id", "desc")
    .limit(NEWEST);
  const byAuthor = await db.query
    .selectFrom(newest.as("surveys"))
    .select(SURVEY_COLUMNS)
    .where(canBeVotedOn)
    .orderBy("start_time", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (byAuthor) return byAuthor;

  const popular = db.query
    .selectFrom("surveys")
    .select(SURVEY_COLUMNS)
    .where(isListed())
    .where(canBeVotedOn)
    .orderBy("popularity", "desc")
    .orderBy("id", "desc")
    .limit(1);
  const ofCategory = popular.where("category_id", "=", survey.category_id);
  return (await ofCategory.executeTakeFirst()) ?? (await popular.executeTakeFirst());
}
