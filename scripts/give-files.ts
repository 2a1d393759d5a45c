import {
  closeSync,
  constants,
  existsSync,
  fchownSync,
  fstatSync,
  lchownSync,
  lstatSync,
  openSync,
  readdirSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { userName } from "#server/secret/file-owners.ts";

/** Which entries of a folder that is not root's are given; in root's folders, all are. */
interface Selection {
  /** Whether an entry directly in the folder is given; by default each is. */
  isGiven?: (name: string) => boolean;
  /** Whether the contents of such an entry are given too; by default they are. */
  isWalked?: (name: string) => boolean;
}

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;
const ends: (() => void)[] = [];
const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/**
 * When this process ends, even by a failure or a signal, gives what root owns at `path` to the owner of
 * that folder, or of its nearest existing parent, and prints a line about it (R359). Does nothing if that
 * owner is root, or if this process does not run as root.
 */
export function giveAtEnd(path: string, selection: Selection = {}): void {
  if (process.getuid?.() !== 0) return;
  const { owner, made } = placeOf(resolve(path));
  if (owner.uid === 0) return;
  if (ends.length === 0) process.once("exit", () => ends.forEach((end) => void end()));
  ends.push(() => give(made, owner, selection));
}

/**
 * Makes signals without another listener end root's process in a way that files are given, until the
 * returned function is called.
 */
export function endBySignals(): () => void {
  if (process.getuid?.() !== 0) return () => undefined;
  const end = (signal: keyof typeof SIGNALS) => {
    if (process.listenerCount(signal) === 1) process.exit(128 + SIGNALS[signal]);
  };
  const names = Object.keys(SIGNALS) as (keyof typeof SIGNALS)[];
  for (const name of names) process.on(name, end);
  return () => names.forEach((name) => void process.off(name, end));
}

/** The owner of the nearest existing folder, and the topmost path below it that will be created. */
function placeOf(path: string): { owner: Stats; made: string } {
  let made = path;
  for (let folder = path; ; folder = dirname(folder)) {
    const owner = statSync(folder, { throwIfNoEntry: false });
    if (owner) return { owner, made };
    made = folder;
  }
}

function give(path: string, owner: Stats, selection: Selection): void {
  if (!existsSync(path)) return;
  const user = userName(owner.uid);
  try {
    const count = giveFolder(realpathSync(path), owner, selection);
    if (count > 0)
      console.error(`Gave files that root made in ${path} to ${user} (${count} in number).`);
  } catch (error) {
    process.exitCode ||= 1;
    console.error(`Files that root made in ${path} are not given to ${user}: ${String(error)}`);
  }
}

/**
 * Gives a folder after its contents, and returns how many of both belonged to root. Until then, nobody
 * else can put anything into a folder of root's. On Linux the folder is held open meanwhile, so that its
 * user cannot lead root elsewhere by putting a link in its place.
 */
function giveFolder(folder: string, owner: Stats, selection: Selection = {}): number {
  const handle = openSync(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  try {
    const held = process.platform === "linux" ? `/proc/self/fd/${handle}` : folder;
    const isRoots = fstatSync(handle).uid === 0;
    const { isGiven = () => true, isWalked = () => true } = isRoots ? {} : selection;
    let count = 0;
    for (const entry of readdirSync(held, { withFileTypes: true })) {
      if (!isGiven(entry.name)) continue;
      const path = join(held, entry.name);
      if (entry.isDirectory() && isWalked(entry.name)) count += giveFolder(path, owner);
      else count += giveEntry(path, owner, isRoots);
    }
    if (isRoots) fchownSync(handle, owner.uid, owner.gid);
    return count + (isRoots ? 1 : 0);
  } finally {
    closeSync(handle);
  }
}

/** In their own folder, another user may have hard-linked a file of root's from elsewhere. */
function giveEntry(path: string, { uid, gid }: Stats, isInRoots: boolean): number {
  const facts = lstatSync(path, { throwIfNoEntry: false });
  const isLinked = !isInRoots && !facts?.isDirectory() && (facts?.nlink ?? 1) > 1;
  if (facts?.uid !== 0 || isLinked) return 0;
  lchownSync(path, uid, gid);
  return 1;
}
