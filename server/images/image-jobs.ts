import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { HOUR_MS, MINUTE_MS } from "#contract/durations.ts";
import type { JobContext } from "#server/maintenance/maintenance.ts";
import { closeFolders } from "#server/secret/private-files.ts";
import { deleteOrphanedImages, fileTime, type ImageRows } from "./orphaned-images.ts";

/** No upload takes longer; older files were left by a crash. */
const UPLOAD_LIFETIME_MS = HOUR_MS;

/** Registers the jobs that delete what crashes have left on the disk. */
export function imageJobs({
  jobs,
  db,
  images,
  pictureTables,
  config: { dataDir },
}: JobContext & ImageRows): void {
  jobs.push(
    {
      name: "close the pictures of earlier versions to others",
      stage: "start",
      where: "folder",
      run: ({ signal }) => closeFolders(join(dataDir, "images"), { stop: signal }),
    },
    {
      name: "delete abandoned uploads",
      stage: "cleanup",
      where: "folder",
      run: ({ now }) => deleteAbandonedUploads(join(dataDir, "uploads"), now),
    },
    {
      name: "delete orphaned images",
      stage: "cleanup",
      run: ({ now }) => {
        const round = Math.floor(now / MINUTE_MS);
        return deleteOrphanedImages({ db, images, pictureTables }, { now, round });
      },
    },
  );
}

async function deleteAbandonedUploads(folder: string, now: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // A request that ends at this moment deletes its own upload.
    const upload = await stat(path).catch(() => null);
    const isOld = upload && upload.mtimeMs < fileTime(now) - UPLOAD_LIFETIME_MS;
    if (isOld) await rm(path, { recursive: true, force: true });
  }
}
