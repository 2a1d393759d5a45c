import { chmod, mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";

const OTHERS = 0o077;
/** The mode bit of folders like /tmp, which are meant for others too. */
const STICKY = 0o1000;
const OWN_NAMES = /^(kanaat\..*|images|uploads|deletions|outbox|security-log)$/;

/**
 * From now on, only this process's user can read what it writes: files 0600, folders 0700. The same
 * applies to `dataDir`, which is created if missing, and to the product's files and folders in it
 * from an earlier version; what is in those folders is then out of reach.
 */
export async function keepPrivate(dataDir: string): Promise<void> {
  process.umask(OTHERS);
  await mkdir(dataDir, { recursive: true });
  const names = (await readdir(dataDir)).filter((name) => OWN_NAMES.test(name));
  for (const path of [dataDir, ...names.map((name) => join(dataDir, name))]) {
    await warnIfNotAllowed(path, closeToOthers(path));
  }
}

async function warnIfNotAllowed(path: string, closing: Promise<void>): Promise<void> {
  await closing.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EPERM" && error.code !== "EROFS") throw error;
    process.emitWarning(`Others can read ${path}: this user may not change its mode.`);
  });
}

/**
 * Does the same for everything in the folders inside `folder`, or only in those that are `meant`.
 * Each folder is closed after its contents, so that the next run continues one that `stop` cut off,
 * and closed folders are not read again.
 */
export async function closeFolders(
  folder: string,
  { stop, meant = () => true }: { stop?: AbortSignal; meant?: (path: string) => boolean } = {},
): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(noneIfMissing)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && meant(path) && (await isOpen(path)))
      await warnIfNotAllowed(path, closeTree(path, stop));
    if (stop?.aborted) return;
  }
}

async function closeTree(folder: string, stop: AbortSignal | undefined): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(noneIfMissing)) {
    const path = join(folder, entry.name);
    await (entry.isDirectory() ? closeTree(path, stop) : closeToOthers(path));
    if (stop?.aborted) return;
  }
  await closeToOthers(folder);
}

async function closeToOthers(path: string): Promise<void> {
  if (await isOpen(path)) await chmod(path, (await stat(path)).mode & ~OTHERS);
}

/** False also for files that another process has deleted. */
async function isOpen(path: string): Promise<boolean> {
  const { mode = 0 } = (await stat(path).catch(() => null)) ?? {};
  return (mode & OTHERS) !== 0 && (mode & STICKY) === 0;
}

function noneIfMissing(error: NodeJS.ErrnoException): never[] {
  if (error.code !== "ENOENT") throw error;
  return [];
}
