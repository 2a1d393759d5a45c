import * as z from "zod";
import { DAY_MS } from "#contract/durations.ts";
import type { Database } from "#server/db/database.ts";
import { dayInTurkey } from "#server/db/timestamps.ts";
import {
  isActiveAt,
  isByNoneOf,
  isListed,
  UNINDEXED,
} from "#server/features/visibility/visibility.reads.ts";
import { readText } from "#server/http/text-file.ts";
import { SURVEY_COLUMNS, type SurveyRow } from "./survey-access.reads.ts";

/** content/featured.json; `from` and `to` are both inclusive. */
const Featured = z.array(
  z.strictObject({ survey_id: z.int().positive(), from: z.iso.date(), to: z.iso.date() }),
);

/** How many of each day's most voted are read: another may lead over both days together. */
const LEADERS = 20;

/**
 * Returns the active public survey shown to everybody: the first that the operator's file names for
 * today, else the most voted of today and yesterday, else the most popular. Throws if the file
 * cannot be read. It is by none of the people in `hidden`.
 */
export async function findFeatured(
  db: Database,
  file: string,
  now: number,
  hidden: readonly number[] = [],
): Promise<SurveyRow | undefined> {
  const today = dayInTurkey(now);
  const chosen = Featured.parse(JSON.parse(await readText(file))).filter(
    ({ from, to }) => from <= today && today <= to,
  );
  const active = db.query
    .selectFrom("surveys")
    .select(SURVEY_COLUMNS)
    .where(isListed())
    .where(isActiveAt(now))
    .where(isByNoneOf(db, hidden));
  for (const { survey_id } of chosen) {
    const survey = await active.where("id", "=", survey_id).executeTakeFirst();
    if (survey) return survey;
  }
  const [mostVoted] = await listMostVoted(db, now);
  if (mostVoted !== undefined) {
    const survey = await active.where("id", "=", mostVoted).executeTakeFirst();
    if (survey) return survey;
  }
  return active.orderBy("popularity", "desc").orderBy("id", "desc").limit(1).executeTakeFirst();
}

/** Returns ids of the active public surveys with the most votes of today and yesterday. */
export async function listMostVoted(db: Database, now: number): Promise<number[]> {
  const leaders = [now, now - DAY_MS]
    .map(dayInTurkey)
    .map((day) =>
      db.query
        .selectFrom("daily_votes")
        .innerJoin("surveys", "surveys.id", "daily_votes.survey_id")
        .select(["surveys.id", "votes", "result_visibility", "popularity", "category_id"])
        .where("day", "=", day)
        .where(isListed(UNINDEXED))
        .where(isActiveAt(now))
        .orderBy("votes", "desc")
        .orderBy("survey_id", "desc")
        .limit(LEADERS)
        .execute(),
    );
  const votes = new Map<number, number>();
  for (const row of (await Promise.all(leaders)).flat()) {
    // Leading by hidden votes would reveal how many there are (R209).
    const isQuiet = db.quietPeriods.covering(row.category_id, now) !== undefined;
    const isHidden = isQuiet || row.result_visibility === "after";
    const most = isHidden ? row.popularity : Number.POSITIVE_INFINITY;
    votes.set(row.id, Math.min((votes.get(row.id) ?? 0) + row.votes, most));
  }
  return [...votes].toSorted(([id, a], [other, b]) => b - a || other - id).map(([id]) => id);
}
