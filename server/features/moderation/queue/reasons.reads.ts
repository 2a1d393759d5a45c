import { sql } from "kysely";
import { ReportReason } from "#contract/endpoints/moderation.ts";
import type { QueuedCase } from "#contract/endpoints/moderation-cases.ts";
import type { Database } from "#server/db/database.ts";

const ORDER = ReportReason.options;
type Reasons = QueuedCase["reasons"];

/** The open reports of these cases that count, by reason, most frequent first; by case. */
export async function readReasons(
  db: Database,
  caseIds: readonly number[],
): Promise<Map<number, Reasons>> {
  const byCase = new Map<number, Reasons>();
  if (caseIds.length === 0) return byCase;
  const wanted = caseIds.flatMap((id) => ORDER.map((reason) => [id, reason]));
  // Each count reads its part of an index alone, however many other reports are open.
  const { rows } = await sql<{ id: number; reason: ReportReason; count: number }>`
    select input.id, input.reason, (select count(*) from reports
      where case_id = input.id and reports.reason = input.reason
        and decided_at is null and weight > 0) as count
    from ${db.rows(["id", "reason"], wanted)}`.execute(db.query);
  for (const { id, reason, count } of rows)
    if (Number(count) > 0)
      byCase.set(Number(id), [...(byCase.get(Number(id)) ?? []), { reason, count: Number(count) }]);
  for (const reasons of byCase.values())
    reasons.sort((a, b) => b.count - a.count || ORDER.indexOf(a.reason) - ORDER.indexOf(b.reason));
  return byCase;
}
