import { sql } from "kysely";
import type { Database } from "./open.ts";

const TRIES = 3;

export interface ClockOffset {
  /** By how many milliseconds the database's clock is ahead of this machine's; negative if behind. */
  offsetMs: number;
  /** The offset is known to half of this: how long the database took to return its time. */
  roundTripMs: number;
}

/**
 * Compares the database's clock with this machine's, by the fastest of several round trips. SQLite has
 * no clock but the machine's. Throws while the database cannot be reached.
 */
export async function clockOffset(db: Database, tries = TRIES): Promise<ClockOffset> {
  if (db.engine === "sqlite") return { offsetMs: 0, roundTripMs: 0 };
  let best: ClockOffset | undefined;
  for (let i = 0; i < tries; i++) {
    const one = await compareOnce(db);
    if (!best || one.roundTripMs < best.roundTripMs) best = one;
  }
  return best as ClockOffset;
}

async function compareOnce(db: Database): Promise<ClockOffset> {
  const asked = performance.now();
  const machineTime = Date.now();
  const { rows } = await sql<{ now: number }>`
    select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as now`.execute(db.query);
  const roundTripMs = performance.now() - asked;
  return { offsetMs: (rows[0]?.now ?? 0) - machineTime - roundTripMs / 2, roundTripMs };
}
