import { type SqlBool, sql } from "kysely";
import type { DecisionAct, ReportReason } from "#contract/endpoints/moderation.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { createNotifications } from "#server/features/notifications/notifications.writes.ts";
import { readMethods } from "#server/features/sign-in/factors/factors.reads.ts";
import { lockPerson, refreshSessionsOf } from "#server/features/sign-in/sessions.writes.ts";
import { setHidden } from "#server/features/surveys/surveys.writes.ts";
import type { Prove } from "#server/http/routing/define-route.ts";
import {
  answerObjections,
  hasOpenObjection,
  lockCase,
  lockDecision,
  requireUninvolved,
} from "./objections.writes.ts";
import { requireOther, suspensionEnd } from "./policies.ts";
import { writeRecord } from "./record.writes.ts";
import { closeReports } from "./reports.writes.ts";
import { readTarget, type Target, targetOf } from "./targets.reads.ts";

/** Who decides, and their proof, which is checked in the transaction. */
export interface Staff {
  id: number;
  prove: Prove;
}

/** The hashes of the sessions that this process has to read again. */
type Refreshed = string[];

interface NewDecision {
  caseId: number;
  /** The one that the moderator read. */
  version: number;
  act: DecisionAct | "dismiss";
  reason: ReportReason;
  words: string;
  /** Of a suspension; undefined for one for good. */
  days: number | undefined;
}

/**
 * Decides a case: closes what is open about it, and notifies everybody concerned. Throws
 * `case_not_found`, `case_changed` if something happened since `version`, `own_case`,
 * `other_moderator`, `staff_factor_missing`, 422 for an act that does not fit the target, and what
 * the proof throws.
 */
export const decide = (
  db: Database,
  staff: Staff,
  { caseId, version, act, reason, words, days }: NewDecision,
  now: number,
): Promise<Refreshed> =>
  transact(db, async (tx) => {
    await requireProof(tx, staff);
    const found = await lockCase(db, tx, caseId);
    const target = found && (await readTarget(tx, targetOf(found)));
    if (!target) throw new ApiError("case_not_found");
    requireOther(staff, target.user.id);
    if (found.version !== version || found.opened_at === null) throw new ApiError("case_changed");
    if (found.has_objection === 1) await requireUninvolved(tx, staff, caseId);
    if (act === "hide" && target.kind !== "survey")
      throw new ApiError("validation_failed", { fields: { act: "Bir profil gizlenemez." } });
    return carryOut(db, tx, { found, target, actor: staff.id, act, reason, words, days }, now);
  });

interface Decision extends Pick<NewDecision, "act" | "reason" | "words" | "days"> {
  /** Locked until the transaction ends. */
  found: { id: number; version: number };
  target: Target;
  /** Null for who works at the shell. */
  actor: number | null;
}

/** Does what was decided about a case, records it, and closes the case. */
export async function carryOut(
  db: Database,
  tx: Transaction,
  { found, target, actor, act, reason, words, days }: Decision,
  now: number,
): Promise<Refreshed> {
  const { id: caseId, version } = found;
  if (act === "hide") await setHidden(db, tx, target.id, true, now);
  if (act !== "dismiss")
    await tx
      .insertInto("decisions")
      .values({
        ...{ case_id: caseId, person_id: target.user.id, moderator_id: actor },
        ...{ act, reason, words, decided_at: now },
        until: act === "suspend" ? suspensionEnd(days, now) : null,
      })
      .execute();
  const isSuspension = act === "suspend";
  const refreshed = isSuspension ? await applySuspensions(db, tx, target.user.id) : [];
  await closeReports(db, tx, { caseId, isUpheld: act !== "dismiss" }, now);
  const answered = await answerObjections(tx, caseId, now);
  if (act !== "dismiss" || answered) await notifyPerson(db, tx, target.user.id, now);
  await closeCase(tx, caseId, version + 1);
  const about = { at: now, actor, target: `${target.kind} ${target.id}` };
  await writeRecord(db, tx, { ...about, act, reason, words });
  return refreshed;
}

