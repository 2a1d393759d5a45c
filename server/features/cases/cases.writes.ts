import { sql } from "kysely";
import { HOUR_MS } from "#contract/durations.ts";
import type { TargetKind } from "#contract/endpoints/moderation.ts";
import type { Database, Transaction } from "#server/db/database.ts";

// The queue of moderators, which features below moderation put surveys into.

/** The case about a target, opened if there is none; locked until the transaction ends. */
export async function lockCaseOf(db: Database, tx: Transaction, kind: TargetKind, id: number) {
  const column = kind === "survey" ? "survey_id" : "person_id";
  await sql`insert into moderation_cases (${sql.ref(column)}) values (${id})
    on conflict do nothing`.execute(tx);
  return tx
    .selectFrom("moderation_cases")
    .select(["id", "survey_id", "person_id", "reports", "weight", "opened_at", "version"])
    .select(["has_objection", "muted_until", "muted_snapshot", "escalation"])
    .where(column, "=", id)
    .modifyEnd(db.forUpdate)
    .executeTakeFirstOrThrow();
}

/** What a report counts whose author has no record. */
export const ORDINARY_WEIGHT = 10;

/** An ordinary report brings a case as far forward as waiting for so long. */
const WORTH_MS = 6 * HOUR_MS;

/** Orders the queue, highest first: what is old or weighs much comes first. */
export const urgencyOf = (weight: number, openedAt: number): number =>
  Math.round((weight / ORDINARY_WEIGHT) * WORTH_MS) - openedAt;
