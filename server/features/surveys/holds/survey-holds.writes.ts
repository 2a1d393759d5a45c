import { type SqlBool, sql } from "kysely";
import type { Database, Transaction } from "#server/db/database.ts";
import { lockCaseOf, urgencyOf } from "#server/features/cases/cases.writes.ts";
import { currentList } from "#server/features/screening/current-list.ts";
import { findMatches, type Match } from "#server/features/screening/matching.ts";
import { readTexts } from "#server/features/screening/survey-texts.reads.ts";
import { PUBLISHED } from "#server/features/visibility/visibility.reads.ts";
import { findResembled } from "./hidden-questions.reads.ts";

interface Screened {
  id: number;
  owner_id: number | null;
}

/** Why a survey has to be reviewed; both are empty where it is among the first of its owner. */
export interface HoldReasons {
  /** Forms of the word list. */
  matches: Match[];
  /** The hidden survey whose question it resembles. */
  similarTo: number | null;
}

/**
 * Returns why a survey has to be reviewed, undefined where nothing holds it: what staff has seen in
 * it, and surveys of staff, are not held again (R662, R664, R432). The first `reviewFirst` surveys of
 * its owner are.
 */
export async function reasonsToHold(
  db: Database,
  tx: Transaction,
  { id, owner_id }: Screened,
  reviewFirst: number,
): Promise<HoldReasons | undefined> {
  const list = currentList(db);
  const similarTo = await findResembled(db, tx, id);
  if (list.isEmpty && reviewFirst === 0 && similarTo === undefined) return undefined;
  const texts = list.isEmpty ? [] : ((await readTexts(db, tx, [id])).get(id) ?? []);
  const matches = findMatches(list, texts);
  const seen = await readSeen(tx, id);
  const isNew = matches.some(({ form }) => !seen.forms.has(form));
  const isAlike = similarTo !== undefined && similarTo !== seen.similarTo;
  const isFirst = reviewFirst > 0 && (await hasFewer(tx, owner_id, reviewFirst));
  const isHeld = (isNew || isAlike || isFirst) && !(await isOfStaff(tx, owner_id));
  return isHeld ? { matches, similarTo: similarTo ?? null } : undefined;
}

async function readSeen(tx: Transaction, surveyId: number) {
  const row = await tx
    .selectFrom("survey_holds")
    .select(["matches", "similar_to"])
    .where("survey_id", "=", surveyId)
    .executeTakeFirst();
  const matches = JSON.parse(row?.matches ?? "[]") as Match[];
  return { forms: new Set(matches.map(({ form }) => form)), similarTo: row?.similar_to ?? null };
}

/** Whether somebody has fewer published surveys than that, without those in review and hidden ones. */
async function hasFewer(tx: Transaction, ownerId: number | null, limit: number): Promise<boolean> {
  const published = await tx
    .selectFrom("surveys")
    .select("id")
    .where("owner_id", "=", ownerId)
    .where(PUBLISHED)
    .limit(limit)
    .execute();
  return published.length < limit;
}

async function isOfStaff(tx: Transaction, ownerId: number | null): Promise<boolean> {
  const staff = await tx
    .selectFrom("users")
    .select("id")
    .where("id", "=", ownerId)
    .where(sql<SqlBool>`role <> 'member'`)
    .executeTakeFirst();
  return staff !== undefined;
}

/** Notes that a survey waits for staff, and puts it into their queue. */
export async function openHold(
  db: Database,
  tx: Transaction,
  { surveyId, reasons, publishes }: { surveyId: number; reasons: HoldReasons; publishes: boolean },
  now: number,
): Promise<void> {
  const row = {
    ...{ is_open: 1, publishes: Number(publishes), matches: JSON.stringify(reasons.matches) },
    ...{ similar_to: reasons.similarTo, held_at: now },
  };
  await tx
    .insertInto("survey_holds")
    .values({ survey_id: surveyId, ...row })
    .onConflict((conflict) => conflict.column("survey_id").doUpdateSet(row))
    .execute();
  const found = await lockCaseOf(db, tx, "survey", surveyId);
  const openedAt = found.opened_at ?? now;
  await tx
    .updateTable("moderation_cases")
    .set({
      ...{ opened_at: openedAt, version: found.version + 1 },
      urgency: urgencyOf(found.weight, openedAt),
    })
    .where("id", "=", found.id)
    .execute();
}

/** Notes that staff has decided; a survey that was never published stays so until it is shown. */
export const closeHold = async (tx: Transaction, surveyId: number): Promise<void> => {
  await tx
    .updateTable("survey_holds")
    .set({ is_open: 0 })
    .where("survey_id", "=", surveyId)
    .execute();
};

/** Returns true where the survey was never published, and from then on false. */
export async function takeFirstPublication(tx: Transaction, surveyId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("survey_holds")
    .set({ publishes: 0 })
    .where("survey_id", "=", surveyId)
    .where("publishes", "=", 1)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
