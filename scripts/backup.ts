// Copies everything that the product keeps to a new folder, while servers go on:
//   npm run backup -- <folder> [--whole]
// Pictures that the newest backup beside it has are shared with it (hard links); --whole copies all.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { backUp } from "#server/backup/backup.ts";
import { recordBackup } from "#server/backup/last-backup.ts";
import { readConfig } from "#server/config.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { whole: { type: "boolean", default: false } },
});
const [target] = positionals;
if (!target) throw new Error("Name a new folder: npm run backup -- <folder>");
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
