import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { backUp } from "#server/backup/backup.ts";
import { recordBackup } from "#server/backup/last-backup.ts";
import { UNFINISHED } from "#server/backup/manifest.ts";
import { prune, type Retention } from "#server/backup/retention.ts";
import { readConfig } from "#server/config/config.ts";
import { runCommand } from "./command.ts";
import { giveAtEnd } from "./give-files.ts";

const count = { type: "string" } as const;
const command = {
  call: "npm run backup -- <new folder> | --in <folder> [--whole] [--keep <n>] [--keep-daily <n>] …",
  help: `Copies everything that the product keeps to a new folder, while servers go on. --in names a folder that
is there, in which the new one gets the time as its name. Pictures that the newest backup beside it has are
shared with it (hard links); --whole copies all. --keep, --keep-daily, --keep-weekly and --keep-monthly
remove the older backups beside it that none of them keeps, and what interrupted backups have left.`,
  options: {
    in: { type: "string" },
    whole: { type: "boolean", default: false },
    keep: count,
    "keep-daily": count,
    "keep-weekly": count,
    "keep-monthly": count,
  },
  accepts: ({ length }: readonly string[], options: Readonly<Record<string, unknown>>) =>
    length === (options.in === undefined ? 1 : 0),
} as const;

await runCommand(command, async ({ values, positionals: [folder = ""] }) => {
  const target = values.in === undefined ? folder : newFolderIn(values.in);
  for (const made of [target, target + UNFINISHED]) giveAtEnd(made);
  const retention: Retention = {
    last: countOf("keep", values.keep),
    daily: countOf("keep-daily", values["keep-daily"]),
    weekly: countOf("keep-weekly", values["keep-weekly"]),
    monthly: countOf("keep-monthly", values["keep-monthly"]),
  };
  // A backup holds e-mail addresses and password hashes: files 0600, folders 0700.
  process.umask(0o077);
  const config = readConfig(process.env);
  const startedAt = performance.now();
  const { made_at, rows, pictures, lost_pictures, checksums, shared } = await backUp(
    config,
    target,
    {
      isWhole: values.whole,
    },
  );
  console.log(
    `${rows.users} people, ${rows.surveys} surveys, ${rows.votes} votes, ${pictures} pictures`,
  );
  for (const lost of lost_pictures) console.warn(`A picture is missing: images/${lost}`);
  console.log(`Backed up to ${target}`);
  if (shared > 0) console.log(`${shared} of the pictures are shared with the previous backup`);
  console.log(`checksum of the rows ${checksums?.rows}`);
  console.log(`checksum of the pictures ${checksums?.pictures}`);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  // The metrics and the doctor read this record; the backup itself is complete without it.
  await recordBackup(config.dataDir, { made_at, folder: resolve(target), seconds }).catch(
    (error: unknown) => console.warn(`The backup's age cannot be noted in DATA_DIR: ${error}`),
  );
  if (Object.values(retention).some(Boolean)) await removeOlder(target, retention);
});

async function removeOlder(target: string, retention: Retention): Promise<void> {
  const { removed, foreign } = await prune(target, retention);
  for (const name of removed) console.log(`Removed the older backup ${name}`);
  for (const name of foreign) {
    console.log(`Not removed: ${name} is damaged or belongs to another installation`);
  }
}

function newFolderIn(parent: string): string {
  // If the disk is not mounted, the backup must not be written to the empty folder in its place.
  if (!existsSync(parent)) throw new Error(`There is no folder ${parent}: make or mount it.`);
  const name = `${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
  return join(parent, name);
}

function countOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new Error(`--${name}=${text} is not a number from 1 on.`);
  return Number(text);
}
