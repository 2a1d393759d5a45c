import { cp, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { dropTables, hasPeople, insertRows } from "#server/db/bulk.ts";
import { MIGRATION_NAMES, migrate } from "#server/db/migrate.ts";
import { type Database, openUnmigrated, type Transaction } from "#server/db/open.ts";
import { ALL_TABLE_NAMES, type AnyTable, type Tables } from "#server/db/tables.ts";
import { type ImageLocation, openImageStore } from "#server/images/open-store.ts";
import { readSecret, writeSecret } from "#server/mailboxes.ts";
import { closeFolders } from "#server/private-files.ts";
import { linesOf, type Manifest, readManifest, tableFile, verify } from "./manifest.ts";

const BATCH_ROWS = 1000;

/**
 * Restores a backup into a database and data folder, on either engine, whichever it was made on.
 * Verifies all of it before anything is changed. Throws where there are people or pictures already,
 * unless `replace` allows to delete them.
 */
export async function restore(
  target: ImageLocation & { databaseUrl: string | undefined; markSecret?: string | undefined },
  backup: string,
  { replace }: { replace: boolean },
): Promise<Manifest> {
  const manifest = await readManifest(backup);
  if (!MIGRATION_NAMES.includes(manifest.migration)) {
    throw new Error(`The backup is of a newer version (${manifest.migration}): update first.`);
  }
  await verify(backup, manifest);
  const secret = await readSecret({ dataDir: backup });
  if (secret && target.markSecret && secret !== target.markSecret) {
    throw new Error("MARK_SECRET is not that of the backup: unset it, or give the same.");
  }
  const db = await openUnmigrated(target);
  try {
    await refuseUnlessEmpty(db, target.dataDir, replace);
    await dropTables(db);
    await migrate(db, manifest.migration);
    await copyPictures(backup, target.dataDir);
    const images = await openImageStore(target);
    // The next database that opens them owns them.
    await images.setOwner("");
    if (secret) await writeSecret(target.dataDir, secret, { replace: true });
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
  if (pictures.length === 0 && !(await hasPeople(db))) return;
  throw new Error("There is something already: name an empty place, or say --replace to lose it.");
}

async function copyPictures(backup: string, dataDir: string): Promise<void> {
  await mkdir(join(dataDir, "images"), { recursive: true });
  await cp(join(backup, "images"), join(dataDir, "images"), { recursive: true }).catch((error) => {
    if (error.code !== "ENOENT") throw error;
  });
  // Copies keep the modes that they had in the backup.
  await closeFolders(join(dataDir, "images"));
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
