import { sql } from "kysely";
import { MINUTE_MS } from "#contract/durations.ts";
import type { Database } from "./database.ts";

/** Bounds of how many milliseconds a clock is ahead of another; negative if it is behind. */
export interface Offset {
  least: number;
  most: number;
}

/** A clock's time in milliseconds since 1970, and its resolution, 1 by default. */
export type Ask = () => Promise<{ time: number; resolutionMs?: number }>;

/**
 * How far the clock behind `ask` is ahead of `by`, which returns milliseconds; as precise as the
 * fastest of the tries was quick. Rejects as `ask` does.
 */
export async function clockOffset(ask: Ask, by: () => number, tries = 3): Promise<Offset> {
  let best: Offset | undefined;
  for (let i = 0; i < tries; i++) {
    const before = by();
    const { time, resolutionMs = 1 } = await ask();
    const offset = { least: time - by(), most: time + resolutionMs - before };
    if (!best || offset.most - offset.least < best.most - best.least) best = offset;
  }
  return best as Offset;
}

/** PostgreSQL's clock, in milliseconds since 1970. */
export const POSTGRES_TIME =
  "select cast(floor(extract(epoch from clock_timestamp()) * 1000) as bigint) as now";

/** Reads the database's clock; SQLite has none but the machine's. */
export const databaseTime =
  (db: Database): Ask =>
  async () => {
    if (db.engine === "sqlite") return { time: Date.now() };
    const { rows } = await sql<{ now: number }>`${sql.raw(POSTGRES_TIME)}`.execute(db.query);
    return { time: rows[0]?.now ?? 0 };
  };

/** When the newest of the rows that have a time was written; null in an empty database. */
export const NEWEST_ROW = `select max(at) as at from (
  select created_at as at from users where id = (select max(id) from users)
  union all select created_at from surveys where id = (select max(id) from surveys)
  union all select created_at from notifications where id = (select max(id) from notifications)
  union all select max(checked_at) from seals) as newest`;

/** Clocks that differ by less count as equal. */
export const BEHIND_MS = MINUTE_MS;

/**
 * Warnings for the operator about the clocks at the start: the machine's clock differs from `now`,
 * or the newest row is from a later time.
 */
export async function doubtsOf(db: Database, now: number): Promise<string[]> {
  const { rows } = await sql<{ at: number | null }>`${sql.raw(NEWEST_ROW)}`.execute(db.query);
  const newestAt = rows[0]?.at ?? 0;
  const machineAhead = Date.now() - now;
  return [
    ...(Math.abs(machineAhead) > BEHIND_MS
      ? [
          `This machine's clock is ${inWords(machineAhead)} the database's, which decides: run NTP on both.`,
        ]
      : []),
    ...(newestAt > now + BEHIND_MS
      ? [`The clock is ${inWords(now - newestAt)} the newest row in the database: run NTP.`]
      : []),
  ];
}

const inWords = (aheadMs: number) =>
  `${Math.round(Math.abs(aheadMs) / 1000)} s ${aheadMs > 0 ? "ahead of" : "behind"}`;
