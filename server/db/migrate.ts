import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { KyselyPlugin } from "kysely";
import { type Migration, type MigrationResultSet, Migrator } from "kysely/migration";
import type { Database } from "./database.ts";
import { migrations } from "./migration-list.ts";
import { RECORDS, recordedMigrations } from "./migration-records.ts";
import { asOnlyMigrator, waitForLocks, withMigrationSettings } from "./postgres/migration.ts";
import { inTransaction } from "./sqlite/immediate-transaction.ts";

/**
 * The last migration recorded in Kysely's own table. Releases up to it could not start on a
 * database with migrations they do not have.
 */
const LAST_FORMER = "036-identities";
export const MIGRATION_NAMES: readonly string[] = Object.keys(migrations("sqlite"));

/**
 * Brings the tables up to date, or to their state after the migration named `until`. On SQLite all
 * migrations are one transaction; on PostgreSQL each is committed separately, so an interrupted run
 * is continued by the next one, and locks are held for one migration only. Waits as long as it
 * takes for locks and for another process that migrates, and passes `say` a line that names what it
 * waits for. Throws the failing migration's error, and a sentence for the operator where a newer
 * release has changed the tables so that this one cannot use them. A process may end between two
 * statements; what is not committed by then is undone.
 */
export async function migrate(
  db: Database,
  until?: string,
  say = (line: string): unknown => process.stderr.write(`${line}\n`),
): Promise<void> {
  const recorded = await recordedMigrations(db);
  refuseNewerTables(recorded);
  const wanted = MIGRATION_NAMES.filter((name) => until === undefined || name <= until);
  if (wanted.every((name) => recorded.includes(name))) return;
  await db.query.connection().execute(async (plain) => {
    if (db.engine === "sqlite") {
      const query = plain.withPlugin(listening);
      await inTransaction(query, () => runMigrations({ engine: "sqlite", query }, until));
      return;
    }
    const patiently = (work: () => Promise<void>) => waitForLocks(plain, work, say);
    await withMigrationSettings(plain, () =>
      asOnlyMigrator(plain, say, () =>
        runMigrations({ engine: "postgres", query: plain }, until, patiently),
      ),
    );
  });
}

/** SQLite's statements block the process, which handles signals only when its event loop turns. */
const listening: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    await yieldToEventLoop();
    return result;
  },
};

/** Runs what is missing; `patiently` runs what needs locks, and repeats it until it gets them. */
async function runMigrations(
  db: Pick<Database, "engine" | "query">,
  until: string | undefined,
  patiently = (work: () => Promise<void>) => work(),
): Promise<void> {
  // Nobody else uses tables that do not exist yet.
  const isNew = (await recordedMigrations(db)).length === 0;
  for (const table of ["former", "later"] as const) {
    const pending = () => pendingNames(db, table, until);
    const last = (await pending()).at(-1);
    if (last === undefined) continue;
    const migrator = await migratorOf(db, table);
    if (db.engine === "sqlite" || isNew) {
      await patiently(() => succeeded(migrator.migrateTo(last)));
    } else {
      while ((await pending()).length > 0) await patiently(() => succeeded(migrator.migrateUp()));
    }
  }
}

/** Migrations that are recorded in this table. */
const namesIn = (table: keyof typeof RECORDS): string[] =>
  MIGRATION_NAMES.filter((name) => name <= LAST_FORMER === (table === "former"));

async function pendingNames(
  db: Pick<Database, "engine" | "query">,
  table: keyof typeof RECORDS,
  until: string | undefined,
): Promise<string[]> {
  const recorded = await recordedMigrations(db);
  return namesIn(table).filter(
    (name) => !recorded.includes(name) && (until === undefined || name <= until),
  );
}

async function migratorOf(
  db: Pick<Database, "engine" | "query">,
  table: keyof typeof RECORDS,
): Promise<Migrator> {
  const own = new Set(namesIn(table));
  const entries = Object.entries<Migration>(migrations(db.engine)).filter(([name]) =>
    own.has(name),
  );
  const newer = table === "former" ? {} : await newerOnes(db);
  const all = { ...newer, ...Object.fromEntries(entries) };
  return new Migrator({
    db: db.query,
    provider: { getMigrations: async () => all },
    migrationTableName: RECORDS[table],
    migrationLockTableName: `${RECORDS[table]}_lock`,
  });
}

async function succeeded(migrating: Promise<MigrationResultSet>): Promise<void> {
  const { error } = await migrating;
  if (error) throw error;
}

const isUnknown = (name: string): boolean => !MIGRATION_NAMES.includes(name);

/** Migrations that a newer release has run here, as empty ones: this release has nothing to do. */
async function newerOnes(db: Pick<Database, "engine" | "query">) {
  const recorded = await recordedMigrations(db);
  refuseNewerTables(recorded);
  const nothing: Migration = { up: async () => undefined };
  return Object.fromEntries(recorded.filter(isUnknown).map((name) => [name, nothing]));
}

function refuseNewerTables(recorded: readonly string[]): void {
  const known = MIGRATION_NAMES.at(-1) ?? "";
  for (const name of recorded.filter(isUnknown)) {
    const [, needed = ""] = /@(\d+)$/.exec(name) ?? [];
    if (needed <= known) continue;
    throw new Error(
      `The database is of a newer version (${name}) that this one cannot work with: update first.`,
    );
  }
}
