import { DAY_MS } from "#contract/durations.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { lockCase } from "../objections.writes.ts";
import { requireOther } from "../policies.ts";
import { writeRecord } from "../record.writes.ts";
import { requireProof, type Staff } from "../staff-proof.reads.ts";
import { readTarget, targetOf } from "../targets.reads.ts";
import { requireAdmin } from "./escalations.writes.ts";
import { recountCase } from "./recount.writes.ts";

/** Cases per round of maintenance; the next one continues. */
const ENDED_AT_ONCE = 100;

interface Mute {
  caseId: number;
  /** The one that the moderator read. */
  version: number;
  days: number;
  words: string;
}

/**
 * Leaves the reports of a case out of the queue for some days, while its target shows what it shows
 * now (R677). Throws `case_not_found`, `case_changed`, `own_case`, `admin_decides`,
 * `staff_factor_missing` and what the proof throws.
 */
export const muteCase = (
  db: Database,
  staff: Staff,
  { caseId, version, days, words }: Mute,
  now: number,
): Promise<void> =>
  transact(db, async (tx) => {
    const { found, target } = await lockForStaff(db, tx, staff, caseId);
    if (found.version !== version) throw new ApiError("case_changed");
    const snapshot = JSON.stringify(target.snapshot);
    await setMuted(tx, caseId, { until: now + days * DAY_MS, snapshot });
    await recountCase(tx, found, { now, isMuted: true });
    await writeRecord(db, tx, {
      ...{ at: now, actor: staff.id, act: "mute" },
      ...{ target: `${target.kind} ${target.id}`, reason: "", words },
    });
  });

/** Takes that back: reports that were stored meanwhile count. Throws as `muteCase` does. */
export const unmuteCase = (
  db: Database,
  staff: Staff,
  caseId: number,
  now: number,
): Promise<void> =>
  transact(db, async (tx) => {
    const { found, target } = await lockForStaff(db, tx, staff, caseId);
    if (found.muted_until === null) return;
    await setMuted(tx, caseId, null);
    await recountCase(tx, found, { now });
    await writeRecord(db, tx, {
      ...{ at: now, actor: staff.id, act: "unmute" },
      ...{ target: `${target.kind} ${target.id}`, reason: "", words: "" },
    });
  });

async function lockForStaff(db: Database, tx: Transaction, staff: Staff, caseId: number) {
  await requireProof(tx, staff);
  const found = await lockCase(db, tx, caseId);
  const target = found && (await readTarget(tx, targetOf(found)));
  if (!target) throw new ApiError("case_not_found");
  requireOther(staff, target.user.id);
  await requireAdmin(tx, staff, found);
  return { found, target };
}

/** Ends the mutes whose time is over, a few at once. It may run on several servers. */
export async function endMutes(db: Database, now: number): Promise<void> {
  const ended = await db.query
    .selectFrom("moderation_cases")
    .select("id")
    .where("muted_until", "<=", now)
    .orderBy("muted_until")
    .limit(ENDED_AT_ONCE)
    .execute();
  for (const { id } of ended)
    await transact(db, async (tx) => {
      const found = await lockCase(db, tx, id);
      if (!found || found.muted_until === null || found.muted_until > now) return;
      await setMuted(tx, id, null);
      await recountCase(tx, found, { now });
    });
}

/** Whether a report of what is shown now brings a case into the queue. */
export const isMutedAt = (
  found: { muted_until: number | null; muted_snapshot: string | null },
  { snapshot, now }: { snapshot: string; now: number },
): boolean =>
  found.muted_until !== null && found.muted_until > now && found.muted_snapshot === snapshot;

export const setMuted = (
  tx: Transaction,
  caseId: number,
  mute: { until: number; snapshot: string } | null,
) =>
  tx
    .updateTable("moderation_cases")
    .set({ muted_until: mute?.until ?? null, muted_snapshot: mute?.snapshot ?? null })
    .where("id", "=", caseId)
    .execute();
