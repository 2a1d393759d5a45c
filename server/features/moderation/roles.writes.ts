import type { Role } from "#contract/endpoints/moderation.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { lockPerson, refreshSessionsOf } from "#server/features/sign-in/sessions.writes.ts";
import { requireOther } from "./policies.ts";
import { writeRecord } from "./record.writes.ts";
import { requireProof, type Staff } from "./staff-proof.reads.ts";

/**
 * Gives an account a role, and records it with the reason; from the shell without `by`. Open
 * sessions have it within moments, in every process. Returns the earlier role and the hashes of the
 * sessions that this process has to read again, undefined without such an account. Throws
 * `own_case`, `staff_factor_missing` and what the proof throws.
 */
export const setRole = (
  db: Database,
  { nickname, role, words }: { nickname: string; role: Role; words: string },
  now: number,
  by?: Staff,
): Promise<{ earlier: Role; refreshed: readonly string[] } | undefined> =>
  transact(db, async (tx) => {
    if (by) await requireProof(tx, by);
    const person = await tx
      .selectFrom("users")
      .select(["id", "role"])
      .where("nickname", "=", nickname)
      .executeTakeFirst();
    if (!person) return undefined;
    if (by) requireOther(by, person.id);
    if (by) await lockAdmin(db, tx, by, person.id);
    else await lockPerson(db, tx, person.id);
    await tx.updateTable("users").set({ role }).where("id", "=", person.id).execute();
    const refreshed = await refreshSessionsOf(db, tx, person.id);
    await writeRecord(db, tx, {
      ...{ at: now, actor: by?.id ?? null, act: `role ${role}` },
      ...{ target: `person ${person.id}`, reason: "", words },
    });
    return { earlier: person.role, refreshed };
  });

/**
 * Locks an admin and the person whose role they change, in the order of their ids: of two who take
 * the role from each other, the second waits and is no admin any more. Throws `not_found` then.
 */
async function lockAdmin(
  db: Database,
  tx: Transaction,
  by: Staff,
  personId: number,
): Promise<void> {
  for (const id of [by.id, personId].sort((a, b) => a - b)) await lockPerson(db, tx, id);
  const admin = tx.selectFrom("users").select("role").where("id", "=", by.id);
  // As for everybody who is no admin.
  if ((await admin.executeTakeFirst())?.role !== "admin") throw new ApiError("not_found");
}
