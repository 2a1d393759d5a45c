import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { type SqlBool, sql } from "kysely";
import { lookReached, nextLook } from "#contract/shapes/groups.ts";
import type { AppContext } from "#server/app-context.ts";
import { idRows } from "#server/db/bulk.ts";
import type { Database } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import { ballotOfSurvey, storageOf } from "#server/features/ballots/ballots.reads.ts";
import { readOptionCohorts } from "#server/features/ballots/cohorts.reads.ts";
import { countCohorts } from "#server/features/ballots/cohorts.writes.ts";
import { shownCount } from "#server/features/ballots/shown-counts.reads.ts";
import {
  HAS_END,
  hasEndedAt,
  isOver,
  PUBLISHED,
} from "#server/features/visibility/visibility.reads.ts";
import type { Sealer } from "#server/secret/sealer.ts";
import { type Cohorts, toCohorts } from "./cohorts.reads.ts";
import { takeLook } from "./look.ts";
import { readLook, type TakenLook } from "./looks.reads.ts";
import type { Margins } from "./population.ts";

type Parts = Pick<AppContext, "db" | "sealer" | "changed"> & { population: Margins };

/**
 * Takes the looks that are due at these surveys (R412): once they have 50, 100, 200, 500, 1,000 …
 * votes, and once they have ended, where the kind of ballot has groups. Only the server calls it, so
 * that nobody chooses the moment.
 */
export async function takeLooks(
  parts: Parts,
  surveyIds: readonly number[],
  now: number,
): Promise<void> {
  if (surveyIds.length === 0) return;
  for (const [, options] of Map.groupBy(await readCounts(parts, surveyIds, now), ({ id }) => id)) {
    await takeDueLook(parts, options, now);
    // SQLite runs synchronously: requests get a turn between surveys.
    await yieldToEventLoop();
  }
}

/** Takes the last looks at surveys that have ended and are not sealed yet. */
export async function takeEndedLooks(parts: Parts, now: number): Promise<void> {
  // The conditions of the index that sealing reads.
  const { rows } = await sql<{ id: number }>`select id from surveys
    where seal_state <> 1 and ${PUBLISHED} and ${HAS_END}
      and seal_state = 0 and ${hasEndedAt(now)}`.execute(parts.db.query);
  for (let i = 0; i < rows.length; i += SURVEYS_AT_ONCE) {
    const ids = rows.slice(i, i + SURVEYS_AT_ONCE).map(({ id }) => id);
    await takeLooks(parts, ids, now);
  }
}

/** Takes looks that were due when a process crashed. */
export async function takeMissedLooks(parts: Parts, stop: AbortSignal, now: number): Promise<void> {
  for (let last: number | undefined = 0; last !== undefined && !stop.aborted; ) {
    const due: { id: number }[] = await parts.db.query
      .selectFrom("surveys")
      .select("id")
      .where(IS_DUE)
      .where("id", ">", last)
      .orderBy("id")
      .limit(SURVEYS_AT_ONCE)
      .execute();
    const ids = due.map(({ id }) => id);
    await takeLooks(parts, ids, now);
    last = ids.at(-1);
  }
}

/** Whether a survey has the votes for its next look; an index holds those that do. */
const IS_DUE = sql<SqlBool>`counted_votes >= next_look`;

const SURVEYS_AT_ONCE = 200;

/** Seals that cover the report have a tree head; those of earlier versions do not. */
const IS_REPORT_SEALED = sql<SqlBool>`surveys.seal_state = 1
  and exists (select 1 from tree_heads where tree_heads.survey_id = surveys.id)`;

type OptionCount = Awaited<ReturnType<typeof readCounts>>[number];

/** Reads the surveys' options in their order, with the votes that results show. */
const readCounts = ({ db }: Parts, surveyIds: readonly number[], now: number) =>
  db.query
    .selectFrom("surveys")
    .innerJoin("options", "options.survey_id", "surveys.id")
    .select(["surveys.id", "was_public", "expire_time", "options.id as option_id"])
    .select("changeable_votes")
    .select([shownCount(now).as("votes"), IS_REPORT_SEALED.as("is_sealed")])
    .select(ballotOfSurvey.as("ballot"))
    .where(sql<SqlBool>`surveys.id in (select id from ${idRows(db, surveyIds)})`)
    .where(PUBLISHED)
    .orderBy("surveys.id")
    .orderBy("position")
    .execute();

