import { createHash } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import pLimit from "p-limit";
import { openSnapshot, type Snapshot } from "#server/db/snapshot.ts";
import type { AnyTable } from "#server/db/tables/tables.ts";
import { BACKED_UP } from "#server/features/owned-tables.ts";
import type { ImageStore } from "#server/images/store/image-store.ts";
import { type ImageLocation, openImageStore } from "#server/images/store/open-store.ts";
import { closeFolders } from "#server/secret/private-files.ts";
import { readSecret, SECRET_FILE } from "#server/secret/secret-file.ts";
import { picturesChecksum, RowsChecksum } from "./checksums.ts";
import { type EarlierBackup, openEarlierBackup } from "./earlier-backup.ts";
import {
  LOCK,
  MANIFEST,
  type Manifest,
  PICTURE_COLUMN,
  pictureFolder,
  SUMS,
  tableFile,
  UNFINISHED,
} from "./manifest.ts";
import { beginFolder } from "./unfinished-folder.ts";

const CONCURRENT_COPIES = 8;

/** Each attempt copies only the pictures that are new since the last. */
const ATTEMPTS = 10;

interface StorageLocation extends ImageLocation {
  databaseUrl: string | undefined;
  databaseDirectUrl?: string | undefined;
  markSecret?: string | undefined;
}

/** File names and their SHA-256. */
type Sums = Map<string, string>;

/**
 * Copies all rows and pictures into the new folder `target`, which appears complete or not at all;
 * servers may run meanwhile. Rows are those of one moment, with every picture that they name. Makes
 * backups beside it by earlier versions inaccessible to other users. Pictures that the newest
 * backup there has are shared with it instead of copied, unless `isWhole`. Throws where `target` is
 * not empty or another process fills it, and where pictures keep vanishing; the partial backup is
 * removed.
 */
