import { createHash, hash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import pLimit from "p-limit";
import type { FileFacts, ImageFile, ImageStore } from "./image-store.ts";

/** Stores are processed in this many parts, by the first two digits of the ids. */
const PARTS = 256;
const COPIED_AT_ONCE = 8;

interface Copied {
  images: number;
  files: number;
  bytes: number;
  /** How many of the images the target did not have yet. */
  copied: number;
  /** SHA-256 of all paths and MD5s in order, `<MD5>  images/<2 digits>/<id>/<file name>` a line. */
  checksum: string;
}

/** The MD5s of an image's files, by their names. */
type Sums = Map<string, string>;

/**
 * Copies all images that `to` does not have with the same contents; the next run continues one that
 * was cut off. Servers may run: what they delete meanwhile is left out, what they add is left to
 * the next run. Compares the sums of everything. Throws where the target ends up with other
 * contents, or has another database's images.
 */
export async function copyImages(
  from: ImageStore,
  to: ImageStore,
  onProgress: (share: number) => void = () => undefined,
): Promise<Copied> {
  await requireSameOwner(from, to);
  const [source, target] = [sideOf(from), sideOf(to)];
  const all = createHash("sha256");
  const total = { images: 0, files: 0, bytes: 0, copied: 0 };
  for (let part = 0; part < PARTS; part++) {
    const prefix = part.toString(16).padStart(2, "0");
    const [wanted, there] = [await from.inventory(prefix), await to.inventory(prefix)];
    const copied: string[] = [];
    const limit = pLimit(COPIED_AT_ONCE);
    const sums = new Map<string, Sums>();
    await limit.map([...wanted].sort(), async ([id, files]) => {
      const known = await sumsOf(source, id, files);
      if (!known) return;
      sums.set(id, known);
      if (await isSame(target, id, there.get(id), known)) return;
      if (await copyImage(from, to, id, there.has(id))) copied.push(id);
      else sums.delete(id);
    });
    if (copied.length > 0) await verify(target, await to.inventory(prefix), copied, sums);
    for (const [id, files] of [...sums].sort()) {
      for (const [name, sum] of [...files].sort())
        all.update(`${sum}  images/${prefix}/${id}/${name}\n`);
      total.images++;
      total.files += files.size;
      for (const { bytes } of wanted.get(id) ?? []) total.bytes += bytes;
    }
    total.copied += copied.length;
    onProgress((part + 1) / PARTS);
  }
  return { ...total, checksum: all.digest("hex") };
}

async function requireSameOwner(from: ImageStore, to: ImageStore): Promise<void> {
  const [owner, other] = [await from.owner(), await to.owner()];
  if (owner && other && owner !== other) {
    throw new Error("Another database's images are there: name an empty place.");
  }
  if (owner && !other) await to.setOwner(owner);
}

/** False where the image was deleted meanwhile. */
async function copyImage(from: ImageStore, to: ImageStore, id: string, isReplaced: boolean) {
  const names = (await from.inventory(id)).get(id) ?? [];
  const files: ImageFile[] = [];
  for (const { name } of names) {
    const bytes = await bytesOf(from, id, name);
    if (bytes) files.push({ name, bytes });
  }
  if (files.length === 0 || files.length < names.length) return false;
  // Removes what a run that was cut off has left.
  if (isReplaced) await to.delete(id);
  await to.put(id, files);
  return true;
}

async function verify(
  target: Side,
  there: Map<string, FileFacts[]>,
  ids: readonly string[],
  sums: ReadonlyMap<string, Sums>,
): Promise<void> {
  for (const id of ids) {
    if (await isSame(target, id, there.get(id), sums.get(id) ?? new Map())) continue;
    throw new Error(`The image ${id} differs from its copy.`);
  }
}

/** Whether these files of a store have these contents. */
async function isSame(
  store: Side,
  id: string,
  facts: readonly FileFacts[] | undefined,
  sums: Sums,
): Promise<boolean> {
  if (facts?.length !== sums.size) return false;
  for (const file of facts) {
    const sum = sums.get(file.name);
    if (!sum || (await store.sumOf(id, file)) !== sum) return false;
  }
  return true;
}

/** Undefined where the image was deleted meanwhile. */
async function sumsOf(
  store: Side,
  id: string,
  facts: readonly FileFacts[],
): Promise<Sums | undefined> {
  const sums: Sums = new Map();
  for (const file of facts) {
    const sum = await store.sumOf(id, file);
    if (!sum) return undefined;
    sums.set(file.name, sum);
  }
  return sums;
}

/** A store, and the MD5 of any of its files. */
interface Side {
  images: ImageStore;
  /** Undefined where the file no longer exists. */
  sumOf(id: string, file: FileFacts): Promise<string | undefined>;
}

function sideOf(images: ImageStore): Side {
  const read = async (id: string, name: string) => {
    const bytes = await bytesOf(images, id, name);
    return bytes && hash("md5", bytes);
  };
  // Where a store encrypts with its own keys, tags are no MD5s, and contents must be read.
  let areSums: Promise<boolean> | undefined;
  return {
    images,
    async sumOf(id, { name, tag }) {
      if (!tag) return read(id, name);
      areSums ??= read(id, name).then((sum) => sum === tag);
      return (await areSums) ? tag : read(id, name);
    },
  };
}

async function bytesOf(store: ImageStore, id: string, name: string): Promise<Buffer | undefined> {
  const { content } = (await store.get(id, name)) ?? {};
  return Buffer.isBuffer(content) || !content ? content : buffer(content);
}
