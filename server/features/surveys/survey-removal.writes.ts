import { setImmediate as othersTurn } from "node:timers/promises";
import { sql } from "kysely";
import type { Database, Transaction } from "#server/db/open.ts";
import { NO_OWNER } from "#server/db/tables.ts";
import { repeated, transact } from "#server/db/transact.ts";
import { deleteNotifications } from "#server/features/notifications/notifications.writes.ts";

/** Later than all moments that are asked for. */
const NEVER = Number.MAX_SAFE_INTEGER;

/**
 * Makes surveys gone for everybody when the transaction commits, however much hangs on them: they
 * become drafts of nobody's, which `clearRemoved` takes away. Answers the pictures of those that
 * were there.
 */
export async function removeSurveys(
  db: Database,
  tx: Transaction,
  ids: readonly number[],
): Promise<string[]> {
  const given = db.rows(
    ["id"],
    ids.map((id) => [id]),
  );
  // In id order, as views and votes lock them, and before the options, as who changes a draft.
  const { rows: surveys } = await sql<{ id: number; image: string }>`select id, image from surveys
    where id in (select id from ${given}) and owner_id <> ${NO_OWNER}
    order by id ${db.forUpdate}`.execute(tx);
  if (surveys.length === 0) return [];
  const removed = db.rows(
    ["id"],
    surveys.map(({ id }) => [id]),
  );
  const { rows: options } = await sql<{ image: string }>`select image from options
    where survey_id in (select id from ${removed}) order by id ${db.forUpdate}`.execute(tx);
  await sql`update options set image = '' where survey_id in (select id from ${removed})`.execute(
    tx,
  );
  await createNoOwner(tx);
  // Terms under which they are still held lead to nothing that has begun.
  await sql`update surveys set owner_id = ${NO_OWNER}, draft_key = null, image = '',
      visibility = null, published_at = null, listed = 0, followers_untold = 0,
      created_at = ${NEVER}, start_time = ${NEVER}, expire_time = null
    where id in (select id from ${removed})`.execute(tx);
  return [...surveys, ...options].map(({ image }) => image);
}

async function createNoOwner(tx: Transaction): Promise<void> {
  await tx
    .insertInto("users")
    .values({
      id: NO_OWNER,
      name: "",
      nickname: "",
      email: "",
      password_hash: "",
      gender: "other",
      birth_date: "",
      city_id: 0,
      show_details: 0,
      consent_version: "",
      explicit_consent_at: 0,
      communication_consent_at: 0,
      created_at: 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** What may hang on a survey a million times, and its key beside the survey, from the lowest on. */
const MANY = {
  views: { day: "", viewer: "" },
  invitations: { user_id: Number.MIN_SAFE_INTEGER },
  votes: { user_id: Number.MIN_SAFE_INTEGER },
} as const;

const SURVEYS_AT_ONCE = 100;

/**
 * Takes away what is left of removed surveys, in slices, so that a million votes hold nobody up. It
 * may be cut off at any point and run twice at once.
 */
export async function clearRemoved(db: Database, stop: AbortSignal): Promise<void> {
  for (let left = true; left; ) {
    const surveys = await db.query
      .selectFrom("surveys")
      .select("id")
      .where("owner_id", "=", NO_OWNER)
      .orderBy("id")
      .limit(SURVEYS_AT_ONCE)
      .execute();
    for (const { id } of surveys) {
      await clear(db, id, stop);
      if (stop.aborted) return;
    }
    left = surveys.length === SURVEYS_AT_ONCE;
  }
}

async function clear(db: Database, surveyId: number, stop: AbortSignal): Promise<void> {
  await deleteNotifications(db, "survey_id", surveyId, stop);
  for (const [table, lowest] of Object.entries(MANY)) {
    let from: Key | undefined = lowest;
    while (from && !stop.aborted) {
      from = await deleteSlice(db, table, surveyId, from);
      await othersTurn();
    }
  }
  if (stop.aborted) return;
  await transact(db, async (tx) => {
    // A vote that was under way when the survey was removed goes with its option.
    await tx.deleteFrom("options").where("survey_id", "=", surveyId).execute();
    await tx.deleteFrom("surveys").where("id", "=", surveyId).execute();
  });
}

type Key = Readonly<Record<string, number | string>>;

const ROWS_AT_ONCE = 1000;

/** Deletes the next rows of a survey; answers after which there may be more. */
async function deleteSlice(
  db: Database,
  table: string,
  surveyId: number,
  from: Key,
): Promise<Key | undefined> {
  const key = sql.join(Object.keys(from).map((name) => sql.ref(name)));
  // Told as a range, or PostgreSQL may compare all of the survey's rows with those of the slice.
  const rowsAfter = sql`from ${sql.table(table)} where survey_id = ${surveyId}
    and (${key}) > (${sql.join(Object.values(from))})`;
  const { rows } = await sql<Key>`select ${key} ${rowsAfter} order by ${key}
    limit ${ROWS_AT_ONCE}`.execute(db.query);
  const last = rows.at(-1);
  if (!last) return undefined;
  const slice = sql`delete ${rowsAfter} and (${key}) <= (${sql.join(Object.values(last))})`;
  await repeated(db, () => slice.execute(db.query));
  return last;
}
