import type { Database } from "./database.ts";
import { recordVersion } from "./installed-version.ts";
import { migrate } from "./migrate.ts";
import type { PostgresOptions } from "./postgres/postgres.ts";
import type { Tables } from "./tables/tables.ts";

/**
 * Opens the database and brings its tables up to date: PostgreSQL where there is a `databaseUrl`,
 * otherwise the SQLite file in `dataDir`. Throws when another process uses that file.
 */
export async function openDatabase(options: DatabaseLocation): Promise<Database> {
  if (!options.databaseDirectUrl) return openMigrated(options);
  const direct = await openMigrated(directly(options));
  await direct.close();
  return openUnmigrated(options);
}

async function openMigrated(options: DatabaseLocation): Promise<Database> {
  const db = await openUnmigrated(options);
  try {
    await migrate(db);
    const line = options.version && (await recordVersion(db, options.version));
    if (line) options.onUpgraded?.(line);
    return db;
  } catch (error) {
    await db.close();
    const { code = "" } = error as { code?: string };
    throw CANNOT_MIGRATE[code] ? new Error(CANNOT_MIGRATE[code], { cause: error }) : error;
  }
}

/** What an operator has to change, by PostgreSQL's error code. */
const CANNOT_MIGRATE: Record<string, string> = {
  "42501":
    "The role of DATABASE_URL may not create tables: grant it `create on schema public`, or run " +
    "`npm run migrate` with one that may.",
  "25006": "The database takes no writes: it is a standby, or default_transaction_read_only is on.",
};

interface DatabaseLocation extends PostgresOptions {
  databaseUrl: string | undefined;
  dataDir: string;
  /** Where given, recorded as the installation's version. */
  version?: string;
  /** Called with a line for the operator at the first start of a newer version. */
  onUpgraded?: (line: string) => void;
}

/** The same with PostgreSQL's own address, for what no pooler passes on. */
export const directly = <Location extends DatabaseLocation>(options: Location): Location => ({
  ...options,
  databaseUrl: options.databaseDirectUrl ?? options.databaseUrl,
  databaseDirectUrl: undefined,
  databaseReplicaUrl: undefined,
});

/**
 * Opens the database without running migrations; it may have no tables. Loads the code of one engine
 * only: PostgreSQL's takes 14 MB.
 */
export async function openUnmigrated(options: DatabaseLocation): Promise<Database> {
  if (options.databaseUrl) {
    const { openPostgres } = await import("./postgres/postgres.ts");
    return openPostgres(options.databaseUrl, options);
  }
  const { openSqlite } = await import("./sqlite/sqlite.ts");
  return openSqlite(options.dataDir);
}

/**
 * Opens the database beside a server that may be running. On SQLite it can only be read, except
 * `scratch` tables, which are then empty and seen by nobody else.
 */
export async function openBesideServer(
  options: DatabaseLocation,
  scratch: readonly (keyof Tables)[],
): Promise<Database> {
  if (options.databaseUrl) return openDatabase(options);
  const { openSqliteReader } = await import("./sqlite/sqlite.ts");
  return openSqliteReader(options.dataDir, scratch);
}
