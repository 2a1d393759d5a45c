import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Manifest, verify } from "#server/backup/manifest.ts";
import { dropTables, hasPeople } from "#server/db/bulk.ts";
import type { Database } from "#server/db/database.ts";
import { directly, openUnmigrated } from "#server/db/open.ts";
import { type Deletions, readDeletions } from "#server/deletions/deletion-log.ts";
import { type NoteStore, openNoteStore } from "#server/deletions/note-store.ts";
import { copyImages } from "#server/images/store/copy-images.ts";
import { openDiskStore } from "#server/images/store/disk-store.ts";
import type { ImageStore } from "#server/images/store/image-store.ts";
import { type ImageLocation, openImageStore } from "#server/images/store/open-store.ts";
import { readSecret, writeSecret } from "#server/secret/secret-file.ts";
import { type Repeated, repeatDeletions } from "./repeat-deletions.ts";
import { makeTables, readRestorableManifest, restoreRows } from "./restore-rows.ts";

/** The first two digits of pictures' ids. */
const PREFIXES = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, "0"));

type Target = ImageLocation & {
  databaseUrl: string | undefined;
  databaseDirectUrl?: string | undefined;
  markSecret?: string | undefined;
};

interface Options {
  replace: boolean;
  /** By default, those of the target. */
  notes?: NoteStore;
  onProgress?: ((share: number) => void) | undefined;
}

/**
 * Restores a backup into a database and an image store of either kind, whatever kind it was made
 * from. Verifies the whole backup before anything is changed, and the rows again as they are read
 * back. Pictures that exist with the same contents are not copied again, so that an interrupted
 * restore can be continued. Throws where there are people or pictures already, unless `replace`
 * permits deleting them. A failed restore leaves an empty target as it was, so that it can be run
 * again (R320). What people have deleted since the backup, according to the target's notes, is
 * deleted again (R364).
 */
export async function restore(
  target: Target,
  backup: string,
  { replace, onProgress, notes = openNoteStore(target) }: Options,
): Promise<Manifest & { deletions: Deletions; repeated: Repeated }> {
  const manifest = await readRestorableManifest(backup);
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
      await makeTables(db, manifest);
      // The next database that opens the images owns them.
      await images.setOwner("");
      if (manifest.pictures > 0) {
        await copyImages(await openDiskStore({ dataDir: backup }), images, onProgress);
      }
      if (secret) await writeSecret(target.dataDir, secret, { replace: true });
      await restoreRows(db, target, { backup, manifest });
      return await repeatDeletions({ db, images, secret: target }, deletions);
    } catch (error) {
      await clear(db, replace ? undefined : images, error);
      throw error;
    }
  } finally {
    await db.close();
  }
}

/** Deletes what a failed restore has made; with `replace`, pictures stay for the next attempt. */
async function clear(db: Database, images: ImageStore | undefined, cause: unknown): Promise<void> {
  try {
    await dropTables(db);
    for (const prefix of images ? PREFIXES : []) {
      for (const id of (await images?.inventory(prefix))?.keys() ?? []) await images?.delete(id);
    }
  } catch (error) {
    const why = [cause, error].map((one) => (one instanceof Error ? one.message : one)).join("; ");
    throw new Error(
      `${why}. A part of the backup has been restored: run it again with --replace.`,
      {
        cause: error,
      },
    );
  }
}

async function refuseUnlessEmpty(db: Database, images: ImageStore) {
  let isEmpty = !(await hasPeople(db));
  for (const prefix of PREFIXES) isEmpty &&= (await images.inventory(prefix)).size === 0;
  if (isEmpty) return;
  throw new Error("There is data already: name an empty place, or add --replace to overwrite it.");
}
