import { cp, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { dropTables, holdsPeople, insertRows } from "#server/db/bulk.ts";
import { MIGRATION_NAMES, migrate } from "#server/db/migrate.ts";
import { type Database, openUnmigrated, type Transaction } from "#server/db/open.ts";
import { TABLE_NAMES, type Tables } from "#server/db/tables.ts";
import { forgetImageOwner } from "#server/images/orphaned-images.ts";
import { linesOf, type Manifest, readManifest, tableFile, verify } from "./manifest.ts";

const ROWS_AT_ONCE = 1000;

/**
 * Puts a backup where `where` says, on either engine, wherever it was made. Checks it wholly before
 * anything is touched. Throws where something is kept already, unless `replace` lets it go.
 */
export async function restore(
  where: { databaseUrl: string | undefined; dataDir: string },
  backup: string,
  { replace }: { replace: boolean },
): Promise<Manifest> {
  const manifest = await readManifest(backup);
  if (!MIGRATION_NAMES.includes(manifest.migration)) {
    throw new Error(`The backup is of a newer version (${manifest.migration}): update first.`);
  }
  await verify(backup, manifest);
  const db = await openUnmigrated(where);
  try {
    await refuseUnlessEmpty(db, where.dataDir, replace);
    await dropTables(db);
    await migrate(db, manifest.migration);
    await copyPictures(backup, where.dataDir);
    await forgetImageOwner(where.dataDir);
    await db.query.transaction().execute((tx) => fillTables(db, tx, backup, manifest));
    await migrate(db);
  } finally {
    await db.close();
  }
  return manifest;
}

async function refuseUnlessEmpty(db: Database, dataDir: string, replace: boolean) {
  if (replace) return;
  const pictures = await readdir(join(dataDir, "images")).catch(() => []);
  if (pictures.length === 0 && !(await holdsPeople(db))) return;
  throw new Error("There is something already: name an empty place, or say --replace to lose it.");
}

async function copyPictures(backup: string, dataDir: string): Promise<void> {
  await mkdir(join(dataDir, "images"), { recursive: true });
  await cp(join(backup, "images"), join(dataDir, "images"), { recursive: true }).catch((error) => {
    if (error.code !== "ENOENT") throw error;
  });
}

async function fillTables(db: Database, tx: Transaction, backup: string, manifest: Manifest) {
  // A table that is younger than the backup stays empty.
  for (const table of TABLE_NAMES.filter((name) => name in manifest.rows)) {
    const count = await fillTable(tx, table, join(backup, tableFile(table)));
    if (count !== manifest.rows[table]) throw new Error(`The backup has too few rows of ${table}.`);
  }
  for (const [table, last] of Object.entries(manifest.last_ids)) {
    await db.countOnFrom(tx, table as keyof Tables, last);
  }
}

async function fillTable(tx: Transaction, table: keyof Tables, path: string): Promise<number> {
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
    else if (batch.push(values) === ROWS_AT_ONCE) await flush();
  }
  await flush();
  return count;
}
