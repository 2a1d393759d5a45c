import { sql } from "kysely";
import { deleteAll } from "#server/db/batches.ts";
import { idRows } from "#server/db/bulk.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import type { Tables } from "#server/db/tables/tables.ts";
import { transact } from "#server/db/transact.ts";
import { NOT_REMOVED } from "#server/features/visibility/visibility.reads.ts";
import { type DeletionContext, type Key, tablesOf } from "../feature.ts";

export type RemovalContext = Pick<DeletionContext, "db" | "features">;

/**
 * Removes surveys for everybody when the transaction commits, however many rows refer to them:
 * without an owner and unpublished, nothing finds them. `deleteRemovedSurveys` deletes their rows
 * later. Returns the picture paths of surveys that had not been removed yet.
 */
export async function removeSurveys(
  { db, features }: RemovalContext,
  tx: Transaction,
  ids: readonly number[],
): Promise<string[]> {
  // In id order, as views and votes lock them, and before the options, as draft changes do.
  const { rows: surveys } = await sql<{ id: number; image: string }>`select id, image from surveys
    where id in (select id from ${idRows(db, ids)}) and ${NOT_REMOVED}
    order by id ${db.forUpdate}`.execute(tx);
  if (surveys.length === 0) return [];
  const removedIds = surveys.map(({ id }) => id);
  const removed = idRows(db, removedIds);
  const { rows: options } = await sql<{ image: string }>`select image from options
    where survey_id in (select id from ${removed}) order by id ${db.forUpdate}`.execute(tx);
  await sql`update options set image = '' where survey_id in (select id from ${removed})`.execute(
    tx,
  );
  const { rows: questions } = await sql<{ image: string }>`select image from quiz_questions
    where survey_id in (select id from ${removed}) and image is not null`.execute(tx);
  await sql`update quiz_questions set image = null
    where survey_id in (select id from ${removed})`.execute(tx);
  await sql`insert into removals (survey_id) select id from ${removed}`.execute(tx);
  const others: string[] = [];
  for (const { surveyRemoval } of features) {
    others.push(...((await surveyRemoval?.dropPictures?.(db, tx, removedIds)) ?? []));
    await surveyRemoval?.beforeHiding?.(db, tx, removedIds);
  }
  // Its words stay in the index for now; a search finds only listed surveys.
  await sql`update surveys set owner_id = null, draft_key = null, image = '',
      visibility = null, published_at = null, listed = 0, fanout_pending = 0,
      expire_time = null
    where id in (select id from ${removed})`.execute(tx);
  return [...[...surveys, ...options, ...questions].map(({ image }) => image), ...others];
}

/** The same for all surveys of a person. */
export async function removeSurveysOf(
  context: RemovalContext,
  tx: Transaction,
  ownerId: number,
): Promise<string[]> {
  const own = await tx.selectFrom("surveys").select("id").where("owner_id", "=", ownerId).execute();
  return removeSurveys(
    context,
    tx,
    own.map(({ id }) => id),
  );
}

const BATCH_SURVEYS = 100;

/**
 * Deletes the rows of removed surveys in batches, so that a million votes delay nobody. It may be
 * interrupted at any point and may run twice at once.
 */
export async function deleteRemovedSurveys(
  { db, features }: RemovalContext,
  stop: AbortSignal,
): Promise<void> {
  for (let last: number | undefined = 0; last !== undefined; ) {
    const removals = await db.query
      .selectFrom("removals")
      .select("survey_id")
      .where("survey_id", ">", last)
      .orderBy("survey_id")
      .limit(BATCH_SURVEYS)
      .execute();
    for (const { survey_id } of removals) {
      await clear({ db, features }, survey_id, stop);
      if (stop.aborted) return;
    }
    last = removals.at(-1)?.survey_id;
  }
}

async function clear(
  { db, features }: RemovalContext,
  surveyId: number,
  stop: AbortSignal,
): Promise<void> {
  for (const { surveyRemoval } of features) await surveyRemoval?.deleteRows?.(db, surveyId, stop);
  for (const [table, { ofSurvey }] of tablesOf(features)) {
    if (ofSurvey) await deleteRowsOfSurvey(db, table, ofSurvey, surveyId, stop);
  }
  if (stop.aborted) return;
  await transact(db, async (tx) => {
    // A vote that was being cast when the survey was removed is deleted with its option.
    await tx.deleteFrom("options").where("survey_id", "=", surveyId).execute();
    await tx.deleteFrom("surveys").where("id", "=", surveyId).execute();
  });
}

/**
 * Deletes in batches, until `stop` is aborted. `lowest` has the table's key besides `survey_id`, at
 * its lowest.
 */
export const deleteRowsOfSurvey = (
  db: Database,
  table: keyof Tables,
  lowest: Key,
  surveyId: number,
  stop: AbortSignal,
): Promise<void> =>
  deleteAll(db, table, { survey_id: surveyId, ...lowest }, sql`survey_id = ${surveyId}`, stop);
