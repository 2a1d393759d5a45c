import { DAY_MS } from "#contract/durations.ts";
import type { ReportReason } from "#contract/endpoints/moderation.ts";
import { SURVEYS_HIDDEN_TOGETHER_MAX } from "#contract/limits.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { lockCaseOf } from "#server/features/cases/cases.writes.ts";
import { carryOut } from "../carried-out.writes.ts";
import { type Post, postageFor, sendLetter, togetherLetter } from "../decision-letters.ts";
import { requireUninvolved } from "../objections.writes.ts";
import { requireOther, suspensionEnd } from "../policies.ts";
import { requireAdmin } from "../queue/escalations.writes.ts";
import { requireProof, type Staff } from "../staff-proof.reads.ts";
import { readTarget } from "../targets.reads.ts";
import { countPublic, hideSurveysOf } from "./hidden-surveys.writes.ts";

interface Suspensions {
  /** With the versions of their cases that were read. */
  people: readonly { id: number; version: number }[];
  reason: ReportReason;
  words: string;
  /** Undefined for suspensions for good. */
  days: number | undefined;
  /** Where their public surveys are hidden too: stores so many placeholders and returns their paths. */
  hiding: ((count: number) => Promise<string[]>) | undefined;
}

interface Suspended {
  /** The hashes of the sessions to read again. */
  refreshed: string[];
  hidden: number;
  /** Public surveys that were not hidden. */
  left: number;
}

/**
 * Suspends several people in one transaction, each by a decision of its own, and hides their public
 * surveys where that is asked for. Then people who are suspended for as long already are not
 * suspended again, so that what was left can be hidden (R431). Throws as `decide` does, and then
 * nothing happens.
 */
export async function suspendPeople(
  db: Database,
  post: Post,
  staff: Staff,
  { people, hiding, ...given }: Suspensions,
  now: number,
): Promise<Suspended> {
  // Two who suspend some of the same people lock them in the same order.
  const versions = new Map(people.map(({ id, version }) => [id, version]));
  const ids = [...versions.keys()].sort((a, b) => a - b);
  const placeholders = (await hiding?.(await countHidden(db, ids))) ?? [];
  const paid = new Map<number, Awaited<ReturnType<typeof postageFor>>>();
  for (const id of ids) paid.set(id, await postageFor(db, post, { personId: id }));
  return transact(db, async (tx) => {
    await requireProof(tx, staff);
    const locked = [];
    for (const id of ids) locked.push(await lockPersonCase(db, tx, staff, id, versions.get(id)));
    const { reason, words, days } = given;
    const what = { ownerIds: ids, actor: staff.id, reason, words, placeholders };
    const hid = hiding && (await hideSurveysOf(db, tx, what, now));
    const counts = [...(hid?.byOwner.values() ?? [])];
    const refreshed: string[] = [];
    for (const { found, target } of locked) {
      const letter = paid.get(target.id);
      const surveys = hid?.byOwner.get(target.id) ?? 0;
      const suspends = !hid || !(await isSuspendedFor(tx, target.id, days, now));
      let answered = false;
      if (suspends) {
        const decision = { found, target, actor: staff.id, acts: ["suspend"], places: [] } as const;
        const own = { ...given, placeholder: undefined };
        // One letter says both.
        const paidNow = surveys > 0 ? undefined : letter;
        const outcome = await carryOut(db, tx, paidNow, { ...decision, ...own }, now);
        refreshed.push(...outcome.refreshed);
        answered = outcome.answered;
      }
      const facts = { surveys, suspends, days, reason, answered };
      if (surveys > 0) await sendLetter(tx, letter, target.id, togetherLetter(facts));
    }
    const hidden = counts.reduce((sum, count) => sum + count, 0);
    return { refreshed, hidden, left: hid?.left ?? 0 };
  });
}

async function countHidden(db: Database, ids: readonly number[]): Promise<number> {
  const counts = [...(await countPublic(db, db.query, ids)).values()];
  const total = counts.reduce((sum, count) => sum + count, 0);
  return Math.min(total, SURVEYS_HIDDEN_TOGETHER_MAX);
}

async function lockPersonCase(
  db: Database,
  tx: Transaction,
  staff: Staff,
  id: number,
  version: number | undefined,
) {
  const target = await readTarget(tx, { kind: "person", id });
  if (!target) throw new ApiError("person_not_found");
  requireOther(staff, id);
  const found = await lockCaseOf(db, tx, "person", id);
  await requireAdmin(tx, staff, found);
  if (found.version !== version) throw new ApiError("case_changed");
  if (found.has_objection === 1) await requireUninvolved(tx, staff, found.id);
  return { found, target };
}

/** Whether an account is suspended until the day at which so many days from now end, or longer. */
async function isSuspendedFor(
  tx: Transaction,
  id: number,
  days: number | undefined,
  now: number,
): Promise<boolean> {
  const person = tx.selectFrom("users").select("suspended_until").where("id", "=", id);
  const { suspended_until: until } = await person.executeTakeFirstOrThrow();
  return (until ?? 0) >= suspensionEnd(days, now) - DAY_MS;
}
