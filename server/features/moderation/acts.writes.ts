import { DAY_MS } from "#contract/durations.ts";
import type { DecisionAct } from "#contract/endpoints/moderation.ts";
import { OBJECTION_DAYS } from "#contract/limits.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { ApiError } from "#server/errors.ts";
import { lockPerson, refreshSessionsOf } from "#server/features/sign-in/sessions.writes.ts";
import {
  closeSurvey,
  reopenSurvey,
  type SurveyTimes,
  setForAdults,
  setHidden,
  setUnlisted,
} from "#server/features/surveys/moderated-surveys.writes.ts";
import { readTarget, type Target, targetOf } from "./targets.reads.ts";
import {
  putBackAll,
  putBackRemoved,
  removePictures,
  withholdAll,
} from "./withheld-pictures.writes.ts";

// What each act does besides the row of its decision, and how it is taken back. A survey stays
// hidden, unlisted or for adults as long as one decision says so.

/** What acts on pictures need. */
export interface PictureChoice {
  /** Where the pictures are that are removed. */
  places: readonly string[];
  /** The path of what a survey shows instead of a picture; people's are left out. */
  placeholder: string | undefined;
}

interface Applied extends PictureChoice {
  /** The decision's. */
  id: number;
  act: DecisionAct;
  target: Target;
}

/** Returns the hashes of the sessions that have to be read again. Throws 422 where it cannot be done. */
export async function applyAct(
  db: Database,
  tx: Transaction,
  { id, act, target, places, placeholder }: Applied,
  now: number,
): Promise<string[]> {
  if (act === "hide") {
    await setHidden(db, tx, target.id, true, now);
    await withholdAll(tx, target, placeholder);
  }
  if (act === "remove_picture") {
    const deletesAt = now + OBJECTION_DAYS * DAY_MS;
    await removePictures(tx, target, { decisionId: id, deletesAt, places }, placeholder);
    if (target.kind === "survey") await db.publish("survey-changed", String(target.id), tx);
  }
  if (act === "unlist") await setUnlisted(db, tx, target.id, true, now);
  if (act === "age_limit") await setForAdults(db, tx, target.id, true, now);
  if (act === "close") await close(db, tx, { id, surveyId: target.id }, now);
  return act === "suspend" ? applySuspensions(db, tx, target.user.id) : [];
}

async function close(
  db: Database,
  tx: Transaction,
  { id, surveyId }: { id: number; surveyId: number },
  now: number,
): Promise<void> {
  const times = await closeSurvey(db, tx, surveyId, now);
  if (!times)
    throw new ApiError("validation_failed", { fields: { act: "Bu anket zaten sona erdi." } });
  await tx
    .updateTable("decisions")
    .set({ times_before: JSON.stringify(times) })
    .where("id", "=", id)
    .execute();
}

interface Found {
  id: number;
  survey_id: number | null;
  person_id: number | null;
}

interface Reverted {
  refreshed: string[];
  /** Whether what the act did stays (R644). */
  stays: boolean;
}

export async function revertAct(
  db: Database,
  tx: Transaction,
  decision: { id: number; act: DecisionAct; person_id: number; times_before: string | null },
  found: Found,
  now: number,
): Promise<Reverted> {
  const { act } = decision;
  const { id: caseId, survey_id: surveyId } = found;
  let stays = false;
  if (act === "remove_picture") stays = !(await putPicturesBack(db, tx, decision.id, found));
  if (surveyId !== null) {
    if (act === "hide" && !(await stands(tx, caseId, act))) {
      await setHidden(db, tx, surveyId, false, now);
      await putBackAll(tx, { kind: "survey", id: surveyId }, caseId);
    }
    if (act === "unlist") await setUnlisted(db, tx, surveyId, await stands(tx, caseId, act), now);
    if (act === "age_limit")
      await setForAdults(db, tx, surveyId, await stands(tx, caseId, act), now);
    if (act === "close") stays = !(await reopen(db, tx, surveyId, decision.times_before, now));
  }
  const refreshed = act === "suspend" ? await applySuspensions(db, tx, decision.person_id) : [];
  return { refreshed, stays };
}

async function putPicturesBack(
  db: Database,
  tx: Transaction,
  decisionId: number,
  found: Found,
): Promise<boolean> {
  const target = await readTarget(tx, targetOf(found));
  if (!target) return false;
  if (target.kind === "survey") await db.publish("survey-changed", String(target.id), tx);
  return putBackRemoved(tx, target, { caseId: found.id, decisionId });
}

const reopen = async (
  db: Database,
  tx: Transaction,
  surveyId: number,
  times: string | null,
  now: number,
): Promise<boolean> =>
  times !== null && reopenSurvey(db, tx, surveyId, JSON.parse(times) as SurveyTimes, now);

/** Whether a decision of this kind that was not taken back is left in a case. */
async function stands(tx: Transaction, caseId: number, act: DecisionAct): Promise<boolean> {
  const other = await tx
    .selectFrom("decisions")
    .select("id")
    .where("case_id", "=", caseId)
    .where("act", "=", act)
    .where("undone_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Suspends an account as long as the longest of its suspensions. */
async function applySuspensions(db: Database, tx: Transaction, userId: number): Promise<string[]> {
  await lockPerson(db, tx, userId);
  const { until } = await tx
    .selectFrom("decisions")
    .select((of) => of.fn.max("until").as("until"))
    .where("person_id", "=", userId)
    .where("undone_at", "is", null)
    .executeTakeFirstOrThrow();
  await tx.updateTable("users").set({ suspended_until: until }).where("id", "=", userId).execute();
  return refreshSessionsOf(db, tx, userId);
}