async function takeDueLook(parts: Parts, options: OptionCount[], now: number): Promise<void> {
  const [survey] = options;
  if (!survey) return;
  const { db, population, sealer, changed } = parts;
  // Once a survey has been public, its results are the votes cast in public (R210).
  const which = { id: survey.id, whilePrivate: survey.was_public === 0 };
  const counts = options.map(({ votes }) => votes);
  const votes = counts.reduce((sum, count) => sum + count, 0);
  const last = await readLook(db, which);
  const hasEnded = isOver(survey, now);
  const isChangeable = survey.changeable_votes === 1;
  // Between two looks somebody may have changed a vote; after the end nobody can (ADR-073).
  const mayLook =
    !survey.is_sealed && storageOf(survey.ballot).isPlain && (hasEnded || !isChangeable);
  const isDueNow = mayLook && isDue(votes, last, hasEnded);
  if (!isDueNow) return setNext(db, which, votes);
  const optionIds = options.map(({ option_id }) => option_id);
  const counted = isChangeable
    ? await countCohorts(db, survey.id, optionIds, now)
    : await readOptionCohorts(db, optionIds);
  const cohorts = toCohorts([...counted.values()], which.whilePrivate);
  // All groups together would reveal votes that results do not show yet (R206).
  if (which.whilePrivate && !areOf(cohorts, counts)) return;
  const asked = { optionIds, secret: noiseSecret(sealer, which) };
  const look = takeLook(cohorts, asked, population);
  await replaceLast(parts, which, last, { look, taken_at: now, votes });
  await setNext(db, which, votes);
  changed(`survey:${survey.id}:report`, `survey:${survey.id}:private-report`);
}

const isDue = (votes: number, last: TakenLook | null, hasEnded: boolean): boolean => {
  const reached = lookReached(votes);
  const before = last?.votes ?? 0;
  return reached > lookReached(before) || (hasEnded && reached > 0 && votes > before);
};

const setNext = async ({ query }: Database, { id, whilePrivate }: Which, votes: number) => {
  await query
    .updateTable("surveys")
    .set({ next_look: nextLook(votes) })
    .where("id", "=", id)
    .where("was_public", "=", Number(!whilePrivate))
    .where("next_look", "<", nextLook(votes))
    .execute();
};

/** Votes cast in private are other people, who may be as many as those who voted in public. */
const noiseSecret = (sealer: Sealer, { id, whilePrivate }: Which) =>
  sealer.bytesFor(`noise of survey ${id}${whilePrivate ? " in private" : ""}`);

/** Whether these cohorts add up to each option's votes. */
const areOf = ({ cohorts, unknown }: Cohorts, votes: readonly number[]) =>
  votes.every(
    (count, i) =>
      count === cohorts.reduce((sum, one) => sum + (one.counts[i] ?? 0), unknown[i] ?? 0),
  );

type Which = { id: number; whilePrivate: boolean };

/** Does nothing if another server has replaced `last` in the meantime, or the report was sealed. */
async function replaceLast(
  { db }: Parts,
  { id, whilePrivate }: Which,
  last: TakenLook | null,
  { look, taken_at, votes }: TakenLook,
): Promise<void> {
  const row = { votes, taken_at, content: JSON.stringify(look) };
  await transact(db, async (tx) => {
    await sql`select id from surveys where id = ${id} ${db.forUpdate}`.execute(tx);
    // A statement of its own, which sees a seal that the lock waited for.
    const surveys = tx.selectFrom("surveys").select("id").where("id", "=", id);
    const unsealed = await surveys
      .where(sql<SqlBool>`not (${IS_REPORT_SEALED})`)
      .executeTakeFirst();
    if (!unsealed) return;
    await tx
      .insertInto("looks")
      .values({ survey_id: id, while_private: Number(whilePrivate), ...row })
      .onConflict((conflict) =>
        conflict
          .columns(["survey_id", "while_private"])
          .doUpdateSet(row)
          .where("looks.votes", "=", last?.votes ?? -1),
      )
      .execute();
  });
}
