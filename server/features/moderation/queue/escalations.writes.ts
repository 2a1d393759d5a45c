import type { Database, Transaction } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { lockCase } from "../objections.writes.ts";
import { writeRecord } from "../record.writes.ts";
import { targetOf } from "../targets.reads.ts";

/**
 * Leaves an open case to the admins, with a sentence for them (R679). Throws `case_not_found`,
 * `case_changed` and `no_admin`.
 */
export const escalateCase = (
  db: Database,
  staff: { id: number },
  { caseId, version, words }: { caseId: number; version: number; words: string },
  now: number,
): Promise<void> =>
  transact(db, async (tx) => {
    const found = await lockCase(db, tx, caseId);
    if (!found) throw new ApiError("case_not_found");
    if (found.version !== version || found.opened_at === null) throw new ApiError("case_changed");
    if (!(await hasAdmin(tx))) throw new ApiError("no_admin");
    await setEscalation(db, tx, { found, actor: staff.id, words }, now);
  });

/** Gives a case back to all of staff. Throws `case_not_found`. */
export const returnCase = (
  db: Database,
  staff: { id: number },
  caseId: number,
  now: number,
): Promise<void> =>
  transact(db, async (tx) => {
    const found = await lockCase(db, tx, caseId);
    if (!found) throw new ApiError("case_not_found");
    if (found.escalation === null) return;
    await setEscalation(db, tx, { found, actor: staff.id, words: null }, now);
  });

interface Escalation {
  found: NonNullable<Awaited<ReturnType<typeof lockCase>>>;
  actor: number;
  words: string | null;
}

async function setEscalation(
  db: Database,
  tx: Transaction,
  { found, actor, words }: Escalation,
  now: number,
): Promise<void> {
  await tx
    .updateTable("moderation_cases")
    .set({ escalation: words, version: found.version + 1 })
    .where("id", "=", found.id)
    .execute();
  const { kind, id } = targetOf(found);
  await writeRecord(db, tx, {
    ...{ at: now, actor, act: words === null ? "return" : "escalate", target: `${kind} ${id}` },
    ...{ reason: "", words: words ?? "" },
  });
}

async function hasAdmin(tx: Transaction): Promise<boolean> {
  const admin = tx.selectFrom("users").select("id").where("role", "=", "admin");
  return (await admin.where("role", "<>", "member").limit(1).executeTakeFirst()) !== undefined;
}

/** Throws `admin_decides` where a case is left to the admins and the caller is none. */
export async function requireAdmin(
  tx: Transaction,
  staff: { id: number },
  { escalation }: { escalation: string | null },
): Promise<void> {
  if (escalation === null) return;
  const person = tx.selectFrom("users").select("role").where("id", "=", staff.id);
  if ((await person.executeTakeFirst())?.role !== "admin") throw new ApiError("admin_decides");
}
