import { type SqlBool, sql } from "kysely";
import type { Database, Transaction } from "#server/db/open.ts";
import { transact } from "#server/db/transact.ts";
import { SURVEY_COLUMNS, surveyState } from "#server/features/surveys/survey-access.reads.ts";
import { endPlace, LEVEL_TERMS, termAtLevel, termsOf, VOTE_LEVELS } from "./survey-terms.ts";

/** Puts a survey on the lists or takes it off, as its row says now; every server reads it anew. */
export async function relist(
  db: Database,
  tx: Transaction,
  surveyId: number,
  now: number,
): Promise<void> {
  await db.publish("survey-changed", String(surveyId), tx);
  const survey = await tx
    .selectFrom("surveys")
    .select([...SURVEY_COLUMNS, "popularity"])
    .where("id", "=", surveyId)
    .executeTakeFirstOrThrow();
  const listed = survey.visibility === "public" && surveyState(survey, now) !== "ended";
  await tx
    .updateTable("surveys")
    .set({ listed: listed ? 1 : 0 })
    .where("id", "=", surveyId)
    .execute();
  await tx.deleteFrom("survey_terms").where("survey_id", "=", surveyId).execute();
  if (!listed) return;
  const terms = db.rows(
    ["term"],
    termsOf(survey).map((term) => [term]),
  );
  await sql`insert into survey_terms (term, start_time, end_place, survey_id)
    select input.term, cast(${survey.start_time} as bigint), cast(${endPlace(survey)} as bigint),
      cast(${surveyId} as bigint) from ${terms}`.execute(tx);
}

/** Holds surveys that have come to more votes under their terms at the levels they reached. */
export async function listByVotes(
  db: Database,
  tx: Transaction,
  surveyIds: readonly number[],
): Promise<void> {
  const risen = db.rows(
    ["id"],
    surveyIds.map((id) => [id]),
  );
  const levels = db.rows(
    ["prefix", "votes"],
    VOTE_LEVELS.map((level) => [termAtLevel(level, ""), level]),
  );
  await sql`insert into survey_terms (term, start_time, end_place, survey_id)
    select level.prefix || known.term, known.start_time, known.end_place, known.survey_id
    from (select id from ${risen}) as risen
      inner join surveys on surveys.id = risen.id
      inner join survey_terms as known on known.survey_id = surveys.id
      inner join (select prefix, votes from ${levels}) as level on surveys.popularity >= level.votes
    where known.term not like ${LEVEL_TERMS}
    on conflict do nothing`.execute(tx);
}

const ENDED_AT_ONCE = 200;

/**
 * Takes surveys that have ended off the lists, a batch at a time; answers whether any is left.
 * Till then lists pass them over.
 */
export const unlistEnded = (db: Database, now: number): Promise<boolean> =>
  transact(db, async (tx) => {
    const ended = tx
      .selectFrom("surveys")
      .select("id")
      .where(sql<SqlBool>`listed = 1`)
      .where("expire_time", "<=", now);
    const longestAgo = ended.orderBy("expire_time").orderBy("id").limit(ENDED_AT_ONCE);
    // In id order, as views and votes lock them, and looked at again once they are.
    const found = await ended
      .where("id", "in", longestAgo)
      .orderBy("id")
      .modifyEnd(db.forUpdate)
      .execute();
    const ids = db.rows(
      ["id"],
      found.map(({ id }) => [id]),
    );
    await sql`update surveys set listed = 0 where id in (select id from ${ids})`.execute(tx);
    await sql`delete from survey_terms where survey_id in (select id from ${ids})`.execute(tx);
    return found.length === ENDED_AT_ONCE;
  });
