import type { Config } from "#server/config/config.ts";
import { versionText } from "#server/config/version.ts";
import { BEHIND_MS, clockOffset, NEWEST_ROW, POSTGRES_TIME } from "#server/db/clock-offset.ts";
import { fingerprintOf } from "#server/db/known-secret.ts";
import { MIGRATION_NAMES } from "#server/db/migrate.ts";
import { openUnmigrated } from "#server/db/open.ts";
import { readApplicationName } from "#server/db/postgres/application-name.ts";
import { LATER_MIGRATIONS } from "#server/db/tables/tables.ts";
import {
  brokenAt,
  FIRST_HASH,
  RECORD_AFTER,
  type RecordRow,
} from "#server/features/moderation/record.reads.ts";
import { readSecret } from "#server/secret/secret-file.ts";
import { type Check, error, type Outcome, ok, skipped, warning } from "./check.ts";
import { judgeOffset } from "./clocks.ts";
import { openPostgresReader, openReader, type Reader } from "./database.reads.ts";

/** PostgreSQL 15; bulk reads and `select … skip locked` are not tested on older versions. */
const OLDEST_POSTGRES = 150_000;
const LAG_SECONDS = 10;

/**
 * Checks of the database; each opens it separately, so that a failed one does not affect others.
 */
export function databaseChecks(config: Config): Check[] {
  const reading = (run: (reader: Reader) => Promise<Outcome>) => async () => {
    await using reader = await openReader(config);
    return await run(reader);
  };
  return [
    ["database", reading(checkEngine)],
    ["clock of the database", reading(checkClock)],
    ["clock and rows", reading(checkNewestRow)],
    ["migrations", reading(checkMigrations)],
    ["secret", reading((reader) => checkSecret(reader, config))],
    ["seals", reading(checkSeals)],
    ["record of moderation", reading(checkRecord)],
    ["servers", reading(checkServers)],
    ["pooler", () => checkPassage(config)],
    ["replica", () => checkReplica(config.databaseReplicaUrl)],
  ];
}

async function checkEngine({ engine, read }: Reader): Promise<Outcome> {
  if (engine === "sqlite") {
    const [row] = await read("select sqlite_version() as version");
    return ok(`SQLite ${row?.version}`);
  }
  const [row] = await read(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as version",
  );
  if (Number(row?.number) >= OLDEST_POSTGRES) return ok(`PostgreSQL ${row?.version}`);
  return error(`PostgreSQL ${row?.version}: 15 or newer is needed`);
}

async function checkClock({ engine, read }: Reader): Promise<Outcome> {
  if (engine === "sqlite") return skipped("SQLite goes by this machine's");
  const ask = async () => ({ time: Number((await read(POSTGRES_TIME))[0]?.now) });
  return judgeOffset("the database's", await clockOffset(ask, Date.now));
}

/** By the database's clock; on SQLite, this machine's. */
async function checkNewestRow({ engine, read }: Reader): Promise<Outcome> {
  const [row] = await read(NEWEST_ROW);
  const [time] = engine === "postgres" ? await read(POSTGRES_TIME) : [];
  const aheadMs = Number(row?.at ?? 0) - Number(time?.now ?? Date.now());
  if (aheadMs <= BEHIND_MS) return ok("no row is of a later time than the clock's");
  return warning(`the newest row is ${Math.round(aheadMs / 1000)} s ahead of the clock: run NTP`);
}

async function checkMigrations({ engine, read }: Reader): Promise<Outcome> {
  const there = await read(
    engine === "sqlite"
      ? "select name from sqlite_master where type = 'table'"
      : "select table_name as name from information_schema.tables where table_schema = current_schema()",
  );
  const tables = ["kysely_migration", LATER_MIGRATIONS].filter((table) =>
    there.some(({ name }) => name === table),
  );
  if (tables.length === 0)
    return warning("the database is empty: start a server, or npm run migrate");
  const rows = await read(tables.map((table) => `select name from ${table}`).join(" union all "));
  const done = new Set(rows.map(({ name }) => String(name)));
  const missing = MIGRATION_NAMES.filter((name) => !done.has(name));
  const newer = [...done].filter((name) => !MIGRATION_NAMES.includes(name));
  if (missing.length > 0) return warning(`${missing.length} are to be done: npm run migrate`);
  if (newer.length > 0) return warning(`a newer release has migrated (${newer.join(", ")})`);
  return ok("the tables are up to date");
}

