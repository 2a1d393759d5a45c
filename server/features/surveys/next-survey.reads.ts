import { type SqlBool, sql } from "kysely";
import { idRows } from "#server/db/bulk.ts";
import type { Database } from "#server/db/database.ts";
import { hasVotedOn, voterOfAccount } from "#server/features/voters/voters.reads.ts";
import type { Viewer } from "#server/http/identity/viewer.ts";
import { isActive, SURVEY_COLUMNS, type SurveyRow } from "./survey-access.reads.ts";

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
  const canBeVotedOn = sql<SqlBool>`${isActive(now)}
    and +surveys.owner_id <> ${viewerId}
    and surveys.id not in (select id from ${passedOver})
    and not ${hasVotedOn(sql.ref("surveys.id"), voterOfAccount(viewerId))}`;
  const newest = db.query
    .selectFrom("surveys")
    .select(SURVEY_COLUMNS)
    .where("owner_id", "=", survey.owner_id)
    .where("visibility", "=", "public")
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
    .where(sql<SqlBool>`surveys.listed = 1`)
    .where(canBeVotedOn)
    .orderBy("popularity", "desc")
    .orderBy("id", "desc")
    .limit(1);
  const ofCategory = popular.where("category_id", "=", survey.category_id);
  return (await ofCategory.executeTakeFirst()) ?? (await popular.executeTakeFirst());
}
