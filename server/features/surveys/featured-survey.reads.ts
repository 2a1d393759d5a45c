import { readFile } from "node:fs/promises";
import { type SqlBool, sql } from "kysely";
import * as z from "zod";
import type { Database } from "#server/db/open.ts";
import { SURVEY_COLUMNS, type SurveyRow } from "./survey-access.reads.ts";
import { dayInTurkey } from "./views/views.writes.ts";

/** content/featured.json; both days are featured days. */
const Featured = z.array(
  z.strictObject({ survey_id: z.int().positive(), from: z.iso.date(), to: z.iso.date() }),
);

/**
 * The active public survey that everybody is shown: the first that the operator's file names for today,
 * else the most popular. Throws when the file cannot be read.
 */
export async function findFeatured(
  db: Database,
  file: string,
  now: number,
): Promise<SurveyRow | undefined> {
  const today = dayInTurkey(now);
  const chosen = Featured.parse(JSON.parse(await readFile(file, "utf8"))).filter(
    ({ from, to }) => from <= today && today <= to,
  );
  const active = db.query
    .selectFrom("surveys")
    .select(SURVEY_COLUMNS)
    .where(sql<SqlBool>`surveys.listed = 1`)
    .where(sql<SqlBool>`+surveys.start_time <= ${now}`)
    .where(sql<SqlBool>`(surveys.expire_time is null or +surveys.expire_time > ${now})`);
  for (const { survey_id } of chosen) {
    const survey = await active.where("id", "=", survey_id).executeTakeFirst();
    if (survey) return survey;
  }
  return active.orderBy("popularity", "desc").orderBy("id", "desc").limit(1).executeTakeFirst();
}
