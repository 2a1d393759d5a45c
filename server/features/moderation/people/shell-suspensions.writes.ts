import type { ReportReason } from "#contract/endpoints/moderation.ts";
import type { Database } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import { lockCaseOf } from "#server/features/cases/cases.writes.ts";
import { lockPerson } from "#server/features/sign-in/sessions.writes.ts";
import { carryOut } from "../carried-out.writes.ts";
import type { PaidPost } from "../decision-letters.ts";
import { putBack } from "../takedown.writes.ts";
import { readTarget } from "../targets.reads.ts";

interface Suspension {
  nickname: string;
  reason: ReportReason;
  words: string;
  /** Undefined for one for good. */
  days: number | undefined;
}

/**
 * Suspends an account as a moderator does, but from the shell: the record has no actor (R428).
 * Returns "staff" for an account with a role, which is left as it is, and undefined where nobody has
 * the nickname.
 */
export const suspendFromShell = (
  db: Database,
  post: PaidPost,
  { nickname, reason, words, days }: Suspension,
  now: number,
): Promise<"suspended" | "staff" | undefined> =>
  transact(db, async (tx) => {
    const people = tx.selectFrom("users").select(["id", "role"]);
    const named = await people.where("nickname", "=", nickname).executeTakeFirst();
    const target = named && (await readTarget(tx, { kind: "person", id: named.id }));
    if (!target) return undefined;
    const found = await lockCaseOf(db, tx, "person", target.id);
    await lockPerson(db, tx, target.id);
    const { role } = await people.where("id", "=", target.id).executeTakeFirstOrThrow();
    if (role !== "member") return "staff";
    const decision = { found, target, actor: null, acts: ["suspend"], places: [] } as const;
    const more = { reason, words, days, placeholder: undefined };
    await carryOut(db, tx, post, { ...decision, ...more }, now);
    return "suspended";
  });

/**
 * Takes back all suspensions of an account. Returns how many that were, undefined where nobody has
 * the nickname.
 */
export async function restoreFromShell(
  db: Database,
  post: PaidPost,
  { nickname, words }: Pick<Suspension, "nickname" | "words">,
  now: number,
): Promise<number | undefined> {
  const people = db.query.selectFrom("users").select("id").where("nickname", "=", nickname);
  const person = await people.executeTakeFirst();
  return person && putBack(db, post, { target: { kind: "person", id: person.id }, words }, now);
}
