import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { newestBackupIn } from "#server/backup/earlier-backup.ts";
import { recordBackupCheck } from "#server/backup/last-backup.ts";
import { MANIFEST } from "#server/backup/manifest.ts";
import { type Config, readConfig } from "#server/config/config.ts";
import { openDatabase } from "#server/db/open.ts";
import { type Deletions, readDeletions } from "#server/deletions/deletion-log.ts";
import { notesInFolder, openNoteStore } from "#server/deletions/note-store.ts";
import { openImageStore } from "#server/images/store/open-store.ts";
import { SIGNALS } from "#server/processes/told-to-end.ts";
import { checkBackup } from "#server/restore/check-backup.ts";
import { type Repeated, repeatDeletions } from "#server/restore/repeat-deletions.ts";
import { restore } from "#server/restore/restore.ts";
import { keepPrivate } from "#server/secret/private-files.ts";
import { runCommand } from "./command.ts";
import { progressBar } from "./progress-bar.ts";

const command = {
  call: "npm run restore -- <folder> [--replace] [--deletions <folder>] | --only-deletions | --check <folder> [--sqlite]",
  help: `Restores a backup to the place that DATA_DIR, DATABASE_URL and S3_BUCKET name, while no server runs
there. --replace deletes what is there already, or continues a run that was cut off.
What people have deleted since is deleted again, as noted in the folder "deletions" of DATA_DIR or of the
bucket; --deletions names another such folder. After the database was put back by other means,
--only-deletions repeats the deletions alone.
--check tries the backup and changes nothing: restores its rows to a temporary database, which is removed
again, and compares them with the backup, their counters, seals and pictures. Servers may run meanwhile.
Given a folder of backups, it tries the newest. --sqlite makes that database a SQLite file though DATABASE_URL
is set.`,
  options: {
    replace: { type: "boolean", default: false },
    deletions: { type: "string" },
    "only-deletions": { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    sqlite: { type: "boolean", default: false },
  },
  storesPictures: true,
  accepts: isRightCall,
} as const;

function isRightCall(
  { length }: readonly string[],
  options: Readonly<Record<string, unknown>>,
): boolean {
  const { check, sqlite, replace, deletions, "only-deletions": deletesOnly } = options;
  if (check ? replace || deletions || deletesOnly : sqlite) return false;
  return length === (deletesOnly ? 0 : 1);
}

await runCommand(command, async ({ values, positionals: [backup = ""] }) => {
  const config = readConfig(process.env);
  const { deletions, replace } = values;
  const notes = deletions ? notesInFolder(resolve(deletions)) : openNoteStore(config);
  if (values.check) await tryBackup(config, backup, values.sqlite);
  else if (values["only-deletions"]) await deleteAgain({ config, notes });
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
  console.log(`Restored the state of ${made_at}`);
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

async function tryBackup(config: Config, given: string, inSqlite: boolean): Promise<void> {
  const folder = existsSync(join(given, MANIFEST)) ? given : await newestBackupIn(given);
  if (folder === undefined) throw new Error(`${given} is not a backup and contains none.`);
  const startedAt = performance.now();
  const ended = new AbortController();
  for (const signal of SIGNALS) {
    process.once(signal, () => ended.abort(new Error(`The check was ended by ${signal}.`)));
  }
  const onSqlite = { databaseUrl: undefined, databaseDirectUrl: undefined };
  const place = { ...config, ...(inSqlite && onSqlite) };
  const checked = await checkBackup(place, folder, { now: Date.now(), signal: ended.signal });
  const { manifest, seals, problems, notes } = checked;
  const { rows, made_at, pictures } = manifest;
  for (const note of notes) console.warn(`Note: ${note}`);
  for (const problem of problems) console.error(`WRONG: ${problem}`);
  console.log(
    `${rows.users} people, ${rows.surveys} surveys, ${rows.votes} votes, ${pictures} pictures, ${seals} seals`,
  );
  if (problems.length > 0) {
    throw new Error(`${folder} would not be restored as it was: ${problems.length} faults.`);
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(`${folder} can be restored: it has everything that existed at ${made_at}`);
  const checked_at = new Date().toISOString();
  // The metrics and the doctor read this record.
  const record = { made_at, checked_at, folder: resolve(folder), seconds };
  await recordBackupCheck(config.dataDir, record).catch((error: unknown) =>
    console.warn(`The check cannot be noted in DATA_DIR: ${error}`),
  );
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
