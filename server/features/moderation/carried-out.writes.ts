import type { DecisionAct, ReportReason } from "#contract/endpoints/moderation.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { createNotifications } from "#server/features/notifications/notifications.writes.ts";
import { rememberQuestion } from "#server/features/surveys/holds/hidden-questions.writes.ts";
import { readOpenHold } from "#server/features/surveys/holds/survey-holds.reads.ts";
import { closeHold } from "#server/features/surveys/holds/survey-holds.writes.ts";
import { setHidden } from "#server/features/surveys/moderated-surveys.writes.ts";
import { applyAct, type PictureChoice, revertAct } from "./acts.writes.ts";
import type { NamedRequest } from "./cases.reads.ts";
import {
  answeredLetter,
  decisionLetter,
  type PaidPost,
  reviewedLetter,
  sendLetter,
  undoneLetter,
} from "./decision-letters.ts";
import {
  answerObjections,
  hasOpenObjection,
  type lockCase,
  type lockDecision,
} from "./objections.writes.ts";
import { suspensionEnd } from "./policies.ts";
import { noteWait } from "./queue/closed-cases.writes.ts";
import { writeRecord } from "./record.writes.ts";
import { closeReports } from "./reports.writes.ts";
import { type Target, targetOf } from "./targets.reads.ts";

/** What a process has to do once the transaction has committed. */
export interface Outcome {
  /** The hashes of the sessions that it has to read again. */
  refreshed: string[];
  /** Whether it answers objections to earlier decisions, which stand. */
  answered: boolean;
  /** The survey that was opened again; its end is no news any more. */
  reopened?: number;
}

interface Decision extends PictureChoice {
  /** Locked until the transaction ends. */
  found: { id: number; version: number; opened_at: number | null };
  target: Target;
  /** Null for who works at the shell. */
  actor: number | null;
  /** Empty where the reports are dismissed. */
  acts: readonly DecisionAct[];
  reason: ReportReason;
  words: string;
  days: number | undefined;
  /** Whether it is about one of many accounts that belong together. */
  isOfFarm?: boolean;
  /** What it carries out; the record names it (R671). */
  request?: NamedRequest | undefined;
}

