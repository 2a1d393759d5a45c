import type { Role } from "#contract/endpoints/moderation.ts";
import type { Database } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import { lockPerson, refreshSessionsOf } from "#server/features/sign-in/sessions.writes.ts";
import { writeRecord } from "./record.writes.ts";

/**
 * Gives an account a role, from the shell, and records it with the reason. Open sessions have it
 * within moments, in every process. Returns the earlier role, undefined without such an account.
 */
export const setRole = (
  db: Database,
  { nickname, role, words }: { nickname: string; role: Role; words: string },
  now: number,
): Promise<Role | undefined> =>
  transact(db, async (tx) => {
    const person = await tx
      .selectFrom("users")
      .select(["id", "role"])
      .where("nickname", "=", nickname)
      .executeTakeFirst();
    if (!person) return undefined;
    await lockPerson(db, tx, person.id);
    await tx.updateTable("users").set({ role }).where("id", "=", person.id).execute();
    await refreshSessionsOf(db, tx, person.id);
    const entry = { at: now, actor: null, target: `person ${person.id}`, reason: "", words };
    await writeRecord(db, tx, { ...entry, act: `role ${role}` });
    return person.role;
  });