async function checkSecret({ read }: Reader, config: Config): Promise<Outcome> {
  const [row] = await read("select value from installation where name = 'secret'");
  const secret = await readSecret(config);
  if (!row && !secret) return skipped("there is none before the first start");
  if (!row) return warning("the database does not know it yet: start a server");
  if (!secret) return error("kanaat.secret is missing: copy it from another server or a backup");
  return fingerprintOf(secret) === row.value
    ? ok("it is the database's")
    : error("it is not the database's: copy kanaat.secret from another server or a backup");
}

async function checkSeals({ read }: Reader): Promise<Outcome> {
  const [row] = await read("select count(*) as count from seals where difference is not null");
  const count = Number(row?.count);
  if (count === 0) return ok("none differs since it was last compared, which is done once a day");
  return error(`${count} surveys are not as they were signed: npm run verify -- --database`);
}

/** Follows the chain of hashes from the first row to the last. */
async function checkRecord({ read }: Reader): Promise<Outcome> {
  let last: Pick<RecordRow, "number" | "hash"> = { number: 0, hash: FIRST_HASH };
  for (;;) {
    const rows = (await read(RECORD_AFTER(last.number))).map(toRecordRow);
    const broken = brokenAt(last, rows);
    if (broken !== undefined)
      return error(`row ${broken} of moderation_record was changed, removed or added afterwards`);
    const next = rows.at(-1);
    if (!next) break;
    last = next;
  }
  return ok(last.number === 0 ? "it is empty" : `${last.number} rows, the last ${last.hash}`);
}

/** PostgreSQL's driver returns large integers as text. */
const toRecordRow = (row: Record<string, unknown>) =>
  ({
    ...row,
    ...{ number: Number(row.number), at: Number(row.at) },
    actor: row.actor === null ? null : Number(row.actor),
  }) as RecordRow;

async function checkServers({ engine, read }: Reader): Promise<Outcome> {
  if (engine === "sqlite") return skipped("SQLite belongs to one process");
  const rows = await read(
    "select application_name as name, count(*) as count from pg_stat_activity where datname = current_database() and application_name like 'kanaat@%' group by 1 order by 1",
  );
  const servers = rows.map(({ name, count }) => ({ ...readApplicationName(String(name)), count }));
  const text = servers
    .map(
      ({ host, release, count }) => `${host} (${release ?? "before 0.2.0"}, ${count} connections)`,
    )
    .join(", ");
  if (text === "") return ok("no server is connected by its usual name");
  if (servers.every(({ release }) => release === versionText)) return ok(text);
  return warning(
    `not all are ${versionText}, as this command is: ${text}. Upgrade and restart them`,
  );
}

/** Connects as a server does, which reveals what a pooler does not pass on. */
async function checkPassage(config: Config): Promise<Outcome> {
  if (!config.databaseDirectUrl) return skipped("there is no DATABASE_DIRECT_URL");
  const db = await openUnmigrated(config);
  await db.close();
  return ok("DATABASE_URL passes on settings and keeps prepared statements");
}

async function checkReplica(url: string | undefined): Promise<Outcome> {
  if (!url) return skipped("there is no DATABASE_REPLICA_URL");
  await using reader = await openPostgresReader(url);
  const [row] = await reader.read(
    "select pg_is_in_recovery() as standby, extract(epoch from now() - pg_last_xact_replay_timestamp()) as lag, pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() as idle",
  );
  if (!row?.standby) return error("DATABASE_REPLICA_URL leads to no standby");
  const lag = row.idle ? 0 : Number(row.lag);
  const text = `${lag.toFixed(1)} s behind`;
  return lag > LAG_SECONDS ? warning(`${text}: nothing is read from it`) : ok(text);
}
