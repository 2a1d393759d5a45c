import { chmod, mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";

const OTHERS = 0o077;
/** As /tmp has it: a folder that is meant for others too. */
const STICKY = 0o1000;
const OWN_NAMES = /^(kanaat\..*|images|uploads|deletions|outbox|security-log)$/;

/**
 * From now on, what this process writes is for its own user alone: files 0600, folders 0700. So are
 * `dataDir`, which is made where it is missing, and the database that lies there from an earlier
 * version; what is in the folders below is out of reach then.
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
 * Does the same for everything in the folders that lie in `folder`, or those of them that are `meant`.
 * Each is closed after what it holds, so that a run that `stop` cut off is taken up by the next, and
 * closed ones are not read.
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

/** False also for what another process has deleted. */
async function isOpen(path: string): Promise<boolean> {
  const { mode = 0 } = (await stat(path).catch(() => null)) ?? {};
  return (mode & OTHERS) !== 0 && (mode & STICKY) === 0;
}

function noneIfMissing(error: NodeJS.ErrnoException): never[] {
  if (error.code !== "ENOENT") throw error;
  return [];
}