/** Does what was decided about a case, records it, and closes the case. */
export async function carryOut(
  db: Database,
  tx: Transaction,
  paid: PaidPost | undefined,
  { found, target, actor, acts, reason, words, days, isOfFarm, request, ...pictures }: Decision,
  now: number,
): Promise<Outcome> {
  const { id: caseId, version } = found;
  const personId = target.user.id;
  const recorded = request ? `${words} (Talep ${request.name})` : words;
  const about = { at: now, actor, target: `${target.kind} ${target.id}`, reason, words: recorded };
  const refreshed: string[] = [];
  for (const act of acts) {
    const until = act === "suspend" ? suspensionEnd(days, now) : null;
    const { id } = await tx
      .insertInto("decisions")
      .values({
        ...{ case_id: caseId, person_id: personId, moderator_id: actor },
        ...{ act, reason, words, decided_at: now, until, legal_request_id: request?.id ?? null },
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    refreshed.push(...(await applyAct(db, tx, { id, act, target, ...pictures }, now)));
    await writeRecord(db, tx, { ...about, act });
  }
  if (acts.includes("hide") && (reason === "spam" || isOfFarm))
    await rememberQuestion(tx, { id: target.id, question: target.snapshot.title });
  const { isReviewed, isNew } = await settleHold(db, tx, target, acts, now);
  const hadReports = await closeReports(db, tx, { caseId, isUpheld: acts.length > 0 }, now);
  const rejected = await answerObjections(tx, caseId, now);
  const answered = rejected.length > 0;
  if (acts.length === 0 && (hadReports || isReviewed || !answered))
    await writeRecord(db, tx, { ...about, act: "dismiss" });
  // Has the reason of the decision that stands, as the row of one that is taken back.
  for (const of of rejected)
    await writeRecord(db, tx, { ...about, act: `reject_objection ${of.act}`, reason: of.reason });
  if (acts.length > 0 || answered) await notifyPerson(db, tx, personId, now);
  if (acts.length > 0)
    await sendLetter(
      tx,
      paid,
      personId,
      decisionLetter({ target, acts, reason, days, answered, isNew }),
    );
  else if (answered) await sendLetter(tx, paid, personId, answeredLetter(target));
  if (isReviewed) {
    await notifyReviewed(db, tx, { surveyId: target.id, ownerId: personId }, now);
    await sendLetter(tx, paid, personId, reviewedLetter(target));
  }
  await noteWait(tx, found, now);
  await closeCase(tx, caseId, version + 1);
  return { refreshed, answered };
}

/**
 * Ends the review of a survey that was held: one that is not hidden by the decision is shown.
 * Returns whether it was shown, and whether it was never published.
 */
async function settleHold(
  db: Database,
  tx: Transaction,
  target: Target,
  acts: readonly DecisionAct[],
  now: number,
): Promise<{ isReviewed: boolean; isNew: boolean }> {
  const hold = target.kind === "survey" ? await readOpenHold(tx, target.id) : undefined;
  if (!hold) return { isReviewed: false, isNew: false };
  await closeHold(tx, target.id);
  const isReviewed = !acts.includes("hide");
  if (isReviewed) await setHidden(db, tx, target.id, false, now);
  return { isReviewed, isNew: hold.publishes };
}

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
  paid: PaidPost | undefined,
  { decision, found, actor, words }: TakenBack,
  now: number,
): Promise<Outcome> {
  const isObjectedTo = decision.objection !== null && decision.objection_answered_at === null;
  const answered = decision.objection_answered_at ?? (isObjectedTo ? now : null);
  await tx
    .updateTable("decisions")
    .set({ undone_at: now, objection_answered_at: answered })
    .where("id", "=", decision.id)
    .execute();
  const { refreshed, stays } = await revertAct(db, tx, decision, found, now);
  if (stays)
    await tx.updateTable("decisions").set({ stays: 1 }).where("id", "=", decision.id).execute();
  const isObjected = await hasOpenObjection(tx, found.id);
  const isHeld =
    found.survey_id !== null && (await readOpenHold(tx, found.survey_id)) !== undefined;
  if (found.opened_at !== null && found.reports === 0 && !isObjected && !isHeld)
    await closeCase(tx, found.id, found.version + 1);
  else
    await tx
      .updateTable("moderation_cases")
      .set({ has_objection: Number(isObjected), version: found.version + 1 })
      .where("id", "=", found.id)
      .execute();
  const target = targetOf(found);
  await notifyPerson(db, tx, decision.person_id, now);
  const { act, reason } = decision;
  await sendLetter(
    tx,
    paid,
    decision.person_id,
    undoneLetter({ target, act, isObjectedTo, stays }),
  );
  const about = { at: now, actor, target: `${target.kind} ${target.id}`, reason, words };
  if (isObjectedTo) await writeRecord(db, tx, { ...about, act: `accept_objection ${act}` });
  await writeRecord(db, tx, { ...about, act: `undo ${act}` });
  return {
    refreshed,
    answered: isObjectedTo,
    ...(act === "close" && !stays && { reopened: target.id }),
  };
}

const closeCase = (tx: Transaction, id: number, version: number) =>
  tx
    .updateTable("moderation_cases")
    .set({
      ...{ reports: 0, weight: 0, opened_at: null, has_objection: 0, urgency: null, version },
      escalation: null,
    })
    .where("id", "=", id)
    .execute();

const notifyReviewed = (
  db: Database,
  tx: Transaction,
  { surveyId, ownerId }: { surveyId: number; ownerId: number },
  now: number,
): Promise<void> =>
  createNotifications(db, tx, [{ userId: ownerId, actorId: null }], {
    ...{ kind: "review_passed", surveyId, number: now, now },
  });

/** Notifies somebody that a decision about them was made or taken back, or their objection answered. */
const notifyPerson = (db: Database, tx: Transaction, userId: number, now: number): Promise<void> =>
  createNotifications(db, tx, [{ userId, actorId: null }], {
    ...{ kind: "decision", surveyId: null, number: now, now },
  });
