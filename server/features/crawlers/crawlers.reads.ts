import { type SqlBool, sql } from "kysely";
import { idRows } from "#server/db/bulk.ts";
import type { Database } from "#server/db/database.ts";
import { listActive } from "#server/features/surveys/survey-lists.reads.ts";
import { FINDABLE, hasBegunAt } from "#server/features/visibility/visibility.reads.ts";

/** How many numbers of surveys a sitemap covers, so that reading one takes about a millisecond. */
const SITEMAP_IDS = 1000;
/** How many surveys a feed has. */
const FEED_LENGTH = 50;

/** Returns how many sitemaps of surveys there are; some may be empty. */
export async function countSitemaps(db: Database): Promise<number> {
  const { newest } = await db.query
    .selectFrom("surveys")
    .select(({ fn }) => fn.max<number | null>("id").as("newest"))
    .executeTakeFirstOrThrow();
  return Math.ceil((newest ?? 0) / SITEMAP_IDS);
}

/**
 * Lists the findable public surveys of a sitemap that have begun, also those that have ended, by their
 * numbers; `page` counts from 1. `changedAt` is when a text was last changed, or else the beginning.
 */
export async function listForSitemap(
  db: Database,
  page: number,
  now: number,
): Promise<{ id: number; changedAt: number }[]> {
  const rows = await db.query
    .selectFrom("surveys")
    .select(["id", "start_time", "edited_at"])
    .where("id", ">", (page - 1) * SITEMAP_IDS)
    .where("id", "<=", page * SITEMAP_IDS)
    .where(FINDABLE)
    .where(hasBegunAt(now))
    .orderBy("id")
    .execute();
  return rows.map(({ id, start_time, edited_at }) => ({ id, changedAt: edited_at ?? start_time }));
}

/** A survey as feeds show it. */
export interface FedSurvey {
  id: number;
  question: string;
  categoryId: number;
  startTime: number;
  changedAt: number;
  owner: { name: string; nickname: string };
  options: string[];
}

/** Lists the newest active public surveys, of one category or all. */
export async function listForFeed(
  db: Database,
  categoryId: number | undefined,
  now: number,
): Promise<FedSurvey[]> {
  const filter = { order: "new", limit: FEED_LENGTH, category_id: categoryId } as const;
  const { items } = await listActive(db, filter, now);
  const ids = idRows(
    db,
    items.map(({ id }) => id),
  );
  const rows = await db.query
    .selectFrom("options")
    .innerJoin("surveys", "surveys.id", "survey_id")
    .select(["survey_id", "content", "edited_at"])
    .where(sql<SqlBool>`survey_id in (select id from ${ids})`)
    .orderBy("survey_id")
    .orderBy("position")
    .execute();
  const bySurvey = Map.groupBy(rows, ({ survey_id }) => survey_id);
  return items.map(({ id, question, category_id, start_time, user }) => {
    const options = bySurvey.get(id) ?? [];
    const startTime = Date.parse(start_time);
    return {
      ...{ id, question, categoryId: category_id, startTime, owner: user },
      changedAt: options[0]?.edited_at ?? startTime,
      options: options.map(({ content }) => content),
    };
  });
}
