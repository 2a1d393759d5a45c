import { chmod, open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { measure } from "#server/telemetry/metrics.ts";

/** In DATA_DIR: when a backup was last completed. */
const RECORD = "last-backup.json";
/** It holds no secret, and a backup that root makes has to be seen by the server's own user. */
const READABLE = 0o644;
const LastBackup = z.object({
  /** When its rows and pictures had been copied, ISO 8601. */
  made_at: z.iso.datetime(),
  folder: z.string(),
  seconds: z.number(),
});
export type LastBackup = z.infer<typeof LastBackup>;

/** Keeps, whole or not at all, that a backup is complete. Throws where `dataDir` cannot be written. */
export async function recordBackup(dataDir: string, backup: LastBackup): Promise<void> {
  const path = join(dataDir, RECORD);
  const unfinished = `${path}.new`;
  await using file = await open(unfinished, "w");
  await file.writeFile(`${JSON.stringify(backup)}\n`);
  await file.sync();
  await chmod(unfinished, READABLE);
  await rename(unfinished, path);
}

/** Undefined where none was recorded in this folder, or what is recorded cannot be read. */
export async function readLastBackup(dataDir: string): Promise<LastBackup | undefined> {
  const text = await readFile(join(dataDir, RECORD), "utf8").catch(() => "null");
  try {
    return LastBackup.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Has the metrics tell of the last backup, until `ending` is aborted. */
export function measureLastBackup(dataDir: string, ending: AbortSignal): void {
  const ends = [
    measure({
      name: "kanaat_backup_last_success_timestamp_seconds",
      help: "When the last backup that is recorded in DATA_DIR was made",
      kind: "gauge",
      read: async () => {
        const last = await readLastBackup(dataDir);
        return last && Date.parse(last.made_at) / 1000;
      },
    }),
    measure({
      name: "kanaat_backup_last_duration_seconds",
      help: "How long that backup took",
      kind: "gauge",
      read: async () => (await readLastBackup(dataDir))?.seconds,
    }),
  ];
  ending.addEventListener("abort", () => {
    for (const end of ends) end();
  });
}
