import { sql } from "kysely";
import { HOUR_MS } from "#contract/durations.ts";
import type { Database } from "#server/db/database.ts";

/** A lease that is not prolonged for this long is lost. */
export const LEASE_MS = 30_000;

/** No lease is held for longer; one that seems to be dates from before the clock was set back. */
export const LONGEST_MS = 2 * HOUR_MS;

/** The database's clock, since the clocks of several servers may differ. */
const NOW = sql<number>`cast(extract(epoch from statement_timestamp()) * 1000 as bigint)`;

/**
 * Takes those of these jobs' leases that are free or already the holder's, for `LEASE_MS`. Returns
 * when each was taken, in milliseconds of the database's clock. PostgreSQL only.
 */
export async function takeLeases(
  db: Database,
  holder: string,
  jobs: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ job: string; until: number }>`
    insert into leases (job, holder, until)
    select job, ${holder}, ${NOW} + ${sql.lit(LEASE_MS)} from ${db.rows(
      ["job"],
      [...jobs].sort().map((job) => [job]),
    )}
    on conflict (job) do update set holder = excluded.holder, until = excluded.until
      where leases.until <= ${NOW} or leases.until > ${NOW} + ${sql.lit(LONGEST_MS)}
        or leases.holder = excluded.holder
    returning job, until`.execute(db.query);
  return new Map(rows.map(({ job, until }) => [job, until - LEASE_MS]));
}

/**
 * Prolongs the lease of the running job, and gives back those of the others. Returns whether the
 * running job's was still held.
 */
export async function keepLease(
  db: Database,
  holder: string,
  running: string,
  others: readonly string[],
): Promise<boolean> {
  const { rows } = await sql<{ job: string }>`
    update leases
    set until = case when job = ${running} then ${NOW} + ${sql.lit(LEASE_MS)} else 0 end
    where holder = ${holder} and job in ${db.texts([running, ...others])}
    returning job`.execute(db.query);
  return rows.some(({ job }) => job === running);
}

/** Ends held leases: each job may be taken again from `until` on, by the database's clock. */
export async function releaseLeases(
  db: Database,
  holder: string,
  ended: readonly { job: string; until: number }[],
): Promise<void> {
  const input = db.rows(
    ["job", "until"],
    ended.map(({ job, until }) => [job, until]),
  );
  await sql`update leases set until = input.until from ${input}
    where leases.job = input.job and holder = ${holder}`.execute(db.query);
}
