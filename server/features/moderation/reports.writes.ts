import { sql } from "kysely";
import type { ReportReason, TargetKind } from "#contract/endpoints/moderation.ts";
import { idRows } from "#server/db/bulk.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { lockCaseOf, urgencyOf } from "#server/features/cases/cases.writes.ts";
import { createNotifications } from "#server/features/notifications/notifications.writes.ts";
import type { Quotas } from "#server/features/quotas/quotas.writes.ts";
import { reportWeight } from "./policies.ts";
import { isMutedAt, setMuted } from "./queue/mutes.writes.ts";
import { recountCase } from "./queue/recount.writes.ts";
import { readReporter } from "./queue/reporters.writes.ts";
import { readTarget } from "./targets.reads.ts";

interface Report {
  reporterId: number;
  kind: TargetKind;
  /** The survey, which the reporter may see, or the person. */
  id: number;
  reason: ReportReason;
  text: string;
}

/**
 * Reports a target, with what it shows now. What was decided already, of the same reason and
 * unchanged since, does not come back: its reporter is told so at once. One of a muted person or
 * target is stored and opens nothing (R677, R678). Throws `survey_not_found`,
 * `person_not_found`, `self_report`, `already_reported` or `daily_quota`.
 */
export const report = (
  db: Database,
  quotas: Quotas,
  { reporterId, kind, id, reason, text }: Report,
  now: number,
): Promise<void> =>
  transact(db, async (tx) => {
    const target = await readTarget(tx, { kind, id });
    if (!target) throw new ApiError(kind === "survey" ? "survey_not_found" : "person_not_found");
    if (target.user.id === reporterId) throw new ApiError("self_report");
    const found = await lockCaseOf(db, tx, kind, id);
    const reporter = await readReporter(tx, reporterId);
    const weight = reporter.muted === 1 ? 0 : reportWeight(reporter);
    const snapshot = JSON.stringify(target.snapshot);
    const isKnown = await isDecided(tx, { caseId: found.id, reason, snapshot });
    const inserted = await tx
      .insertInto("reports")
      .values({
        ...{ case_id: found.id, reporter_id: reporterId, reason, text, snapshot, weight },
        ...{ created_at: now, decided_at: isKnown ? now : null },
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!inserted) throw new ApiError("already_reported");
    await quotas.countOne(tx, "report", reporterId, now);
    if (isKnown) return notifyReporters(db, tx, [reporterId], "report_dismissed", now);
    if (weight === 0 || isMutedAt(found, { snapshot, now })) return;
    if (found.muted_until !== null) {
      // Something new: what was stored meanwhile counts too.
      await setMuted(tx, found.id, null);
      return recountCase(tx, found, { now });
    }
    const openedAt = found.opened_at ?? now;
    await tx
      .updateTable("moderation_cases")
      .set({
        ...{ reports: found.reports + 1, weight: found.weight + weight, opened_at: openedAt },
        ...{ urgency: urgencyOf(found.weight + weight, openedAt), version: found.version + 1 },
      })
      .where("id", "=", found.id)
      .execute();
  });

async function isDecided(
  tx: Transaction,
  { caseId, reason, snapshot }: { caseId: number; reason: ReportReason; snapshot: string },
): Promise<boolean> {
  const earlier = await tx
    .selectFrom("reports")
    .select("id")
    .where("case_id", "=", caseId)
    .where("decided_at", "is not", null)
    .where("reason", "=", reason)
    .where("snapshot", "=", snapshot)
    .limit(1)
    .executeTakeFirst();
  return earlier !== undefined;
}

/**
 * Closes the open reports of a case, and notifies their authors of what became of them (R631).
 * Returns whether there was any.
 */
export async function closeReports(
  db: Database,
  tx: Transaction,
  { caseId, isUpheld }: { caseId: number; isUpheld: boolean },
  now: number,
): Promise<boolean> {
  const closed = await tx
    .updateTable("reports")
    .set({ decided_at: now })
    .where("case_id", "=", caseId)
    .where("decided_at", "is", null)
    .returning("reporter_id")
    .execute();
  const people = closed.flatMap(({ reporter_id }) => reporter_id ?? []);
  if (people.length === 0) return closed.length > 0;
  const counts = isUpheld ? [1, 0] : [0, 1];
  await sql`insert into reporter_records (user_id, upheld, dismissed)
    select users.id, input.upheld, input.dismissed
    from ${db.rows(
      ["id", "upheld", "dismissed"],
      people.map((id) => [id, ...counts]),
    )} join users on users.id = input.id where true
    on conflict (user_id) do update set upheld = reporter_records.upheld + excluded.upheld,
      dismissed = reporter_records.dismissed + excluded.dismissed`.execute(tx);
  await notifyReporters(db, tx, people, isUpheld ? "report_upheld" : "report_dismissed", now);
  return true;
}

const notifyReporters = (
  db: Database,
  tx: Transaction,
  people: readonly number[],
  kind: "report_upheld" | "report_dismissed",
  now: number,
): Promise<void> =>
  createNotifications(
    db,
    tx,
    people.map((userId) => ({ userId, actorId: null })),
    { kind, surveyId: null, number: now, now },
  );

/** Deletes what is reported, decided and objected to about surveys that are removed. */
export async function deleteCasesOf(
  db: Database,
  tx: Transaction,
  surveyIds: readonly number[],
): Promise<void> {
  await sql`delete from moderation_cases
    where survey_id in (select id from ${idRows(db, surveyIds)})`.execute(tx);
}
