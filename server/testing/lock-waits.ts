import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "#server/db/database.ts";

/** Resolves once `count` statements wait for a lock of PostgreSQL. */
export async function waitForLocks(db: Database, count: number): Promise<void> {
  const blocked = sql<{ count: number }>`select cast(count(*) as int) as count
    from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await blocked.execute(db.query)).rows[0]?.count !== count) await sleep(10);
}
