import { Migrator } from "kysely/migration";
import * as first from "./migrations/001-first-tables.ts";
import * as viewSalts from "./migrations/002-view-salts.ts";
import * as pictureNames from "./migrations/005-picture-names.ts";
import type { Database } from "./open.ts";

const migrations = (engine: Database["engine"]) => ({
  "001-first-tables": { up: first.up(engine) },
  "002-view-salts": viewSalts,
  "005-picture-names": pictureNames,
});
export const MIGRATION_NAMES: readonly string[] = Object.keys(migrations("sqlite"));

/**
 * Brings the tables up to date, or to where they were after the migration `until`; throws what the
 * failing migration threw.
 */
export async function migrate(db: Database, until?: string): Promise<void> {
  const migrator = new Migrator({
    db: db.query,
    provider: { getMigrations: async () => migrations(db.engine) },
  });
  const { error } = await (until ? migrator.migrateTo(until) : migrator.migrateToLatest());
  if (error) throw error;
}
