import { type Expression, type SqlBool, sql } from "kysely";
import type { Database, Transaction } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { urgencyOf } from "#server/features/cases/cases.writes.ts";
import { mayObject } from "./policies.ts";

/** Objects to a decision about oneself. Throws `decision_not_found` or `objection_closed`. */
export const object = (
  db: Database,
  { userId, id, text }: { userId: number; id: number; text: string },
  now: number,
): Promise<void> =>
  transact(db, async (tx) => {
    const mine = sql<SqlBool>`id = ${id} and person_id = ${userId}`;
    const decision = await lockDecision(db, tx, mine);
    const found = decision && (await lockCase(db, tx, decision.case_id));
    if (!decision || !found) throw new ApiError("decision_not_found");
    if (!mayObject(decision, now)) throw new ApiError("objection_closed");
    await tx.updateTable("decisions").set({ objection: text }).where("id", "=", id).execute();
    const openedAt = found.opened_at ?? now;
    await tx
      .updateTable("moderation_cases")
      .set({
        ...{ has_objection: 1, opened_at: openedAt, version: found.version + 1 },
        urgency: urgencyOf(found.weight, openedAt),
      })
      .where("id", "=", found.id)
      .execute();
  });

/** Locked until the transaction ends. */
export const lockCase = (db: Database, tx: Transaction, id: number) =>
  tx
    .selectFrom("moderation_cases")
    .select(["id", "survey_id", "person_id", "reports", "weight", "opened_at", "version"])
    .select(["has_objection", "muted_until", "muted_snapshot", "escalation"])
    .where("id", "=", id)
    .modifyEnd(db.forUpdate)
    .executeTakeFirst();

/** The same. */
export const lockDecision = (db: Database, tx: Transaction, condition: Expression<SqlBool>) =>
  tx
    .selectFrom("decisions")
    .select(["id", "case_id", "person_id", "act", "reason", "decided_at", "undone_at"])
    .select(["objection", "objection_answered_at", "times_before"])
    .where(condition)
    .modifyEnd(db.forUpdate)
    .executeTakeFirst();

/** Throws where somebody would answer an objection to their own decision, and another could. */
export async function requireUninvolved(
  tx: Transaction,
  staff: { id: number },
  caseId: number,
): Promise<void> {
  const { rows } = await sql`select 1 from decisions
    where case_id = ${caseId} and moderator_id = ${staff.id} and ${OPEN_OBJECTION}
      and exists (select 1 from users where role <> 'member' and id <> ${staff.id})
    limit 1`.execute(tx);
  if (rows.length > 0) throw new ApiError("other_moderator");
}

/** In statements that read `decisions`. */
export const OPEN_OBJECTION = sql<SqlBool>`(objection is not null and objection_answered_at is null)`;

/** Whether its person still waits for an answer. */
export async function hasOpenObjection(tx: Transaction, caseId: number): Promise<boolean> {
  const open = await tx
    .selectFrom("decisions")
    .select("id")
    .where("case_id", "=", caseId)
    .where(OPEN_OBJECTION)
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}

/** Answers what is objected to in a case; returns the decisions concerned, which stand. */
export const answerObjections = (tx: Transaction, caseId: number, now: number) =>
  tx
    .updateTable("decisions")
    .set({ objection_answered_at: now })
    .where("case_id", "=", caseId)
    .where(OPEN_OBJECTION)
    .returning(["act", "reason"])
    .execute();
