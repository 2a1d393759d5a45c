import { join } from "node:path";
import { RowsChecksum } from "#server/backup/checksums.ts";
import { linesOf, type Manifest, readManifest, tableFile } from "#server/backup/manifest.ts";
import { dropTables, insertRows } from "#server/db/bulk.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { MIGRATION_NAMES, migrate } from "#server/db/migrate.ts";
import { openSnapshot } from "#server/db/snapshot.ts";
import { ALL_TABLE_NAMES, type AnyTable, type Tables } from "#server/db/tables/tables.ts";
import { unhurried } from "#server/db/write-deadline.ts";

const BATCH_ROWS = 1000;

/** Where rows are restored to, in the form that `openSnapshot` takes. */
type RowsTarget = Parameters<typeof openSnapshot>[0];

/** Throws where `backup` is not a backup, or is from a newer version. */
export async function readRestorableManifest(backup: string): Promise<Manifest> {
  const manifest = await readManifest(backup);
  if (MIGRATION_NAMES.includes(manifest.migration)) return manifest;
  throw new Error(`The backup is of a newer version (${manifest.migration}): update first.`);
}

/** Drops all tables, and creates those of the backup's migration. */
export async function makeTables(db: Database, { migration }: Manifest): Promise<void> {
  await dropTables(db);
  await migrate(db, migration);
}

/**
 * Fills the tables created by `makeTables`, reads back every row and migrates the tables to this
 * version. Throws where the database then holds other rows than the backup.
 */
export async function restoreRows(
  db: Database,
  target: RowsTarget,
  { backup, manifest }: { backup: string; manifest: Manifest },
): Promise<void> {
  await unhurried(() =>
    db.query.transaction().execute((tx) => fillTables(db, tx, backup, manifest)),
  );
  await requireSameRows(target, manifest);
  await migrate(db);
}

async function fillTables(db: Database, tx: Transaction, backup: string, manifest: Manifest) {
  // Tables that are newer than the backup stay empty.
  for (const table of ALL_TABLE_NAMES.filter((name) => name in manifest.rows)) {
    const count = await fillTable(tx, table, join(backup, tableFile(table)));
    if (count !== manifest.rows[table]) throw new Error(`The backup has too few rows of ${table}.`);
  }
  for (const [table, last] of Object.entries(manifest.last_ids)) {
    await db.resetIdSequence(tx, table as keyof Tables, last);
  }
}

async function fillTable(tx: Transaction, table: AnyTable, path: string): Promise<number> {
  let columns: string[] | undefined;
  let batch: unknown[][] = [];
  let count = 0;
  const flush = async () => {
    if (columns && batch.length > 0) await insertRows(tx, table, columns, batch);
    count += batch.length;
    batch = [];
  };
  for await (const line of linesOf(path)) {
    const values = JSON.parse(line);
    if (!columns) columns = values;
    else if (batch.push(values) === BATCH_ROWS) await flush();
  }
  await flush();
  return count;
}

/** Reads back all rows. Throws where they differ from those that were written. */
async function requireSameRows(target: RowsTarget, manifest: Manifest): Promise<void> {
  const { rows, checksums } = manifest;
  await using snapshot = await openSnapshot(target);
  const checksum = new RowsChecksum();
  let areSame = true;
  for (const table of ALL_TABLE_NAMES.filter((name) => name in rows)) {
    const add = checksum.of(table, await snapshot.columns(table));
    let count = 0;
    for await (const batch of snapshot.rows(table)) {
      batch.forEach(add);
      count += batch.length;
    }
    areSame &&= count === rows[table];
  }
  // Backups of the first versions have no checksums.
  areSame &&= !checksums || checksum.digest() === checksums.rows;
  if (areSame) return;
  throw new Error("The database holds other rows than the backup: restore it again.");
}
