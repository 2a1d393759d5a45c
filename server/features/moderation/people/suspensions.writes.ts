import type { ReportReason } from "#contract/endpoints/moderation.ts";
import type { Database } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { lockCaseOf } from "#server/features/cases/cases.writes.ts";
import { carryOut } from "../carried-out.writes.ts";
import { type Post, postageFor } from "../decision-letters.ts";
import { requireUninvolved } from "../objections.writes.ts";
import { requireOther } from "../policies.ts";
import { requireAdmin } from "../queue/escalations.writes.ts";
import { requireProof, type Staff } from "../staff-proof.reads.ts";
import { readTarget } from "../targets.reads.ts";

interface Suspensions {
  /** With the versions of their cases that were read. */
  people: readonly { id: number; version: number }[];
  reason: ReportReason;
  words: string;
  /** Undefined for suspensions for good. */
  days: number | undefined;
}

/**
 * Suspends several people in one transaction, each by a decision of its own. Returns the hashes of
 * the sessions to read again. Throws as `decide` does, and then nobody is suspended.
 */
export async function suspendPeople(
  db: Database,
  post: Post,
  staff: Staff,
  { people, ...given }: Suspensions,
  now: number,
): Promise<string[]> {
  // Two who suspend some of the same people lock them in the same order.
  const versions = new Map(people.map(({ id, version }) => [id, version]));
  const ids = [...versions.keys()].sort((a, b) => a - b);
  const paid = new Map<number, Awaited<ReturnType<typeof postageFor>>>();
  for (const id of ids) paid.set(id, await postageFor(db, post, { personId: id }));
  return transact(db, async (tx) => {
    await requireProof(tx, staff);
    const refreshed: string[] = [];
    for (const id of ids) {
      const target = await readTarget(tx, { kind: "person", id });
      if (!target) throw new ApiError("person_not_found");
      requireOther(staff, id);
      const found = await lockCaseOf(db, tx, "person", id);
      await requireAdmin(tx, staff, found);
      if (found.version !== versions.get(id)) throw new ApiError("case_changed");
      if (found.has_objection === 1) await requireUninvolved(tx, staff, found.id);
      const decision = { found, target, actor: staff.id, acts: ["suspend"], places: [] } as const;
      const more = { ...given, placeholder: undefined };
      const outcome = await carryOut(db, tx, paid.get(id), { ...decision, ...more }, now);
      refreshed.push(...outcome.refreshed);
    }
    return refreshed;
  });
}