export async function backUp(
  source: StorageLocation,
  target: string,
  { isWhole = false } = {},
): Promise<Manifest & { shared: number }> {
  const there = await readdir(target).catch(() => []);
  if (there.length > 0) throw new Error(`${target} is not empty. Name a new folder.`);
  const unfinished = resolve(target) + UNFINISHED;
  const lock = await beginFolder(unfinished);
  try {
    const made = await fill(source, unfinished, { isWhole });
    await rename(unfinished, target);
    lock.close();
    await rm(join(target, LOCK));
    const parent = dirname(resolve(target));
    await sync(parent);
    await closeFolders(parent, { meant: (path) => existsSync(join(path, tableFile("users"))) });
    return made;
  } catch (error) {
    lock.close();
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function fill(
  source: StorageLocation,
  target: string,
  { isWhole }: { isWhole: boolean },
): Promise<Manifest & { shared: number }> {
  await mkdir(join(target, "tables"));
  const sums: Sums = new Map();
  const earlier = isWhole ? undefined : await openEarlierBackup(dirname(target));
  const images = await openImageStore(source);
  const copied = await copyAll(source, { images, earlier, target, sums });
  const { tables, pictures, lost, rowsChecksum, shared } = copied;
  const secret = await readSecret(source);
  if (secret) await writeSynced(target, SECRET_FILE, secret, sums);
  const manifest = {
    format: 1,
    made_at: new Date().toISOString(),
    ...tables,
    pictures,
    lost_pictures: lost,
    checksums: { rows: rowsChecksum, pictures: picturesChecksum(sums) },
  } satisfies Manifest;
  await writeSynced(target, MANIFEST, JSON.stringify(manifest, null, 2), sums);
  await writeSums(target, sums);
  return { ...manifest, shared };
}

/** Sources of pictures, and the destination of everything. */
interface Destination {
  images: ImageStore;
  earlier: EarlierBackup | undefined;
  target: string;
  sums: Sums;
}

/**
 * Copies rows and pictures. A missing picture was either deleted after the rows were read, and then
 * later rows do not name it, or lost earlier, and then they still name it. So the copy is repeated
 * until nothing else is missing.
 */
async function copyAll(source: StorageLocation, into: Destination) {
  let lost: string[] = [];
  let shared = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { named, rowsChecksum, ...tables } = await copyTables(source, into);
    const pictures = await copyPictures(into, named);
    shared += pictures.shared;
    const { missing } = pictures;
    const isSettled = missing.every((picture) => lost.includes(picture));
    lost = missing;
    if (isSettled)
      return { tables, pictures: named.size - lost.length, lost, rowsChecksum, shared };
  }
  throw new Error("Pictures are deleted faster than they can be copied. Try again later.");
}

async function copyTables(source: StorageLocation, { target, sums }: Destination) {
  await using snapshot = await openSnapshot(source);
  const rows: Record<string, number> = {};
  const checksum = new RowsChecksum();
  const named = new Set<string>();
  for (const table of BACKED_UP.filter((name) => snapshot.tables.includes(name))) {
    rows[table] = await copyTable(snapshot, table, { target, named, sums, checksum });
  }
  const { migration } = snapshot;
  const last_ids = await snapshot.lastIds();
  return { migration, rows, last_ids, named, rowsChecksum: checksum.digest() };
}

async function copyTable(
  snapshot: Snapshot,
  table: AnyTable,
  {
    target,
    named,
    sums,
    checksum,
  }: { target: string; named: Set<string>; sums: Sums; checksum: RowsChecksum },
): Promise<number> {
  const columns = await snapshot.columns(table);
  const picture = columns.indexOf(PICTURE_COLUMN);
  const addToChecksum = checksum.of(table, columns);
  const hash = createHash("sha256");
  let count = 0;
  async function* lines() {
    yield `${JSON.stringify(columns)}\n`;
    for await (const batch of snapshot.rows(table)) {
      count += batch.length;
      batch.forEach(addToChecksum);
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

/** JSON texts may contain U+2028 and U+2029, at which line readers would split. */
const asLine = (row: unknown[]): string =>
  JSON.stringify(row).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");

/** Copies the pictures that `target` does not have yet; returns those that do not exist. */
async function copyPictures(
  { images, earlier, target, sums }: Destination,
  named: ReadonlySet<string>,
): Promise<{ missing: string[]; shared: number }> {
  const limit = pLimit(CONCURRENT_COPIES);
  const missing: string[] = [];
  let shared = 0;
  const copied = new Set(
    await readdir(join(target, "images"), { recursive: true }).catch(() => []),
  );
  await limit.map([...named], async (picture) => {
    if (copied.has(picture)) return;
    const files = await earlier?.share(picture, target);
    if (files) {
      for (const [name, sum] of files) sums.set(name, sum);
      shared++;
    } else if (!(await copyPicture(images, picture, target, sums))) {
      await rm(join(target, "images", picture), { recursive: true, force: true });
      missing.push(picture);
    }
  });
  return { missing, shared };
}

/** Returns false where there is no such picture, or no longer. */
async function copyPicture(
  images: ImageStore,
  picture: string,
  target: string,
  sums: Sums,
): Promise<boolean> {
  const id = picture.slice(3);
  const facts = (await images.inventory(id)).get(id);
  if (!facts) return false;
  const folder = join(target, "images", picture);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const { name } of facts) {
    const file = await images.get(id, name);
    if (!file) return false;
    const content = Buffer.isBuffer(file.content) ? file.content : await buffer(file.content);
    await writeSynced(target, `images/${picture}/${name}`, content, sums);
  }
  return true;
}

async function writeSynced(target: string, name: string, content: Buffer | string, sums: Sums) {
  await using file = await open(join(target, name), "w");
  await file.writeFile(content);
  await file.sync();
  sums.set(name, createHash("sha256").update(content).digest("hex"));
}

/** Line by line, since the sums of millions of pictures exceed the maximum length of a string. */
async function writeSums(target: string, sums: Sums): Promise<void> {
  function* lines() {
    for (const [name, sum] of sums) yield `${sum}  ${name}\n`;
  }
  await pipeline(lines, createWriteStream(join(target, SUMS), { flush: true }));
}

async function sync(folder: string): Promise<void> {
  await using handle = await open(folder);
  await handle.sync();
}
