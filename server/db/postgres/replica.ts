import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { afterBeats } from "#server/processes/own-time.ts";
import { measure } from "#server/telemetry/metrics.ts";
import type { Replica } from "../database.ts";
import type { Tables } from "../tables/tables.ts";
import { PostgresHosts } from "./hosts.ts";
import { reading } from "./lease.ts";
import { type PoolOptions, PostgresPool } from "./pool.ts";
import { connectionSettings } from "./settings.ts";

const LOOK_EVERY_MS = 150;
const LOOK_AGAIN_MS = 1000;
/** After this many beats without an answer its connections are closed, so that callers ask the primary. */
const SILENT_BEATS = 5;
const BEAT_MS = 100;
/** Positions that are remembered; where the standby lags further, its age is less precise. */
const POSITIONS = 100;
const OTHER =
  "DATABASE_REPLICA_URL does not lead to a standby of DATABASE_URL, so nothing is read there.";

/** How far each server has come in the write-ahead log, which shows where a copy stands. */
const WRITTEN = sql<Position>`select system_identifier::text as system,
  (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::float8 as position from pg_control_system()`;
const REPLAYED = sql<Position>`select system_identifier::text as system,
  case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::float8 end
  as position from pg_control_system()`;

interface Position {
  system: string;
  /** null where the server replays nothing, because it is no standby. */
  position: number | null;
}

/**
 * Connections to a standby of the database of `query`. Several times a second it determines up to
 * which moment the standby has everything: a position of the primary's log that the standby has
 * reached was the end of the log at a known moment. An unreachable standby is no error; it is
 * retried.
 */
export function openReplica(
  address: string,
  query: Kysely<Tables>,
  options: PoolOptions,
): Replica & { close(): Promise<void> } {
  const settings = connectionSettings(options.waitMs);
  const hosts = new PostgresHosts(address, options.waitMs);
  const pool = new PostgresPool(settings, hosts, options);
  const closing = new AbortController();
  let positions: { at: number; position: number }[] = [];
  let asOf = -Infinity;
  /** The last known `asOf`, kept while the standby cannot be reached. */
  let lastAsOf = -Infinity;
  let isTold = false;
  const unmeasured = measure({
    name: "kanaat_replica_lag_seconds",
    help: "How old at most is what DATABASE_REPLICA_URL shows; reads go there up to half a second",
    kind: "gauge",
    read: () => (lastAsOf > -Infinity ? (performance.now() - lastAsOf) / 1000 : undefined),
  });
  const read = <T>(work: () => Promise<T>): Promise<T> => reading.run(pool, work);

  async function look(): Promise<void> {
    const at = performance.now();
    const primary = (await WRITTEN.execute(query)).rows[0];
    const replica = await orCutOff(read(() => REPLAYED.execute(query))).then(({ rows }) => rows[0]);
    const reached = replica?.position ?? null;
    if (reached === null || replica?.system !== primary?.system) return refuse();
    if (positions.length < POSITIONS)
      positions.push({ at, position: primary?.position ?? Infinity });
    while (positions[0] && positions[0].position <= reached) {
      asOf = positions[0].at;
      lastAsOf = asOf;
      positions.shift();
    }
  }

  function orCutOff<T>(answer: Promise<T>): Promise<T> {
    return answer.finally(afterBeats(SILENT_BEATS, BEAT_MS, () => hosts.cutOff()));
  }

  function refuse() {
    if (!isTold) console.error(OTHER);
    isTold = true;
    throw new Error(OTHER);
  }

  async function keepLooking() {
    const { signal } = closing;
    while (!signal.aborted) {
      const pause = await look().then(
        () => LOOK_EVERY_MS,
        () => {
          // When it is back after a crash, it may show less than before for a moment.
          asOf = -Infinity;
          positions = [];
          return LOOK_AGAIN_MS;
        },
      );
      await sleep(pause, undefined, { ref: false, signal }).catch(() => undefined);
    }
  }

  void keepLooking();
  return {
    ageMs: () => performance.now() - asOf,
    read,
    close: async () => {
      closing.abort();
      unmeasured();
      hosts.cutOff();
      await pool.end();
    },
  };
}
