import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { lockFile } from "#server/db/sqlite/file-lock.ts";
import { LOCK } from "./manifest.ts";

/**
 * Creates an empty folder that no other process fills or removes. Throws while another fills it.
 */
export async function beginFolder(folder: string): Promise<{ close(): void }> {
  await mkdir(folder, { recursive: true });
  const lock = lockFile(join(folder, LOCK));
  if (!lock) throw new Error(`Another backup is being made in ${folder}.`);
  for (const name of await readdir(folder)) {
    if (name !== LOCK) await rm(join(folder, name), { recursive: true, force: true });
  }
  return lock;
}
