import { createHash } from "node:crypto";
import { readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { DAY_MS } from "#contract/durations.ts";
import { lockFile } from "#server/db/sqlite/file-lock.ts";
import { dayInTurkey } from "#server/db/timestamps.ts";
import { readSecret, SECRET_FILE } from "#server/secret/secret-file.ts";
import {
  LOCK,
  linesOf,
  MANIFEST,
  type Manifest,
  readManifest,
  SUMS,
  tableFile,
  UNFINISHED,
} from "./manifest.ts";

/** Everything that a backup, complete or not, may contain. */
const OWN_NAMES = new Set(["tables", "images", SECRET_FILE, MANIFEST, SUMS, LOCK]);

/** How many backups are kept; the newest one for a day, week (from Monday) or month. */
export interface Retention {
  last?: number | undefined;
  daily?: number | undefined;
  weekly?: number | undefined;
  monthly?: number | undefined;
}

/** The period that a backup represents under each rule; days are in Türkiye. */
const PERIODS: Record<keyof Retention, (madeAt: string) => string> = {
  last: (madeAt) => madeAt,
  daily: (madeAt) => dayInTurkey(Date.parse(madeAt)),
  weekly: (madeAt) => mondayBefore(dayInTurkey(Date.parse(madeAt))),
  monthly: (madeAt) => dayInTurkey(Date.parse(madeAt)).slice(0, 7),
};

function mondayBefore(day: string): string {
  const date = Date.parse(day);
  const daysSinceMonday = (new Date(date).getUTCDay() + 6) % 7;
  return new Date(date - daysSinceMonday * DAY_MS).toISOString().slice(0, 10);
}

interface Pruned {
  removed: string[];
  /** Backups of other installations, or damaged ones. */
  foreign: string[];
}

/**
 * Removes backups beside the complete one `newest` that no rule of `retention` keeps, and remains
 * of interrupted backups. Removes only whole backups of the same installation (with the same
 * secret), and never `newest`. Returns names of folders.
 */
export async function prune(newest: string, retention: Retention): Promise<Pruned> {
  const parent = dirname(resolve(newest));
  await removeUnfinished(parent);
  const { own, foreign } = await listBackups(parent, basename(newest));
  const kept = keptOf(own, retention);
  const removed: string[] = [];
  for (const { name } of own.filter((one) => !kept.has(one))) {
    if (name === basename(newest)) continue;
    // Renamed first, so that the next run continues an interrupted removal.
    await rename(join(parent, name), join(parent, name + UNFINISHED));
    await rm(join(parent, name + UNFINISHED), { recursive: true, force: true });
    removed.push(name);
  }
  return { removed, foreign };
}

/** Skips backups being made, and folders that contain anything else. */
async function removeUnfinished(parent: string): Promise<void> {
  for (const name of await foldersIn(parent)) {
    if (!name.endsWith(UNFINISHED)) continue;
    const folder = join(parent, name);
    const names = await readdir(folder);
    if (!names.every((one) => OWN_NAMES.has(one) || one.startsWith(`${LOCK}-`))) continue;
    const lock = lockFile(join(folder, LOCK));
    if (!lock) continue;
    await rm(folder, { recursive: true, force: true });
    lock.close();
  }
}

interface Own {
  name: string;
  madeAt: string;
}

/** Whole backups with the secret of the newest one, newest first, and the names of all others. */
async function listBackups(parent: string, newest: string) {
  const secret = await readSecret({ dataDir: join(parent, newest) });
  const own: Own[] = [];
  const foreign: string[] = [];
  for (const name of await foldersIn(parent)) {
    if (name.endsWith(UNFINISHED)) continue;
    const folder = join(parent, name);
    const manifest = await readManifest(folder).catch(() => undefined);
    if (!manifest) continue;
    const isOwn =
      secret !== undefined &&
      (await readSecret({ dataDir: folder }).catch(() => undefined)) === secret &&
      (await isComplete(folder, manifest));
    if (isOwn) own.push({ name, madeAt: manifest.made_at });
    else foreign.push(name);
  }
  own.sort((a, b) => (a.madeAt < b.madeAt ? 1 : -1));
  return { own, foreign };
}

/** Whether it has every table, and the manifest in its sums; other files are not read. */
async function isComplete(folder: string, { rows }: Manifest): Promise<boolean> {
  const manifest = await readFile(join(folder, MANIFEST));
  const line = `${createHash("sha256").update(manifest).digest("hex")}  ${MANIFEST}`;
  try {
    for (const table of Object.keys(rows)) await stat(join(folder, tableFile(table)));
    for await (const one of linesOf(join(folder, SUMS))) if (one === line) return true;
    return false;
  } catch (error) {
    if (Object(error).code !== "ENOENT") throw error;
    return false;
  }
}

function keptOf(newestFirst: readonly Own[], retention: Retention): Set<Own> {
  const kept = new Set<Own>();
  for (const rule of Object.keys(PERIODS) as (keyof Retention)[]) {
    const periods = new Set<string>();
    for (const one of newestFirst) {
      const period = PERIODS[rule](one.madeAt);
      if (periods.has(period) || periods.size === (retention[rule] ?? 0)) continue;
      periods.add(period);
      kept.add(one);
    }
  }
  return kept;
}

async function foldersIn(parent: string): Promise<string[]> {
  const entries = await readdir(parent, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
