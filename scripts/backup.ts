// Copies everything that the product keeps to a new folder, while servers go on:
//   npm run backup -- <folder>
import { backUp } from "#server/backup/backup.ts";
import { readConfig } from "#server/config.ts";

const [target] = process.argv.slice(2);
if (!target) throw new Error("Name a new folder: npm run backup -- <folder>");
// It holds e-mail addresses and password hashes: files 0600, folders 0700.
process.umask(0o077);
const { rows, pictures, lost_pictures } = await backUp(readConfig(process.env), target);
console.log(
  `${rows.users} people, ${rows.surveys} surveys, ${rows.votes} votes, ${pictures} pictures`,
);
for (const lost of lost_pictures) console.warn(`A picture is missing: images/${lost}`);
console.log(`Backed up to ${target}`);
