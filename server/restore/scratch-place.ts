import { lstat, mkdtemp, readdir, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LOCK } from "#server/backup/manifest.ts";
import { directly } from "#server/db/open.ts";
import { openScratchDatabase } from "#server/db/scratch-database.ts";
import { lockFile } from "#server/db/sqlite/file-lock.ts";

/** Prefix of temporary folders. */
const PREFIX = "kanaat-restore-check-";
const MB = 1e6;

interface DatabaseLocation {
  dataDir: string;
  databaseUrl: string | undefined;
  databaseDirectUrl?: string | undefined;
}

/** An empty place for a database of the configured engine, removed when disposed of. */
export interface ScratchPlace extends AsyncDisposable {
  target: DatabaseLocation;
}

/**
 * Removes what a killed check has left, and creates a place that nobody else uses: a database
 * beside the configured one, or a folder in the system's temporary folder. Throws where another
 * check runs, where the folder's disk has less than `bytes` free, and where the role may not create
 * databases.
 */
export const openScratchPlace = (where: DatabaseLocation, bytes: number): Promise<ScratchPlace> => {
  const { databaseUrl } = directly({ ...where, databaseReplicaUrl: undefined });
  return databaseUrl ? scratchDatabase(databaseUrl) : scratchFolder(bytes);
};

async function scratchFolder(bytes: number): Promise<ScratchPlace> {
  await removeAbandoned(tmpdir());
  const { bavail, bsize } = await statfs(tmpdir());
  if (bavail * bsize < bytes) {
    const [needed, free] = [bytes, bavail * bsize].map((count) => Math.ceil(count / MB));
    throw new Error(
      `${needed} MB are needed in ${tmpdir()}, and ${free} MB are free: name another folder by TMPDIR.`,
    );
  }
  const folder = await mkdtemp(join(tmpdir(), PREFIX));
  const lock = lockFile(join(folder, LOCK));
  return {
    target: { dataDir: join(folder, "data"), databaseUrl: undefined },
    async [Symbol.asyncDispose]() {
      await rm(folder, { recursive: true, force: true });
      lock?.close();
    },
  };
}

/** Removes only folders of this user, since anybody may create folders there. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const entry of await readdir(parent, { withFileTypes: true })) {
    if (!entry.name.startsWith(PREFIX) || !entry.isDirectory()) continue;
    const folder = join(parent, entry.name);
    if ((await lstat(folder)).uid !== process.getuid?.()) continue;
    const lock = lockFile(join(folder, LOCK));
    if (!lock) continue;
    await rm(folder, { recursive: true, force: true });
    lock.close();
  }
}

async function scratchDatabase(url: string): Promise<ScratchPlace> {
  const { databaseUrl, drop } = await openScratchDatabase(url);
  return { target: { dataDir: "", databaseUrl }, [Symbol.asyncDispose]: drop };
}
