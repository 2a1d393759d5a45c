import { type SqlBool, sql } from "kysely";
import type { ReportReason } from "#contract/endpoints/moderation.ts";
import { SURVEYS_HIDDEN_TOGETHER_MAX } from "#contract/limits.ts";
import { idRows } from "#server/db/bulk.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { lockCaseOf } from "#server/features/cases/cases.writes.ts";
import { OPEN_TO_STRANGERS } from "#server/features/visibility/visibility.reads.ts";
import { carryOut } from "../carried-out.writes.ts";
import { readTarget } from "../targets.reads.ts";

interface Hiding {
  ownerIds: readonly number[];
  /** The member of staff. */
  actor: number;
  reason: ReportReason;
  words: string;
  /** Paths of what surveys show instead of their pictures, one for each survey that may be hidden. */
  placeholders: readonly string[];
}

/**
 * Hides the newest public surveys of some people, each by a decision of its own that its owner gets
 * no letter about (R431). Those that were left to admins or objected to are left out. Returns how
 * many were hidden by owner, and how many public ones are left.
 */
export async function hideSurveysOf(
  db: Database,
  tx: Transaction,
  { ownerIds, actor, reason, words, placeholders }: Hiding,
  now: number,
): Promise<{ byOwner: Map<number, number>; left: number }> {
  const byOwner = new Map<number, number>();
  const counts = await countPublic(db, tx, ownerIds);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const unused = [...placeholders];
  for (const id of await listNewest(db, tx, ownerIds)) {
    const found = await lockCaseOf(db, tx, "survey", id);
    const target = await readTarget(tx, { kind: "survey", id });
    if (!target?.isPublic || target.isHidden) continue;
    if (found.escalation !== null || found.has_objection === 1) continue;
    const decision = { found, target, actor, acts: ["hide"], reason, words, places: [] } as const;
    const more = { days: undefined, placeholder: unused.pop(), isOfFarm: true };
    await carryOut(db, tx, undefined, { ...decision, ...more }, now);
    byOwner.set(target.user.id, (byOwner.get(target.user.id) ?? 0) + 1);
  }
  const hidden = [...byOwner.values()].reduce((sum, count) => sum + count, 0);
  return { byOwner, left: total - hidden };
}

type Reader = Pick<Transaction, "selectFrom">;

const ofOwners = (db: Database, query: Reader, ownerIds: readonly number[]) =>
  query
    .selectFrom("surveys")
    .where(sql<SqlBool>`surveys.owner_id in (select id from ${idRows(db, ownerIds)})`)
    .where(OPEN_TO_STRANGERS);

/** How many surveys of these people everybody may see, by owner; without those who have none. */
export async function countPublic(
  db: Database,
  query: Reader,
  ownerIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await ofOwners(db, query, ownerIds)
    .select((of) => ["owner_id", of.fn.countAll<number>().as("count")])
    .groupBy("owner_id")
    .execute();
  return new Map(rows.map(({ owner_id, count }) => [owner_id ?? 0, Number(count)]));
}

/** In the order of their ids, so that two who hide some of the same surveys lock them alike. */
async function listNewest(
  db: Database,
  tx: Transaction,
  ownerIds: readonly number[],
): Promise<number[]> {
  const rows = await ofOwners(db, tx, ownerIds)
    .select("surveys.id")
    .orderBy("surveys.id", "desc")
    .limit(SURVEYS_HIDDEN_TOGETHER_MAX)
    .execute();
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}
