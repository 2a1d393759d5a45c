import { type SqlBool, sql } from "kysely";
import type { DecisionAct, ReportReason } from "#contract/endpoints/moderation.ts";
import type { Database } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import type { PictureChoice } from "./acts.writes.ts";
import { carryOut, type Outcome, takeBack } from "./carried-out.writes.ts";
import { requireRequestOf } from "./cases.reads.ts";
import { type Post, postageFor } from "./decision-letters.ts";
import { lockCase, lockDecision, requireUninvolved } from "./objections.writes.ts";
import { requireFit, requireOther, requireVerdict } from "./policies.ts";
import { requireAdmin } from "./queue/escalations.writes.ts";
import { requireProof, type Staff } from "./staff-proof.reads.ts";
import { readTarget, targetOf } from "./targets.reads.ts";

interface NewDecision extends PictureChoice {
  caseId: number;
  /** The one that the moderator read. */
  version: number;
  /** What is done, in this order; nothing where the reports are dismissed. */
  acts: readonly DecisionAct[];
  reason: ReportReason;
  words: string;
  /** Of a suspension; undefined for one for good. */
  days: number | undefined;
  /** The legal request that it carries out. */
  legalRequestId?: number | undefined;
}

/**
 * Decides a case: closes what is open about it, and notifies everybody concerned, the person whom it
 * is about by letter too. Throws `case_not_found`, `case_changed` if something happened since
 * `version`, `own_case`, `other_moderator`, `admin_decides`, `staff_factor_missing`, 422 for an act that does not fit
 * the target, and what the proof throws.
 */
export async function decide(
  db: Database,
  post: Post,
  staff: Staff,
  { caseId, version, acts, reason, words, days, legalRequestId, ...pictures }: NewDecision,
  now: number,
): Promise<Outcome> {
  const paid = await postageFor(db, post, { caseId });
  return transact(db, async (tx) => {
    await requireProof(tx, staff);
    const found = await lockCase(db, tx, caseId);
    const target = found && (await readTarget(tx, targetOf(found)));
    if (!target) throw new ApiError("case_not_found");
    requireOther(staff, target.user.id);
    await requireAdmin(tx, staff, found);
    // Without a report there is nothing to dismiss; of two who decide, the second names an old version.
    const hasNothing = found.opened_at === null && acts.length === 0;
    if (found.version !== version || hasNothing) throw new ApiError("case_changed");
    if (found.has_objection === 1) await requireUninvolved(tx, staff, caseId);
    for (const act of acts) requireFit(act, target);
    if (target.isHeld) requireVerdict(acts);
    const request = legalRequestId && (await requireRequestOf(tx, caseId, legalRequestId));
    const decision = { found, target, actor: staff.id, acts, reason, words, days, ...pictures };
    return carryOut(db, tx, paid, { ...decision, ...(request && { request }) }, now);
  });
}

/**
 * Takes a decision back, with what it did; one that was taken back is unchanged. Throws
 * `decision_not_found`, `own_case`, `other_moderator`, `admin_decides`, `staff_factor_missing`, and
 * what the proof throws.
 */
export async function undo(
  db: Database,
  post: Post,
  staff: Staff,
  { id, words }: { id: number; words: string },
  now: number,
): Promise<Outcome> {
  const paid = await postageFor(db, post, { decisionId: id });
  return transact(db, async (tx) => {
    await requireProof(tx, staff);
    const decision = await lockDecision(db, tx, sql<SqlBool>`id = ${id}`);
    const found = decision && (await lockCase(db, tx, decision.case_id));
    if (!decision || !found) throw new ApiError("decision_not_found");
    requireOther(staff, decision.person_id);
    if (decision.undone_at !== null) return { refreshed: [], answered: false };
    await requireAdmin(tx, staff, found);
    const isObjectedTo = decision.objection !== null && decision.objection_answered_at === null;
    if (isObjectedTo) await requireUninvolved(tx, staff, found.id);
    return takeBack(db, tx, paid, { decision, found, actor: staff.id, words }, now);
  });
}
