import { spawnSync } from "node:child_process";
import type { Stats } from "node:fs";
import { access, constants, mkdtemp, readdir, realpath, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** What the server reads and writes in DATA_DIR; operators may have put other files there. */
const USED =
  /^(kanaat\.(sqlite|lock)(-\w+)?|kanaat\.(secret|images)|images|uploads|deletions|outbox|security-log)$/;
/** Other files that commands create there. */
const MADE = /^(last-backup(-check)?\.json(\.new)?|kanaat\.secret\.[\da-f]+)$/;
/** Folders whose entries are checked too; an entry of `images` is for some thousand pictures. */
const WITH_ENTRIES = ["images", "deletions", "security-log"];
/** Written only once; an operator may have mounted it read-only. */
const READ_ALONE = ["kanaat.secret"];

/**
 * Throws one line that says what to do if this process cannot write to something in `dataDir`, or
 * if root would leave files of its own among those of another user (R359). A read-only file system
 * is accepted.
 */
export async function requireUsable(dataDir: string): Promise<void> {
  if (!process.getuid) return;
  for (const [path, rights] of await listUsed(dataDir)) {
    const facts = await stat(path).catch(() => undefined);
    if (!facts) continue;
    const isForeign = path !== dataDir && (await isAnotherUsers(facts, dataDir));
    if (isForeign || !(await isAllowed(path, rights, facts)))
      throw new Error(refusal(path, facts, await realpath(dataDir)));
  }
}

/** Whether only the product creates files of this name in DATA_DIR. */
export const isOwnName = (name: string): boolean => USED.test(name) || MADE.test(name);

/** The name of a user of this machine, or the number where it has none. */
export function userName(uid: number): string {
  const { stdout } = spawnSync("getent", ["passwd", String(uid)], { encoding: "utf8" });
  return stdout?.split(":")[0] || String(uid);
}

/** The names of the files in DATA_DIR that the server reads and writes. */
export const usedNames = async (dataDir: string): Promise<string[]> =>
  (await readdir(dataDir).catch(() => [])).filter((name) => USED.test(name));

async function listUsed(dataDir: string): Promise<[path: string, rights: number][]> {
  const paths: [string, number][] = [[dataDir, constants.R_OK | constants.W_OK]];
  for (const name of await usedNames(dataDir)) {
    const path = join(dataDir, name);
    const rights = READ_ALONE.includes(name) ? constants.R_OK : constants.R_OK | constants.W_OK;
    paths.push([path, rights]);
    if (!WITH_ENTRIES.includes(name)) continue;
    const entries = await readdir(path).catch(() => []);
    paths.push(...entries.map((entry): [string, number] => [join(path, entry), rights]));
  }
  return paths;
}

async function isAllowed(path: string, rights: number, facts: Stats): Promise<boolean> {
  const all = facts.isDirectory() ? rights | constants.X_OK : rights;
  return access(path, all).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code === "EROFS",
  );
}

/** Root may write everywhere, and leaves files there that their folder's user cannot open. */
async function isAnotherUsers(facts: Stats, dataDir: string): Promise<boolean> {
  if (process.getuid?.() !== 0 || facts.uid === 0) return false;
  // A network file system may map root to another user.
  const trial = await mkdtemp(join(dataDir, ".owner-")).catch(() => undefined);
  if (!trial) return false;
  const { uid } = await stat(trial);
  await rm(trial, { recursive: true });
  return uid !== facts.uid;
}

function refusal(path: string, { uid, mode }: Stats, dataDir: string): string {
  const [self = 0, group = 0] = [process.getuid?.(), process.getgid?.()];
  const [owner, user] = [userName(uid), userName(self)];
  if (uid === self) {
    const shown = (mode & 0o7777).toString(8).padStart(4, "0");
    return `${path} has the mode ${shown}, so that ${user}, as whom this server runs, cannot use it: run chmod -R u+rwX ${dataDir}`;
  }
  const as = `${path} belongs to ${owner}, and this server runs as ${user}`;
  if (self === 0) return `${as}: run it as ${owner}`;
  return `${as}: run chown -R ${self}:${group} ${dataDir}`;
}
