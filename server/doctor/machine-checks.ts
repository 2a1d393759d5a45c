import { access, constants, readFile, stat, statfs } from "node:fs/promises";
import { totalmem } from "node:os";
import { join } from "node:path";
import { DAY_MS, HOUR_MS } from "#contract/durations.ts";
import { readLastBackup, readLastBackupCheck } from "#server/backup/last-backup.ts";
import type { Config } from "#server/config/config.ts";
import { leastFree } from "#server/images/free-disk.ts";
import { usedNames, userName } from "#server/secret/file-owners.ts";
import { type Check, error, type Outcome, ok, skipped, warning } from "./check.ts";

/** Files that a process has open besides its connections. */
const OTHER_FILES = 300;
/** Bytes used by a process under votes, and by two pictures being decoded. */
const MEMORY = { process: 250e6, pictures: 290e6 };
const INODES_LEFT = 10_000;
const BACKUP_HOURS = { warning: 36, error: 24 * 7 };
/** Longer than a month, the interval of checks in `deploy/`. */
const CHECK_DAYS = 45;
const MB = 1e6;
/** What other users must not be able to read even where the folder is open to them. */
const CLOSED_NAMES = ["kanaat.sqlite", "kanaat.secret", "images"];

/** Checks of the machine's resources. The limits are those of the current process. */
export function machineChecks(config: Config, now: number): Check[] {
  const { dataDir } = config;
  return [
    ["open files", () => checkOpenFiles(config.maxConnections)],
    ["memory", () => checkMemory(config.workers)],
    ["disk", () => checkDisk(config)],
    ["inodes", () => checkInodes(dataDir)],
    ["folder", () => checkFolder(dataDir)],
    ["backup", () => checkBackup(dataDir, now)],
    ["trial restore", () => checkTrialRestore(dataDir, now)],
  ];
}

async function checkOpenFiles(connections: number): Promise<Outcome> {
  const limits = await readFile("/proc/self/limits", "utf8").catch(() => "");
  const [, soft] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
  if (!soft) return skipped("there is no /proc here");
  const needed = connections + OTHER_FILES;
  if (Number(soft) >= needed) return ok(`${soft} may be open, ${needed} are needed`);
  const raise = "raise it (ulimit -n, LimitNOFILE=)";
  return warning(`${soft} may be open here: ${raise} to ${needed}, or lower MAX_CONNECTIONS`);
}

async function checkMemory(workers: number): Promise<Outcome> {
  const needed = workers * MEMORY.process + MEMORY.pictures;
  const ofGroup = await readFile("/sys/fs/cgroup/memory.max", "utf8").catch(() => "max");
  const limit = Math.min(Number(ofGroup) || Infinity, totalmem());
  const text = `${Math.round(limit / MB)} MB, of which the server may take ${Math.round(needed / MB)}`;
  return limit < needed ? warning(`${text}: give it more, or lower WORKERS`) : ok(text);
}

async function checkDisk({ dataDir, minFreeDiskBytes }: Config): Promise<Outcome> {
  const disk = await statfs(dataDir);
  const [free, least] = [disk.bavail * disk.bsize, leastFree(disk, minFreeDiskBytes)];
  const text = `${Math.round(free / MB)} MB are free in DATA_DIR`;
  if (free < least) return error(`${text}: pictures are refused below ${Math.round(least / MB)}`);
  if (free < 2 * least) return warning(`${text}: below ${Math.round(least / MB)} none are taken`);
  return ok(text);
}

async function checkInodes(dataDir: string): Promise<Outcome> {
  const { files, ffree } = await statfs(dataDir);
  if (files === 0) return skipped("this file system counts none");
  const text = `${ffree} are free in DATA_DIR`;
  return ffree < INODES_LEFT ? warning(`${text}: a picture takes six`) : ok(text);
}

async function checkFolder(dataDir: string): Promise<Outcome> {
  const paths = [dataDir, ...(await usedNames(dataDir)).map((name) => join(dataDir, name))];
  const closed = [dataDir, ...CLOSED_NAMES.map((name) => join(dataDir, name))];
  for (const path of paths) {
    const facts = await stat(path).catch(() => undefined);
    if (!facts && path === dataDir)
      return error(`DATA_DIR ${dataDir} is not there, or not for you`);
    if (!facts) continue;
    if (closed.includes(path) && (facts.mode & 0o077) !== 0)
      return warning(`others can read ${path}: chmod -R go= ${path}`);
    const owner = await stat(dataDir);
    if (facts.uid !== owner.uid) {
      const [user, folders] = [userName(facts.uid), userName(owner.uid)];
      return error(`${path} belongs to ${user}, its folder to ${folders}: chown -R it`);
    }
  }
  const may = await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  return may ? ok(dataDir) : error(`this user may not write to DATA_DIR ${dataDir}`);
}

async function checkBackup(dataDir: string, now: number): Promise<Outcome> {
  const last = await readLastBackup(dataDir);
  if (!last)
    return warning("none is recorded in DATA_DIR: npm run backup -- <folder>, every night");
  const hours = Math.floor((now - Date.parse(last.made_at)) / HOUR_MS);
  const text = `the last one is ${hours} hours old (${last.folder})`;
  if (hours >= BACKUP_HOURS.error) return error(text);
  return hours >= BACKUP_HOURS.warning ? warning(text) : ok(text);
}

async function checkTrialRestore(dataDir: string, now: number): Promise<Outcome> {
  const last = await readLastBackupCheck(dataDir);
  const todo = "npm run restore -- --check <backup>, every month";
  if (!last) return warning(`none is recorded in DATA_DIR: ${todo}`);
  const days = Math.floor((now - Date.parse(last.checked_at)) / DAY_MS);
  const text = `the last one was ${days} days ago (${last.folder})`;
  return days >= CHECK_DAYS ? warning(`${text}: ${todo}`) : ok(text);
}
