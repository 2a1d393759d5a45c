import { createHash } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import pLimit from "p-limit";
import { openSnapshot, type Snapshot } from "#server/db/snapshot.ts";
import { ALL_TABLE_NAMES, type AnyTable, NOT_BACKED_UP } from "#server/db/tables.ts";
import { readSecret, SECRET_FILE } from "#server/mailboxes.ts";
import { closeFolders } from "#server/private-files.ts";
import {
  MANIFEST,
  type Manifest,
  PICTURE_COLUMN,
  pictureFolder,
  SUMS,
  tableFile,
} from "./manifest.ts";

const CONCURRENT_COPIES = 8;

/** Each copies only the pictures that are new since the last. */
const ATTEMPTS = 10;

interface StorageLocation {
  databaseUrl: string | undefined;
  dataDir: string;
  markSecret?: string | undefined;
}

/** File names and their SHA-256. */
type Sums = Map<string, string>;

/**
 * Copies all rows and pictures into the new folder `target`, which appears complete or not at all;
 * servers may run meanwhile. Rows are those of one moment, with every picture that they name. Backups
 * beside it that an earlier version made are closed to others.
 * Throws where `target` is not empty, and where pictures keep vanishing.
 */
export async function backUp(source: StorageLocation, target: string): Promise<Manifest> {
  const there = await readdir(target).catch(() => []);
  if (there.length > 0) throw new Error(`${target} is not empty. Name a folder that is new.`);
  const unfinished = `${resolve(target)}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(join(unfinished, "tables"), { recursive: true });

  const sums: Sums = new Map();
  const { tables, pictures, lost } = await copyAll(source, unfinished, sums);
  const secret = await readSecret(source);
  if (secret) await writeSynced(unfinished, SECRET_FILE, secret, sums);
  const manifest = {
    format: 1,
    made_at: new Date().toISOString(),
    ...tables,
    pictures,
    lost_pictures: lost,
  } satisfies Manifest;
  await writeSynced(unfinished, MANIFEST, JSON.stringify(manifest, null, 2), sums);
  const lines = [...sums].map(([name, sum]) => `${sum}  ${name}\n`);
  await writeSynced(unfinished, SUMS, lines.join(""), new Map());
  await rename(unfinished, target);
  const parent = dirname(resolve(target));
  await sync(parent);
  await closeFolders(parent, { meant: (path) => existsSync(join(path, tableFile("users"))) });
  return manifest;
}

/**
 * Copies rows and pictures. A picture that is missing was deleted since the rows were read, and then
 * later rows do not name it, or it was lost before: then they name it still. So it is all copied
 * once more until nothing else is missing.
 */
async function copyAll(source: StorageLocation, target: string, sums: Sums) {
  let lost: string[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { named, ...tables } = await copyTables(source, target, sums);
    const missing = await copyPictures(source.dataDir, target, named, sums);
    const isSettled = missing.every((picture) => lost.includes(picture));
    lost = missing;
    if (isSettled) return { tables, pictures: named.size - lost.length, lost };
  }
  throw new Error("Pictures vanish faster than they can be copied. Try again when less goes on.");
}

async function copyTables(source: StorageLocation, target: string, sums: Sums) {
  await using snapshot = await openSnapshot(source);
  const rows: Record<string, number> = {};
  const named = new Set<string>();
  for (const table of ALL_TABLE_NAMES.filter(
    (name) => snapshot.tables.includes(name) && !NOT_BACKED_UP.has(name),
  )) {
    rows[table] = await copyTable(snapshot, table, target, named, sums);
  }
  const { migration } = snapshot;
  return { migration, rows, last_ids: await snapshot.lastIds(), named };
}

async function copyTable(
  snapshot: Snapshot,
  table: AnyTable,
  target: string,
  named: Set<string>,
  sums: Sums,
): Promise<number> {
  const columns = await snapshot.columns(table);
  const picture = columns.indexOf(PICTURE_COLUMN);
  const hash = createHash("sha256");
  let count = 0;
  async function* lines() {
    yield `${JSON.stringify(columns)}\n`;
    for await (const batch of snapshot.rows(table)) {
      count += batch.length;
      for (const row of batch) if (row[picture]) named.add(pictureFolder(String(row[picture])));
      yield batch.map((row) => `${asLine(row)}\n`).join("");
    }
  }
  async function* hashed(texts: AsyncIterable<string>) {
    for await (const text of texts) {
      hash.update(text);
      yield text;
    }
  }
  const name = tableFile(table);
  await pipeline(lines, hashed, createWriteStream(join(target, name), { flush: true }));
  sums.set(name, hash.digest("hex"));
  return count;
}

/** JSON texts may contain two line separators, at which line readers would split. */
const asLine = (row: unknown[]): string =>
  JSON.stringify(row).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");

/** Copies the pictures that `target` does not have yet; answers those that do not exist. */
async function copyPictures(
  dataDir: string,
  target: string,
  named: ReadonlySet<string>,
  sums: Sums,
): Promise<string[]> {
  const limit = pLimit(CONCURRENT_COPIES);
  const missing: string[] = [];
  const copied = new Set(
    await readdir(join(target, "images"), { recursive: true }).catch(() => []),
  );
  await limit.map([...named], async (picture) => {
    if (copied.has(picture)) return;
    const folder = join("images", picture);
    await copyPicture(join(dataDir, folder), target, folder, sums).catch(async (error) => {
      if (error.code !== "ENOENT") throw error;
      await rm(join(target, folder), { recursive: true, force: true });
      missing.push(picture);
    });
  });
  return missing;
}

async function copyPicture(from: string, target: string, folder: string, sums: Sums) {
  const files = await readdir(from);
  const bytes = await Promise.all(files.map((file) => readFile(join(from, file))));
  await mkdir(join(target, folder), { recursive: true });
  for (const [i, file] of files.entries()) {
    await writeSynced(target, `${folder}/${file}`, bytes[i] ?? "", sums);
  }
}

async function writeSynced(target: string, name: string, content: Buffer | string, sums: Sums) {
  await using file = await open(join(target, name), "w");
  await file.writeFile(content);
  await file.sync();
  sums.set(name, createHash("sha256").update(content).digest("hex"));
}

async function sync(folder: string): Promise<void> {
  await using handle = await open(folder);
  await handle.sync();
}
