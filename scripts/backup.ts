// Copies everything that the product keeps to a new folder, while servers go on:
//   npm run backup -- <folder> [--whole] [--keep <n>]
//   npm run backup -- --in <folder> [--whole] [--keep-daily <n>] [--keep-weekly <n>] [--keep-monthly <n>]
// --in names a folder that is there, in which the new one gets the time as its name. Pictures that the
// newest backup beside it has are shared with it (hard links); --whole copies all. --keep… removes the
// older backups beside it that none of them keeps, and what backups that were broken off have left.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { backUp } from "#server/backup/backup.ts";
import { recordBackup } from "#server/backup/last-backup.ts";
import { prune, type Retention } from "#server/backup/retention.ts";
import { readConfig } from "#server/config.ts";

const count = { type: "string" } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    in: { type: "string" },
    whole: { type: "boolean", default: false },
    keep: count,
    "keep-daily": count,
    "keep-weekly": count,
    "keep-monthly": count,
  },
});
const target = targetOf(values.in, positionals);
const retention: Retention = {
  last: countOf("keep"),
  daily: countOf("keep-daily"),
  weekly: countOf("keep-weekly"),
  monthly: countOf("keep-monthly"),
};
// It holds e-mail addresses and password hashes: files 0600, folders 0700.
process.umask(0o077);
const config = readConfig(process.env);
const startedAt = performance.now();
const { made_at, rows, pictures, lost_pictures, checksums, shared } = await backUp(config, target, {
  isWhole: values.whole,
});
console.log(
  `${rows.users} people, ${rows.surveys} surveys, ${rows.votes} votes, ${pictures} pictures`,
);
for (const lost of lost_pictures) console.warn(`A picture is missing: images/${lost}`);
console.log(`Backed up to ${target}`);
if (shared > 0) console.log(`${shared} of the pictures are shared with the backup before`);
console.log(`checksum of the rows ${checksums?.rows}`);
console.log(`checksum of the pictures ${checksums?.pictures}`);
const seconds = Math.round((performance.now() - startedAt) / 1000);
// The metrics and the doctor go by it; the backup itself is complete without.
await recordBackup(config.dataDir, { made_at, folder: resolve(target), seconds }).catch(
  (error: unknown) => console.warn(`The backup's age cannot be noted in DATA_DIR: ${error}`),
);
if (Object.values(retention).some(Boolean)) await removeOlder();

async function removeOlder(): Promise<void> {
  const { removed, foreign } = await prune(target, retention);
  for (const name of removed) console.log(`Removed the older backup ${name}`);
  for (const name of foreign) {
    console.log(`Not removed: ${name} is damaged or belongs to another installation`);
  }
}

function targetOf(parent: string | undefined, [folder]: string[]): string {
  if (parent === undefined && folder) return folder;
  if (parent === undefined || folder) {
    throw new Error("Name a new folder: npm run backup -- <folder>, or --in <folder>");
  }
  // A disk that is not mounted must not be taken for an empty one.
  if (!existsSync(parent)) throw new Error(`There is no folder ${parent}: make or mount it.`);
  const name = `${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
  return join(parent, name);
}

function countOf(name: "keep" | "keep-daily" | "keep-weekly" | "keep-monthly"): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new Error(`--${name}=${text} is no number from 1 on.`);
  return Number(text);
}
