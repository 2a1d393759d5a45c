import { resolve } from "node:path";
import { type Deletions, readDeletions } from "#server/backup/deletion-log.ts";
import { notesInFolder, openNoteStore } from "#server/backup/note-store.ts";
import { type Config, readConfig } from "#server/config/config.ts";
import { openDatabase } from "#server/db/open.ts";
import { openImageStore } from "#server/images/open-store.ts";
import { type Repeated, repeatDeletions } from "#server/restore/repeat-deletions.ts";
import { restore } from "#server/restore/restore.ts";
import { keepPrivate } from "#server/secret/private-files.ts";
import { runCommand } from "./command.ts";
import { progressBar } from "./progress-bar.ts";

const command = {
  call: "npm run restore -- <folder> [--replace] [--deletions <folder>] | --only-deletions",
  help: `Restores a backup to the place that DATA_DIR, DATABASE_URL and S3_BUCKET name, while no server runs
there. --replace deletes what is there already, or continues a run that was cut off.
What people have deleted since is deleted again, as noted in the folder "deletions" of DATA_DIR or of the
bucket; --deletions names another such folder. After the database was put back by other means,
--only-deletions repeats the deletions alone.`,
  options: {
    replace: { type: "boolean", default: false },
    deletions: { type: "string" },
    "only-deletions": { type: "boolean", default: false },
  },
  storesPictures: true,
  accepts: ({ length }: readonly string[], options: Readonly<Record<string, unknown>>) =>
    length === (options["only-deletions"] ? 0 : 1),
} as const;

await runCommand(command, async ({ values, positionals: [backup = ""] }) => {
  const config = readConfig(process.env);
  const { deletions, replace } = values;
  const notes = deletions ? notesInFolder(resolve(deletions)) : openNoteStore(config);
  if (values["only-deletions"]) await deleteAgain({ config, notes });
  else await restoreBackup({ config, notes }, backup, replace);
});

interface Place {
  config: Config;
  notes: ReturnType<typeof openNoteStore>;
}

async function restoreBackup(
  { config, notes }: Place,
  folder: string,
  replace: boolean,
): Promise<void> {
  await keepPrivate(config.dataDir);
  const onProgress = progressBar("pictures", process.stderr);
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

async function deleteAgain({ config, notes }: Place): Promise<void> {
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
