import type { Database } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import {
  createRegistrationLink,
  endRegistrationLink,
} from "#server/features/accounts/registration-links.writes.ts";
import { writeRecord } from "../record.writes.ts";
import { requireProof, type Staff } from "../staff-proof.reads.ts";

/**
 * Makes a link by which people register, and records what it is for (R650); from the shell without
 * `by`. Throws `staff_factor_missing` and what the proof throws.
 */
export const makeLink = (
  db: Database,
  link: { uses: number; endsAt: number; words: string },
  now: number,
  by?: Staff,
): Promise<{ id: number; code: string }> =>
  transact(db, async (tx) => {
    if (by) await requireProof(tx, by);
    const made = await createRegistrationLink(tx, link, now);
    const [target, { words }] = [`registration link ${made.id}`, link];
    const actor = by?.id ?? null;
    await writeRecord(db, tx, { at: now, actor, act: "invite", target, reason: "", words });
    return made;
  });

/**
 * Ends a link and records that; from the shell without `by`. Returns false where there is none with
 * this number, or it has ended. Throws as `makeLink` does.
 */
export const endLink = (db: Database, id: number, now: number, by?: Staff): Promise<boolean> =>
  transact(db, async (tx) => {
    if (by) await requireProof(tx, by);
    const hasEnded = await endRegistrationLink(tx, id, now);
    const actor = by?.id ?? null;
    const [act, target] = ["end invite", `registration link ${id}`];
    if (hasEnded) await writeRecord(db, tx, { at: now, actor, act, target, reason: "", words: "" });
    return hasEnded;
  });
