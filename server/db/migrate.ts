import { Migrator } from "kysely/migration";
import * as first from "./migrations/001-first-tables.ts";
import * as viewSalts from "./migrations/002-view-salts.ts";
import type { Database } from "./open.ts";

/** Brings the tables up to date; throws what the failing migration threw. */
export async function migrate(db: Database): Promise<void> {
  const migrations = {
    "001-first-tables": { up: first.up(db.engine) },
    "002-view-salts": viewSalts,
  };
  const migrator = new Migrator({
    db: db.query,
    provider: { getMigrations: async () => migrations },
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
