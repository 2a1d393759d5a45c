// Copies everything that the product keeps to a new folder, while servers go on:
//   npm run backup -- <folder> [--whole]
// Pictures that the newest backup beside it has are shared with it (hard links); --whole copies all.
import { parseArgs } from "node:util";
import { backUp } from "#server/backup/backup.ts";
import { readConfig } from "#server/config.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { whole: { type: "boolean", default: false } },
});
const [target] = positionals;
if (!target) throw new Error("Name a new folder: npm run backup -- <folder>");
// It holds e-mail addresses and password hashes: files 0600, folders 0700.
process.umask(0o077);
const { rows, pictures, lost_pictures, checksums, shared } = await backUp(
  readConfig(process.env),
  target,
  { isWhole: values.whole },
);
console.log(
  `${rows.users} people, ${rows.surveys} surveys, ${rows.votes} votes, ${pictures} pictures`,
);
for (const lost of lost_pictures) console.warn(`A picture is missing: images/${lost}`);
console.log(`Backed up to ${target}`);
if (shared > 0) console.log(`${shared} of the pictures are shared with the backup before`);
console.log(`checksum of the rows ${checksums?.rows}`);
console.log(`checksum of the pictures ${checksums?.pictures}`);
