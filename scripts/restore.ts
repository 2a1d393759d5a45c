// Restores a backup to where DATA_DIR and DATABASE_URL say, while no server runs there:
//   npm run restore -- <folder> [--replace]
// --replace deletes what is there already, or goes on where a run was cut off.
import { parseArgs } from "node:util";
import { restore } from "#server/backup/restore.ts";
import { readConfig } from "#server/config.ts";
import { keepPrivate } from "#server/private-files.ts";
import { progressBar } from "./progress-bar.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { replace: { type: "boolean", default: false } },
});
const [backup] = positionals;
if (!backup) throw new Error("Name a backup: npm run restore -- <folder>");
const config = readConfig(process.env);
await keepPrivate(config.dataDir);
const onProgress = progressBar("pictures", process.stderr);
const { rows, pictures, made_at, checksums } = await restore(config, backup, {
  ...values,
  onProgress,
});
console.log(
  `${rows.users} people, ${rows.surveys} surveys, ${rows.votes} votes, ${pictures} pictures`,
);
console.log(`Restored what was there at ${made_at}`);
if (checksums) {
  console.log(`checksum of the rows ${checksums.rows}`);
  console.log(`checksum of the pictures ${checksums.pictures}`);
}
