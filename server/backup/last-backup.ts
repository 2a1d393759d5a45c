import { chmod, open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { measure } from "#server/telemetry/metrics.ts";

/** The file holds no secret, and the server's user must be able to read one written by root. */
const READABLE = 0o644;
const Milestone = z.object({
  /** When the backup's rows and pictures were all copied, ISO 8601. */
  made_at: z.iso.datetime(),
  folder: z.string(),
  seconds: z.number(),
});
const BackupCheck = Milestone.extend({
  /** When the backup was found to be whole, ISO 8601. */
  checked_at: z.iso.datetime(),
});
type LastBackup = z.infer<typeof Milestone>;
type LastBackupCheck = z.infer<typeof BackupCheck>;

/** Files in DATA_DIR: the last completed backup, and the last one that passed a trial restore. */
const RECORDS = { backup: "last-backup.json", check: "last-backup-check.json" } as const;

/** Records atomically that a backup is complete. Throws where `dataDir` cannot be written. */
export const recordBackup = (dataDir: string, backup: LastBackup): Promise<void> =>
  writeRecord(join(dataDir, RECORDS.backup), backup);

/** The same for a backup in which `npm run restore -- --check` found nothing wrong. */
export const recordBackupCheck = (dataDir: string, check: LastBackupCheck): Promise<void> =>
  writeRecord(join(dataDir, RECORDS.check), check);

async function writeRecord(path: string, record: object): Promise<void> {
  const unfinished = `${path}.new`;
  await using file = await open(unfinished, "w");
  await file.writeFile(`${JSON.stringify(record)}\n`);
  await file.sync();
  await chmod(unfinished, READABLE);
  await rename(unfinished, path);
}

/** Undefined where none was recorded in this folder, or the record cannot be read. */
export const readLastBackup = (dataDir: string): Promise<LastBackup | undefined> =>
  readRecord(join(dataDir, RECORDS.backup), Milestone);

/** The same for the last check. */
export const readLastBackupCheck = (dataDir: string): Promise<LastBackupCheck | undefined> =>
  readRecord(join(dataDir, RECORDS.check), BackupCheck);

async function readRecord<Shape extends z.ZodType>(
  path: string,
  shape: Shape,
): Promise<z.infer<Shape> | undefined> {
  const text = await readFile(path, "utf8").catch(() => "null");
  try {
    return shape.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Adds metrics of the last backup and the last check, until `ending` is aborted. */
export function measureLastBackup(dataDir: string, ending: AbortSignal): void {
  const ends = [
    measure({
      name: "kanaat_backup_last_success_timestamp_seconds",
      help: "When the last backup that is recorded in DATA_DIR was made",
      kind: "gauge",
      read: async () => secondsOf((await readLastBackup(dataDir))?.made_at),
    }),
    measure({
      name: "kanaat_backup_last_duration_seconds",
      help: "How long that backup took",
      kind: "gauge",
      read: async () => (await readLastBackup(dataDir))?.seconds,
    }),
    measure({
      name: "kanaat_backup_check_last_success_timestamp_seconds",
      help: "When a backup was last found to be whole by a trial restore that is recorded in DATA_DIR",
      kind: "gauge",
      read: async () => secondsOf((await readLastBackupCheck(dataDir))?.checked_at),
    }),
  ];
  ending.addEventListener("abort", () => {
    for (const end of ends) end();
  });
}

const secondsOf = (time: string | undefined) =>
  time === undefined ? undefined : Date.parse(time) / 1000;