/**
 * Takes a decision back, with what it did; one that was taken back is unchanged. Throws
 * `decision_not_found`, `own_case`, `other_moderator`, `staff_factor_missing`, and what the proof
 * throws.
 */
export const undo = (
  db: Database,
  staff: Staff,
  { id, words }: { id: number; words: string },
  now: number,
): Promise<Refreshed> =>
  transact(db, async (tx) => {
    await requireProof(tx, staff);
    const decision = await lockDecision(db, tx, sql<SqlBool>`id = ${id}`);
    const found = decision && (await lockCase(db, tx, decision.case_id));
    if (!decision || !found) throw new ApiError("decision_not_found");
    requireOther(staff, decision.person_id);
    if (decision.undone_at !== null) return [];
    const isObjectedTo = decision.objection !== null && decision.objection_answered_at === null;
    if (isObjectedTo) await requireUninvolved(tx, staff, found.id);
    return takeBack(db, tx, { decision, found, actor: staff.id, words }, now);
  });

type Locked<Of extends typeof lockCase | typeof lockDecision> = NonNullable<
  Awaited<ReturnType<Of>>
>;

interface TakenBack {
  decision: Locked<typeof lockDecision>;
  found: Locked<typeof lockCase>;
  actor: number | null;
  words: string;
}

/** Takes back what a decision did, answers an objection to it, and records it. */
export async function takeBack(
  db: Database,
  tx: Transaction,
  { decision, found, actor, words }: TakenBack,
  now: number,
): Promise<Refreshed> {
  const isObjectedTo = decision.objection !== null && decision.objection_answered_at === null;
  const answered = decision.objection_answered_at ?? (isObjectedTo ? now : null);
  await tx
    .updateTable("decisions")
    .set({ undone_at: now, objection_answered_at: answered })
    .where("id", "=", decision.id)
    .execute();
  const { survey_id: surveyId } = found;
  if (surveyId !== null && !(await isStillHidden(tx, found.id)))
    await setHidden(db, tx, surveyId, false, now);
  const isSuspension = decision.act === "suspend";
  const refreshed = isSuspension ? await applySuspensions(db, tx, decision.person_id) : [];
  const isObjected = await hasOpenObjection(tx, found.id);
  if (found.opened_at !== null && found.reports === 0 && !isObjected)
    await closeCase(tx, found.id, found.version + 1);
  else
    await tx
      .updateTable("moderation_cases")
      .set({ has_objection: Number(isObjected), version: found.version + 1 })
      .where("id", "=", found.id)
      .execute();
  await notifyPerson(db, tx, decision.person_id, now);
  const { kind, id: targetId } = targetOf(found);
  await writeRecord(db, tx, {
    ...{ at: now, actor, act: `undo ${decision.act}`, target: `${kind} ${targetId}` },
    ...{ reason: decision.reason, words },
  });
  return refreshed;
}

/** Suspends an account as long as the longest of its suspensions; returns its sessions' hashes. */
async function applySuspensions(db: Database, tx: Transaction, userId: number): Promise<Refreshed> {
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

/** Throws unless the proof still holds and the account has a second factor (R623). */
export async function requireProof(tx: Transaction, { id, prove }: Staff): Promise<void> {
  await prove(tx);
  if ((await readMethods(tx, id)).length === 0) throw new ApiError("staff_factor_missing");
}

async function isStillHidden(tx: Transaction, caseId: number): Promise<boolean> {
  const other = await tx
    .selectFrom("decisions")
    .select("id")
    .where("case_id", "=", caseId)
    .where("act", "=", "hide")
    .where("undone_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

const closeCase = (tx: Transaction, id: number, version: number) =>
  tx
    .updateTable("moderation_cases")
    .set({ reports: 0, weight: 0, opened_at: null, has_objection: 0, urgency: null, version })
    .where("id", "=", id)
    .execute();

/** Notifies somebody that a decision about them was made or taken back, or their objection answered. */
const notifyPerson = (db: Database, tx: Transaction, userId: number, now: number): Promise<void> =>
  createNotifications(db, tx, [{ userId, actorId: null }], {
    ...{ kind: "decision", surveyId: null, number: now, now },
  });
