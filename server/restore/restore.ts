import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { RowsChecksum } from "#server/backup/checksums.ts";
import { type Deletions, readDeletions } from "#server/backup/deletion-log.ts";
import {
  linesOf,
  type Manifest,
  readManifest,
  tableFile,
  verify,
} from "#server/backup/manifest.ts";
import { type NoteStore, openNoteStore } from "#server/backup/note-store.ts";
import { dropTables, hasPeople, insertRows } from "#server/db/bulk.ts";
import { MIGRATION_NAMES, migrate } from "#server/db/migrate.ts";
import { type Database, directly, openUnmigrated, type Transaction } from "#server/db/open.ts";
import { openSnapshot } from "#server/db/snapshot.ts";
import { ALL_TABLE_NAMES, type AnyTable, type Tables } from "#server/db/tables.ts";
import { unhurried } from "#server/db/write-deadline.ts";
import { copyImages } from "#server/images/copy-images.ts";
import { openDiskStore } from "#server/images/disk-store.ts";
import type { ImageStore } from "#server/images/image-store.ts";
import { type ImageLocation, openImageStore } from "#server/images/open-store.ts";
import { readSecret, writeSecret } from "#server/secret/secret-file.ts";
import { type Repeated, repeatDeletions } from "./repeat-deletions.ts";

const BATCH_ROWS = 1000;
/** The first two digits of pictures' ids. */
const PREFIXES = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, "0"));

type Target = ImageLocation & {
  databaseUrl: string | undefined;
  databaseDirectUrl?: string | undefined;
  markSecret?: string | undefined;
};

interface Options {
  replace: boolean;
  /** By default those of the place that is restored to. */
  notes?: NoteStore;
  onProgress?: ((share: number) => void) | undefined;
}

/**
 * Restores a backup into a database and a store for pictures, of either kind, whichever it was made of.
 * Verifies all of it before anything is changed, and the rows once more as they are read back. Pictures
 * that are there with the same contents are not copied again, so that one that was cut off can be
 * taken up. Throws where there are people or pictures already,
 * unless `replace` allows to delete them. One that fails leaves an empty place as it was, so that it can be
 * run again (R320). What people have deleted since the backup, as the notes there say, is deleted again
 * (R364).
 */
export async function restore(
  target: Target,
  backup: string,
  { replace, onProgress, notes = openNoteStore(target) }: Options,
): Promise<Manifest & { deletions: Deletions; repeated: Repeated }> {
  const manifest = await readManifest(backup);
  if (!MIGRATION_NAMES.includes(manifest.migration)) {
    throw new Error(`The backup is of a newer version (${manifest.migration}): update first.`);
  }
  await verify(backup, manifest);
  const secret = await readSecret({ dataDir: backup });
  if (secret && target.markSecret && secret !== target.markSecret) {
    throw new Error("MARK_SECRET is not that of the backup: unset it, or give the same.");
  }
  const deletions = await readDeletions(notes);
  const names = await namesIn(target.dataDir);
  const formerSecret = await readSecret({ dataDir: target.dataDir });
  try {
    const source = { backup, manifest, secret };
    const repeated = await restoreVerified(target, source, deletions, { replace, onProgress });
    return { ...manifest, deletions, repeated };
  } catch (error) {
    if (formerSecret) await writeSecret(target.dataDir, formerSecret, { replace: true });
    for (const name of await namesIn(target.dataDir)) {
      if (!names.includes(name)) await rm(join(target.dataDir, name), { recursive: true });
    }
    throw error;
  }
}

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return [];
  });

async function restoreVerified(
  target: Target,
  { backup, manifest, secret }: { backup: string; manifest: Manifest; secret: string | undefined },
  deletions: Deletions,
  { replace, onProgress }: Options,
): Promise<Repeated> {
  const db = await openUnmigrated(directly(target));
  try {
    const images = await openImageStore({ ...target, minFreeDiskBytes: 0 });
    if (!replace) await refuseUnlessEmpty(db, images);
    try {
      await dropTables(db);
      await migrate(db, manifest.migration);
      // The next database that opens them owns them.
      await images.setOwner("");
      if (manifest.pictures > 0) {
        await copyImages(await openDiskStore({ dataDir: backup }), images, onProgress);
      }
      if (secret) await writeSecret(target.dataDir, secret, { replace: true });
      await unhurried(() =>
        db.query.transaction().execute((tx) => fillTables(db, tx, backup, manifest)),
      );
      await requireSameRows(target, manifest);
      await migrate(db);
      return await repeatDeletions({ db, images, secret: target }, deletions);
    } catch (error) {
      await clear(db, replace ? undefined : images, error);
      throw error;
    }
  } finally {
    await db.close();
  }
}

/** Deletes what a restore that failed has made. Pictures that may replace others are taken up next time. */
async function clear(db: Database, images: ImageStore | undefined, cause: unknown): Promise<void> {
  try {
    await dropTables(db);
    for (const prefix of images ? PREFIXES : []) {
      for (const id of (await images?.inventory(prefix))?.keys() ?? []) await images?.delete(id);
    }
  } catch (error) {
    const why = [cause, error].map((one) => (one instanceof Error ? one.message : one)).join("; ");
    throw new Error(`${why}. A part of the backup is there now: run it again with --replace.`, {
      cause: error,
    });
  }
}

async function refuseUnlessEmpty(db: Database, images: ImageStore) {
  let isEmpty = !(await hasPeople(db));
  for (const prefix of PREFIXES) isEmpty &&= (await images.inventory(prefix)).size === 0;
  if (isEmpty) return;
  throw new Error("There is something already: name an empty place, or say --replace to lose it.");
}

/** Reads back all rows. Throws where the database keeps others than it was given. */
async function requireSameRows(target: Target, { rows, checksums }: Manifest): Promise<void> {
  if (!checksums) return;
  await using snapshot = await openSnapshot(target);
  const checksum = new RowsChecksum();
  for (const table of ALL_TABLE_NAMES.filter((name) => name in rows)) {
    const add = checksum.of(table, await snapshot.columns(table));
    for await (const batch of snapshot.rows(table)) batch.forEach(add);
  }
  if (checksum.digest() === checksums.rows) return;
  throw new Error("The database holds other rows than the backup: restore it once more.");
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
