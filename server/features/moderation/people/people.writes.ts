import { type SqlBool, sql } from "kysely";
import type { Role } from "#contract/endpoints/moderation.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { loadQuietPeriods } from "#server/db/quiet/watch-quiet-periods.ts";
import { toTimestamp } from "#server/db/timestamps.ts";
import { transact } from "#server/db/transact.ts";
import { type ExportContext, readExport } from "#server/features/accounts/account-export.reads.ts";
import { dropSecondFactors } from "#server/features/sign-in/factors/factors.writes.ts";
import { writeRecord } from "../record.writes.ts";

export const PEOPLE_FOUND = 20;

interface FoundPerson {
  id: number;
  nickname: string;
  name: string;
  email: string;
  role: Role;
  /** ISO times in UTC; null where it is not so. */
  email_verified_at: string | null;
  suspended_until: string | null;
  created_at: string;
}

/**
 * Returns accounts with `text` in their nickname or address, or exactly so in their name, and records
 * the look at each with its reason.
 */
export const findPeople = (
  db: Database,
  { text, words }: { text: string; words: string },
  now: number,
): Promise<FoundPerson[]> =>
  transact(db, async (tx) => {
    const typed = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
    const lower = typed.toLowerCase();
    const found = await tx
      .selectFrom("users")
      .select(["id", "nickname", "name", "email", "role"])
      .select(["email_verified_at", "suspended_until", "created_at"])
      .where(
        sql<SqlBool>`(nickname like ${lower} escape '\\' or lower(email) like ${lower} escape '\\'
          or name like ${typed} escape '\\')`,
      )
      .orderBy("id")
      .limit(PEOPLE_FOUND)
      .execute();
    for (const { id } of found) await recordAct(db, tx, { act: "look", id, words }, now);
    return found.map((person) => ({
      ...person,
      email_verified_at: orNull(person.email_verified_at),
      suspended_until: orNull(person.suspended_until),
      created_at: toTimestamp(person.created_at),
    }));
  });

const orNull = (at: number | null) => (at === null ? null : toTimestamp(at));

/**
 * Removes what an account proves itself with beside the password, for an owner who has lost it, and
 * records that. Returns whether there was any, undefined without such an account.
 */
export const dropFactorsOf = (
  db: Database,
  { nickname, words }: { nickname: string; words: string },
  now: number,
): Promise<boolean | undefined> =>
  transact(db, async (tx) => {
    const person = await tx
      .selectFrom("users")
      .select("id")
      .where("nickname", "=", nickname)
      .modifyEnd(db.forUpdate)
      .executeTakeFirst();
    if (!person) return undefined;
    await recordAct(db, tx, { act: "drop second factor", id: person.id, words }, now);
    return dropSecondFactors(tx, person.id);
  });

/**
 * Records that somebody's data is handed out, and returns it as `readExport` does, without what they
 * voted for nor what a quiet period hides (R667). Undefined without such an account.
 */
export async function exportPerson(
  context: ExportContext,
  { nickname, words }: { nickname: string; words: string },
  now: number,
): Promise<AsyncGenerator<string> | undefined> {
  const { db } = context;
  const id = await transact(db, async (tx) => {
    const person = tx.selectFrom("users").select("id").where("nickname", "=", nickname);
    const found = await person.executeTakeFirst();
    if (found) await recordAct(db, tx, { act: "export", id: found.id, words }, now);
    return found?.id;
  });
  await loadQuietPeriods(db, now);
  return id === undefined ? undefined : readExport(context, id, { now, choices: false });
}

const recordAct = (
  db: Database,
  tx: Transaction,
  { act, id, words }: { act: string; id: number; words: string },
  now: number,
): Promise<void> =>
  writeRecord(db, tx, {
    ...{ at: now, actor: null, act, target: `person ${id}`, reason: "", words },
  });
