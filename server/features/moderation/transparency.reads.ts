import { sql } from "kysely";
import { HOUR_MS } from "#contract/durations.ts";
import { ReportReason } from "#contract/endpoints/moderation.ts";
import { StaffAct, type Transparency } from "#contract/endpoints/staff.ts";
import type { Database } from "#server/db/database.ts";
import { dayInTurkey, toTimestamp } from "#server/db/timestamps.ts";

const MONTHS_SHOWN = 24;

interface Sum {
  hour: number;
  act: string;
  reason: string;
  count: number;
}

/**
 * Returns a function that sums the record up by month. As the record only grows, it reads no row
 * twice, however often it is called.
 */
export function createTransparency(db: Database): () => Promise<Transparency> {
  let counted = 0;
  /** Counts by month, and by act and reason within. */
  const months = new Map<string, Map<string, number>>();

  return async () => {
    const head = await db.query
      .selectFrom("moderation_record")
      .select(["number", "at", "hash"])
      .orderBy("number", "desc")
      .limit(1)
      .executeTakeFirst();
    if (head && head.number > counted) {
      const from = counted;
      const sums = await readSums(db, from, head.number);
      if (counted === from) {
        for (const sum of sums) add(months, sum);
        counted = head.number;
      }
    }
    return {
      months: [...months]
        .sort(([a], [b]) => b.localeCompare(a))
        .slice(0, MONTHS_SHOWN)
        .map(([month, counts]) => ({ month, sums: toSums(counts) })),
      head: head ? { ...head, at: toTimestamp(head.at) } : null,
    };
  };
}

/** Rows are numbered in the order of their commits: up to the last one, none is missing. */
async function readSums(db: Database, after: number, last: number): Promise<Sum[]> {
  const { rows } = await sql<Sum>`select hour, act, reason, count(*) as count from
      (select at / ${sql.lit(HOUR_MS)} as hour, act, reason from moderation_record
       where number > ${after} and number <= ${last}) as done
    group by hour, act, reason`.execute(db.aside);
  return rows.map((sum) => ({ ...sum, hour: Number(sum.hour), count: Number(sum.count) }));
}

const SEPARATOR = " ";
const ACTS: readonly string[] = StaffAct.options;
const REASONS: readonly string[] = ReportReason.options;

function add(months: Map<string, Map<string, number>>, { hour, act, reason, count }: Sum): void {
  const [shown = ""] = act.split(SEPARATOR);
  // Such as a role that was given.
  if (!ACTS.includes(shown)) return;
  const month = dayInTurkey(hour * HOUR_MS).slice(0, "2026-11".length);
  const counts = months.get(month) ?? new Map<string, number>();
  months.set(month, counts);
  const key = [shown, reason].join(SEPARATOR);
  counts.set(key, (counts.get(key) ?? 0) + count);
}

const toSums = (counts: ReadonlyMap<string, number>) =>
  [...counts]
    .map(([key, count]) => {
      const [act = "", reason = ""] = key.split(SEPARATOR);
      const isReason = REASONS.includes(reason);
      return {
        act: StaffAct.parse(act),
        reason: isReason ? ReportReason.parse(reason) : null,
        count,
      };
    })
    .sort((a, b) => ACTS.indexOf(a.act) - ACTS.indexOf(b.act) || b.count - a.count);
