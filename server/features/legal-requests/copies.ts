import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { Snapshot } from "#contract/endpoints/moderation.ts";
import type { Database } from "#server/db/database.ts";
import { readTarget, type Target } from "#server/features/moderation/targets.reads.ts";
import {
  placeOf,
  readPictures,
  readWithheld,
} from "#server/features/moderation/withheld-pictures.reads.ts";
import { imageIdOf, imagePathOf, LARGEST, newImageId } from "#server/images/image-paths.ts";
import type { ImageFile, ImageStore } from "#server/images/store/image-store.ts";

interface CopiedPicture {
  place: string;
  content: string;
  /** The path of the copy, which nobody knows. */
  image: string;
  /** Of its largest file, in hexadecimal. */
  sha256: string;
}

/** What a target shows, whatever happens to it later. */
export interface Copy {
  /** JSON of a `Snapshot` with the target and its pictures' hashes. */
  text: string;
  /** SHA-256 of `text`, in hexadecimal. */
  hash: string;
  pictures: CopiedPicture[];
}

/** Copies what a target shows, with its pictures, those that are withheld too. */
export async function copyTarget(
  { db, images }: { db: Database; images: ImageStore },
  named: Pick<Target, "kind" | "id">,
): Promise<Copy | undefined> {
  const target = await readTarget(db.query, named);
  if (!target) return undefined;
  const pictures: CopiedPicture[] = [];
  for (const { place, content, image } of await listPictures(db, target)) {
    const copied = await copyPicture(images, image);
    if (copied) pictures.push({ place, content, ...copied });
  }
  const hashes = pictures.map(({ place, content, sha256 }) => ({ place, content, sha256 }));
  const shown: Snapshot = target.snapshot;
  const { id, nickname } = target.user;
  const about = { kind: target.kind, id: target.id, owner: { id, nickname } };
  const text = JSON.stringify({ ...shown, about, pictures: hashes });
  return { text, hash: sha256Of(text), pictures };
}

/** By place, the withheld picture instead of what stands for it. */
async function listPictures({ query }: Database, target: Target) {
  const [shown, withheld] = [await readPictures(query, target), await readWithheld(query, target)];
  const hidden = withheld.map((picture) => ({
    ...{ place: placeOf(target, picture), content: target.snapshot.title, image: picture.image },
  }));
  const places = new Set(hidden.map(({ place }) => place));
  return [...shown.filter(({ place }) => !places.has(place)), ...hidden];
}

async function copyPicture(
  images: ImageStore,
  path: string,
): Promise<Pick<CopiedPicture, "image" | "sha256"> | undefined> {
  const from = imageIdOf(path);
  if (from === undefined) return undefined;
  const files: ImageFile[] = [];
  for (const { name } of (await images.inventory(from)).get(from) ?? []) {
    const file = await images.get(from, name);
    if (!file) continue;
    const { content } = file;
    files.push({ name, bytes: Buffer.isBuffer(content) ? content : await buffer(content) });
  }
  const largest = files.find(({ name }) => name === LARGEST) ?? files[0];
  if (!largest) return undefined;
  const id = newImageId();
  await images.put(id, files);
  return { image: imagePathOf(id), sha256: sha256Of(largest.bytes) };
}

const sha256Of = (data: string | Buffer): string => createHash("sha256").update(data).digest("hex");
