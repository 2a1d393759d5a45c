import { sql } from "kysely";
import type { Database, Transaction } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import { categoryName } from "#server/features/lookups/categories.ts";
import { SURVEY_COLUMNS } from "#server/features/surveys/survey-access.reads.ts";
import {
  belongsInLists,
  hasEndedAt,
  isListed,
  UNINDEXED,
} from "#server/features/visibility/visibility.reads.ts";
import { wordsToFind } from "./folded-words.ts";
import { END_PLACE, filterWordsOf } from "./survey-search.reads.ts";

/** Lists or unlists a survey according to its current row; every server then reads it again. */
export async function relist(
  db: Database,
  tx: Transaction,
  surveyId: number,
  now: number,
): Promise<void> {
  await db.publish("survey-changed", String(surveyId), tx);
  const survey = await tx
    .selectFrom("surveys")
    .select(SURVEY_COLUMNS)
    .where("id", "=", surveyId)
    .executeTakeFirstOrThrow();
  const listed = belongsInLists(survey, now);
  await tx
    .updateTable("surveys")
    .set({ listed: listed ? 1 : 0 })
    .where("id", "=", surveyId)
    .execute();
  await tx.deleteFrom("survey_words").where("survey_id", "=", surveyId).execute();
  if (!listed) return;
  const options = await tx
    .selectFrom("options")
    .select("content")
    .where("survey_id", "=", surveyId)
    .execute();
  const texts = [survey.question, survey.description, categoryName(survey.category_id)].concat(
    options.map(({ content }) => content),
  );
  const words = [...filterWordsOf(survey), ...wordsToFind(texts.join(" "))];
  // With a space around each word, for patterns.
  await tx
    .insertInto("survey_words")
    .values({ survey_id: surveyId, words: ` ${words.join(" ")} ` })
    .execute();
}

const ENDED_AT_ONCE = 200;

/**
 * Unlists a batch of surveys that have ended; returns whether any are left. Until then lists skip
 * them.
 */
export const unlistEnded = (db: Database, now: number): Promise<boolean> =>
  transact(db, async (tx) => {
    // In id order, as views and votes lock them, and checked again once locked.
    const { rows: ended } = await sql<{ id: number }>`select id from surveys
      where id in (select id from surveys where ${isListed()} and ${END_PLACE} <= ${now}
          order by ${END_PLACE}, id limit ${ENDED_AT_ONCE})
        and ${isListed(UNINDEXED)} and ${hasEndedAt(now, UNINDEXED)}
      order by id ${db.forUpdate}`.execute(tx);
    for (const { id } of ended) {
      await tx.updateTable("surveys").set({ listed: 0 }).where("id", "=", id).execute();
      await tx.deleteFrom("survey_words").where("survey_id", "=", id).execute();
    }
    return ended.length === ENDED_AT_ONCE;
  });
