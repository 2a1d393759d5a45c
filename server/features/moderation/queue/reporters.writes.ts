import type { Database, Transaction } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { lockCase } from "../objections.writes.ts";
import { reportWeight, requireOther } from "../policies.ts";
import { writeRecord } from "../record.writes.ts";
import { requireProof, type Staff } from "../staff-proof.reads.ts";
import { recountCase } from "./recount.writes.ts";

interface ReporterMute {
  /** Names its author, whom staff does not learn (R630). */
  reportId: number;
  isMuted: boolean;
  words: string;
}

/**
 * Lets the reports of a report's author count for nothing, or count again (R678); also those that
 * are open. Throws `report_not_found`, `own_case`, `staff_factor_missing` and what the proof throws.
 */
export const setReporterMuted = (
  db: Database,
  staff: Staff,
  { reportId, isMuted, words }: ReporterMute,
  now: number,
): Promise<void> =>
  transact(db, async (tx) => {
    await requireProof(tx, staff);
    const report = await tx
      .selectFrom("reports")
      .select("reporter_id")
      .where("id", "=", reportId)
      .executeTakeFirst();
    const reporterId = report?.reporter_id ?? null;
    if (reporterId === null) throw new ApiError("report_not_found");
    requireOther(staff, reporterId);
    const { muted, ...record } = await readReporter(tx, reporterId);
    if ((muted === 1) === isMuted) return;
    await tx
      .insertInto("reporter_records")
      .values({ user_id: reporterId, ...record, muted: Number(isMuted) })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ muted: Number(isMuted) }))
      .execute();
    await weighOpen(db, tx, { reporterId, weight: isMuted ? 0 : reportWeight(record) }, now);
    await writeRecord(db, tx, {
      ...{ at: now, actor: staff.id, act: isMuted ? "mute reporter" : "unmute reporter" },
      ...{ target: `report ${reportId}`, reason: "", words },
    });
  });

/** How somebody's decided reports turned out, and whether new ones count. */
export async function readReporter(tx: Transaction, userId: number) {
  const row = await tx
    .selectFrom("reporter_records")
    .select(["upheld", "dismissed", "muted"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row ?? { upheld: 0, dismissed: 0, muted: 0 };
}

/** Weighs somebody's open reports again, in the order in which cases are locked. */
async function weighOpen(
  db: Database,
  tx: Transaction,
  { reporterId, weight }: { reporterId: number; weight: number },
  now: number,
): Promise<void> {
  const reports = await tx
    .selectFrom("reports")
    .select(["id", "case_id", "decided_at"])
    .where("reporter_id", "=", reporterId)
    .orderBy("case_id")
    .execute();
  for (const { id, case_id, decided_at } of reports) {
    const found = decided_at === null && (await lockCase(db, tx, case_id));
    if (!found) continue;
    await tx.updateTable("reports").set({ weight }).where("id", "=", id).execute();
    await recountCase(tx, found, { now, isMuted: found.muted_until !== null });
  }
}
