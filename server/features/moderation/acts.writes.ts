import type { DecisionAct } from "#contract/endpoints/moderation.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { ApiError } from "#server/errors.ts";
import { lockPerson, refreshSessionsOf } from "#server/features/sign-in/sessions.writes.ts";
import {
  closeSurvey,
  reopenSurvey,
  type SurveyTimes,
  setHidden,
  setUnlisted,
} from "#server/features/surveys/moderated-surveys.writes.ts";
import type { Target } from "./targets.reads.ts";

// What each act does besides the row of its decision, and how it is taken back. A survey stays
// hidden or unlisted as long as one decision says so.

interface Applied {
  /** The decision's. */
  id: number;
  act: DecisionAct;
  target: Target;
}

/** Returns the hashes of the sessions that have to be read again. Throws 422 for an ended survey. */
export async function applyAct(
  db: Database,
  tx: Transaction,
  { id, act, target }: Applied,
  now: number,
): Promise<string[]> {
  if (act === "hide") await setHidden(db, tx, target.id, true, now);
  if (act === "unlist") await setUnlisted(db, tx, target.id, true, now);
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

interface Reverted {
  refreshed: string[];
  /** Whether what the act did stays (R644). */
  stays: boolean;
}

export async function revertAct(
  db: Database,
  tx: Transaction,
  decision: { id: number; act: DecisionAct; person_id: number; times_before: string | null },
  { id: caseId, survey_id: surveyId }: { id: number; survey_id: number | null },
  now: number,
): Promise<Reverted> {
  const { act } = decision;
  let stays = false;
  if (surveyId !== null) {
    if (act === "hide") await setHidden(db, tx, surveyId, await stands(tx, caseId, act), now);
    if (act === "unlist") await setUnlisted(db, tx, surveyId, await stands(tx, caseId, act), now);
    if (act === "close") stays = !(await reopen(db, tx, surveyId, decision.times_before, now));
  }
  const refreshed = act === "suspend" ? await applySuspensions(db, tx, decision.person_id) : [];
  return { refreshed, stays };
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
