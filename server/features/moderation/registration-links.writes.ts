import type { Database } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import {
  createRegistrationLink,
  endRegistrationLink,
} from "#server/features/accounts/registration-links.writes.ts";
import { writeRecord } from "./record.writes.ts";

/** Makes a link by which people register, from the shell, and records what it is for (R650). */
export const makeLink = (
  db: Database,
  link: { uses: number; endsAt: number; words: string },
  now: number,
): Promise<{ id: number; code: string }> =>
  transact(db, async (tx) => {
    const made = await createRegistrationLink(tx, link, now);
    const [target, { words }] = [`registration link ${made.id}`, link];
    await writeRecord(db, tx, { at: now, actor: null, act: "invite", target, reason: "", words });
    return made;
  });

/** Ends a link and records that; false where there is none with this number, or it has ended. */
export const endLink = (db: Database, id: number, now: number): Promise<boolean> =>
  transact(db, async (tx) => {
    const hasEnded = await endRegistrationLink(tx, id, now);
    const [act, target] = ["end invite", `registration link ${id}`];
    if (hasEnded)
      await writeRecord(db, tx, { at: now, actor: null, act, target, reason: "", words: "" });
    return hasEnded;
  });
