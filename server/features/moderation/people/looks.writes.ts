import type { StaffPerson } from "#contract/endpoints/moderation/people.ts";
import { canonicalAddress } from "#contract/shapes/canonical-address.ts";
import type { Database } from "#server/db/database.ts";
import { toTimestamp } from "#server/db/timestamps.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { lockCaseOf } from "#server/features/cases/cases.writes.ts";
import { requireOther } from "../policies.ts";
import { writeRecord } from "../record.writes.ts";
import { requireProof, type Staff } from "../staff-proof.reads.ts";
import { selectPeople, toStaffPerson } from "./staff-people.reads.ts";

/**
 * Returns the accounts of a mailbox, and records the look at each with its reason. Throws
 * `staff_factor_missing` and what the proof throws.
 */
export const findByEmail = (
  db: Database,
  staff: Staff,
  { email, words }: { email: string; words: string },
  now: number,
): Promise<StaffPerson[]> =>
  transact(db, async (tx) => {
    await requireProof(tx, staff);
    const address = canonicalAddress(email.trim());
    const rows = await selectPeople(tx).where("canonical_email", "=", address).execute();
    for (const { id } of rows)
      await writeRecord(db, tx, {
        ...{ at: now, actor: staff.id, act: "look", target: `person ${id}`, reason: "", words },
      });
    return rows.map(toStaffPerson);
  });

/**
 * Returns what only the owner of an account sees otherwise, and records the look. Throws
 * `person_not_found`, `staff_factor_missing` and what the proof throws.
 */
export const lookAt = (
  db: Database,
  staff: Staff,
  { id, words }: { id: number; words: string },
  now: number,
): Promise<{ email: string; email_verified_at: string | null }> =>
  transact(db, async (tx) => {
    await requireProof(tx, staff);
    const person = await tx
      .selectFrom("users")
      .select(["email", "email_verified_at"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (!person) throw new ApiError("person_not_found");
    await writeRecord(db, tx, {
      ...{ at: now, actor: staff.id, act: "look", target: `person ${id}`, reason: "", words },
    });
    const { email, email_verified_at: verifiedAt } = person;
    return { email, email_verified_at: verifiedAt === null ? null : toTimestamp(verifiedAt) };
  });

/** Returns the case about a person, made where there is none. Throws `person_not_found`, `own_case`. */
export const openPersonCase = (
  db: Database,
  staff: { id: number },
  personId: number,
): Promise<number> =>
  transact(db, async (tx) => {
    const person = tx.selectFrom("users").select("id").where("id", "=", personId);
    if (!(await person.executeTakeFirst())) throw new ApiError("person_not_found");
    requireOther(staff, personId);
    return (await lockCaseOf(db, tx, "person", personId)).id;
  });
