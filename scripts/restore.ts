// Restores a backup to where DATA_DIR and DATABASE_URL say, while no server runs there:
//   npm run restore -- <folder> [--replace] [--deletions <folder>]
// --replace deletes what is there already, or goes on where a run was cut off.
// What people have deleted since is deleted again, as the notes in the folder `deletions` of DATA_DIR or of
// the bucket say; --deletions names another such folder. After the database was put back by other means:
//   npm run restore -- --only-deletions [--deletions <folder>]
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Deletions, readDeletions } from "#server/backup/deletion-log.ts";
import { notesInFolder, openNoteStore } from "#server/backup/note-store.ts";
import { type Repeated, repeatDeletions } from "#server/backup/repeat-deletions.ts";
import { restore } from "#server/backup/restore.ts";
import { readConfig } from "#server/config.ts";
import { openDatabase } from "#server/db/open.ts";
import { openImageStore } from "#server/images/open-store.ts";
import { keepPrivate } from "#server/private-files.ts";
import { progressBar } from "./progress-bar.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    replace: { type: "boolean", default: false },
    deletions: { type: "string" },
    "only-deletions": { type: "boolean", default: false },
  },
});
const [backup] = positionals;
const config = readConfig(process.env);
const notes = values.deletions ? notesInFolder(resolve(values.deletions)) : openNoteStore(config);
if (values["only-deletions"]) await deleteAgain();
else if (backup) await restoreBackup(backup);
else throw new Error("Name a backup: npm run restore -- <folder>");

async function restoreBackup(folder: string): Promise<void> {
  await keepPrivate(config.dataDir);
  const onProgress = progressBar("pictures", process.stderr);
  const { replace } = values;
  const restored = await restore(config, folder, { replace, notes, onProgress });
  const { rows, pictures, made_at, checksums, deletions, repeated } = restored;
  console.log(
    `${rows.users} people, ${rows.surveys} surveys, ${rows.votes} votes, ${pictures} pictures`,
  );
  console.log(`Restored what was there at ${made_at}`);
  if (checksums) {
    console.log(`checksum of the rows ${checksums.rows}`);
    console.log(`checksum of the pictures ${checksums.pictures}`);
  }
  report(deletions, repeated, made_at);
}

async function deleteAgain(): Promise<void> {
  const db = await openDatabase(config);
  try {
    const parts = { db, images: await openImageStore(config), secret: config };
    const deletions = await readDeletions(notes);
    report(deletions, await repeatDeletions(parts, deletions));
  } finally {
    await db.close();
  }
}

function report({ since, place }: Deletions, repeated: Repeated, madeAt?: string): void {
  const { account, survey, picture } = repeated;
  console.log(
    `Deleted again: ${account} accounts, ${survey} surveys, ${picture} pictures of people`,
  );
  if (!since) {
    console.warn(`No deletions are noted in ${place}: what people deleted since is back.`);
  } else if (!madeAt || since > madeAt) {
    console.warn(
      `Deletions are noted in ${place} since ${since}: what was deleted before is back.`,
    );
  }
}
