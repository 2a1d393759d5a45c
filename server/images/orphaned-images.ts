import { DAY_MS } from "#contract/durations.ts";
import type { Database } from "#server/db/database.ts";
import type { PictureTable } from "#server/db/tables/tables.ts";
import { imagePathOf } from "./image-paths.ts";
import { readDatabaseId, readReferencedImages } from "./referenced-images.reads.ts";
import type { ImageStore } from "./store/image-store.ts";

/** A younger image may belong to an upload in progress; none takes nearly as long. */
const SAFE_AGE_MS = DAY_MS;
const LOOKED_UP_AT_ONCE = 200;
/** Each round looks at the ids with one prefix of two hexadecimal digits. */
const PREFIXES = 256;

/** A database with the store of its pictures, and the tables that name them. */
export interface ImageRows {
  db: Database;
  images: ImageStore;
  pictureTables: readonly PictureTable[];
}

/**
 * Deletes images left by a crash between storing them and committing the rows that refer to them.
 * Each `round` looks at one part of the store. Throws where the images belong to another database.
 */
export async function deleteOrphanedImages(
  { db, images, pictureTables }: ImageRows,
  { now, round }: { now: number; round: number },
): Promise<void> {
  await requireOwnImages(db, images);
  const prefix = (round % PREFIXES).toString(16).padStart(2, "0");
  const selection = { prefix, before: fileTime(now) - SAFE_AGE_MS };
  await images.deleteUnfinished(selection);
  const old = await images.list(selection);
  for (let at = 0; at < old.length; at += LOOKED_UP_AT_ONCE) {
    const ids = old.slice(at, at + LOOKED_UP_AT_ONCE);
    const referenced = await readReferencedImages(db, pictureTables, ids.map(imagePathOf));
    for (const id of ids) if (!referenced.has(imagePathOf(id))) await images.delete(id);
  }
}

/**
 * The latest time that is safe to compare with the times of files, which come from the clock of
 * this machine or of the store and may differ from the server's.
 */
export const fileTime = (now: number): number => Math.min(now, Date.now());

async function requireOwnImages(db: Database, images: ImageStore): Promise<void> {
  const databaseId = await readDatabaseId(db);
  // The first database to open them owns the images; a crash may have left an empty name.
  if ((await images.owner()) === "") await images.setOwner(databaseId);
  if ((await images.owner()) !== databaseId) {
    throw new Error("kanaat.images names another database: its images are here");
  }
}
