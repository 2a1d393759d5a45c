import { stat } from "node:fs/promises";
import { join } from "node:path";
import { sumsOfPictures } from "#server/backup/earlier-backup.ts";
import { type Manifest, pictureFolder, tableFile, verify } from "#server/backup/manifest.ts";
import type { Database } from "#server/db/database.ts";
import { fingerprintOf, readFingerprint } from "#server/db/known-secret.ts";
import { openUnmigrated } from "#server/db/open.ts";
import { compareAllSealed } from "#server/features/receipts/recount.writes.ts";
import { VOTES_AT_ONCE } from "#server/features/receipts/seals.writes.ts";
import { openSigningKey } from "#server/features/receipts/signing-key.ts";
import { requireWholeFile } from "#server/images/whole-picture.ts";
import { createSealer } from "#server/secret/sealer.ts";
import { readSecret } from "#server/secret/secret-file.ts";
import { findWrongCounters, namedPictures } from "./consistency.reads.ts";
import { makeTables, readRestorableManifest, restoreRows } from "./restore-rows.ts";
import { openScratchPlace, type ScratchPlace } from "./scratch-place.ts";

/**
 * Size of a database with indexes and the log of its one transaction, relative to the tables'
 * files.
 */
const ROOM_FACTOR = 4;

interface Location {
  dataDir: string;
  databaseUrl: string | undefined;
  databaseDirectUrl?: string | undefined;
  markSecret?: string | undefined;
}

interface CheckedBackup {
  manifest: Manifest;
  /** How many sealed surveys were compared with their votes. */
  seals: number;
  /** What a restore would not bring back as it was, in English. */
  problems: string[];
  /** Pictures that were lost or damaged before the backup was made, in English. */
  notes: string[];
}

/**
 * Restores the rows of a backup into a temporary database of the configured engine, migrates them
 * and checks secret, counters, seals and pictures against them; pictures are read from the backup
 * (R360). Leaves nothing behind, even when aborted. Rejects with the reason of `signal` when that
 * is aborted, and throws where the backup is damaged or cannot be restored at all. `now` is in
 * milliseconds.
 */
export async function checkBackup(
  config: Location,
  folder: string,
  { now, signal }: { now: number; signal: AbortSignal },
): Promise<CheckedBackup> {
  const manifest = await readRestorableManifest(folder);
  await orAborted(signal, verify(folder, manifest));
  const bytes = ROOM_FACTOR * (await bytesOfTables(folder, manifest));
  await using place = await openScratchPlace(config, bytes);
  const db = await openUnmigrated(place.target);
  const restored = { db, target: place.target, backup: folder, manifest };
  const examined = examine(restored, config.markSecret, now).finally(() => db.close());
  return await orAborted(signal, examined);
}

/** Rejects when the signal is aborted; `work` then fails by itself as its database is removed. */
async function orAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort);
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

interface Restored {
  db: Database;
  target: ScratchPlace["target"];
  backup: string;
  manifest: Manifest;
}

async function examine(
  { db, target, backup, manifest }: Restored,
  markSecret: string | undefined,
  now: number,
): Promise<CheckedBackup> {
  await makeTables(db, manifest);
  await restoreRows(db, target, { backup, manifest });
  const secret = await readSecret({ dataDir: backup });
  const wrongSecret = await checkSecret(db, secret, markSecret);
  const wrongCounters = await findWrongCounters(db);
  const sealed = await compareSeals(db, secret, now);
  const pictures = await checkPictures(db, backup, manifest);
  const problems = [...wrongSecret, ...wrongCounters, ...sealed.problems, ...pictures.problems];
  return { manifest, seals: sealed.count, problems, notes: pictures.notes };
}

async function bytesOfTables(folder: string, { rows }: Manifest): Promise<number> {
  let bytes = 0;
  for (const table of Object.keys(rows)) bytes += (await stat(join(folder, tableFile(table)))).size;
  return bytes;
}

/** Backups of the first version have neither a secret nor anything made with one. */
async function checkSecret(
  db: Database,
  secret: string | undefined,
  markSecret: string | undefined,
) {
  const known = await readFingerprint(db);
  if (secret && markSecret && secret !== markSecret)
    return ["MARK_SECRET is not that of the backup"];
  if (known === undefined || (secret && fingerprintOf(secret) === known)) return [];
  return [`kanaat.secret of the backup is ${secret ? "not the one of its rows" : "missing"}`];
}

async function compareSeals(db: Database, secret: string | undefined, now: number) {
  const problems: string[] = [];
  let count = 0;
  if (!secret) return { count, problems };
  const sealer = createSealer(secret);
  const parts = { db, sealer, key: openSigningKey(sealer), votesAtOnce: VOTES_AT_ONCE };
  const { signal } = new AbortController();
  for await (const { surveyId, difference } of compareAllSealed(parts, { now, signal })) {
    if (difference) problems.push(`survey ${surveyId} is not as it was sealed: ${difference}`);
    count++;
  }
  return { count, problems };
}

/** Checks that the backup has every picture a row names, and that each was whole when backed up. */
async function checkPictures(db: Database, folder: string, { lost_pictures }: Manifest) {
  const sums = await sumsOfPictures(folder);
  const lost = new Set(lost_pictures);
  const seen = new Set<string>();
  const problems: string[] = [];
  const notes: string[] = [];
  for await (const paths of namedPictures(db)) {
    for (const path of paths) {
      const picture = pictureFolder(path);
      if (seen.has(picture)) continue;
      seen.add(picture);
      const files = sums.get(picture)?.map(([name]) => name) ?? [];
      if (lost.has(picture)) notes.push(`images/${picture} was lost before the backup was made`);
      else if (!files.includes(path.slice(1)))
        problems.push(`${path.slice(1)} is missing, and a row names it`);
      for (const name of files) {
        await requireWholeFile(join(folder, name), name).catch((error: Error) => {
          notes.push(`before the backup was made: ${error.message}`);
        });
      }
    }
  }
  return { problems, notes };
}
