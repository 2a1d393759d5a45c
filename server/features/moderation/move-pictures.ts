import { buffer } from "node:stream/consumers";
import { IMAGE_WIDTHS } from "#contract/limits.ts";
import type { Database } from "#server/db/database.ts";
import type { Tile } from "#server/images/drawing/draw-tile.ts";
import { imageIdOf, imagePathOf, newImageId } from "#server/images/image-paths.ts";
import { lookOfStored } from "#server/images/render.ts";
import type { ImageFile, ImageStore } from "#server/images/store/image-store.ts";
import { storeImage } from "#server/images/store/with-stored-images.ts";
import { listUnmoved, setGone, setMovedTo } from "./moved-pictures.writes.ts";

interface Parts {
  db: Database;
  images: ImageStore;
}

/** What stands where a survey's picture was. */
const PLACEHOLDER: Tile = { title: "Resim gösterilmiyor", color: 19, shape: "cover" };

/** Draws and stores it; returns its `image_path`. */
export const storePlaceholder = (parts: Parts): Promise<string> =>
  storeImage(parts, PLACEHOLDER, { preview: true, caller: "staff" });

/** The same for several surveys, of which each deletes its own. */
export async function storePlaceholders(parts: Parts, count: number): Promise<string[]> {
  if (count === 0) return [];
  const paths = [await storePlaceholder(parts)];
  const files = await readFiles(parts.images, paths[0] ?? "");
  while (paths.length < count) {
    const id = newImageId();
    await parts.images.put(id, files);
    paths.push(imagePathOf(id));
  }
  return paths;
}

/**
 * Moves the files of withheld pictures to addresses that nobody knows, so that their own have
 * nothing from then on, and measures the looks of removed ones. It may be interrupted at any point,
 * and run twice at once.
 */
export async function moveWithheld(parts: Parts, stop?: AbortSignal): Promise<void> {
  for (const picture of await listUnmoved(parts.db)) {
    if (stop?.aborted) return;
    await move(parts, picture);
  }
}

type Unmoved = Awaited<ReturnType<typeof listUnmoved>>[number];

async function move({ db, images }: Parts, picture: Unmoved): Promise<void> {
  const files = await readFiles(images, picture.image);
  if (picture.image === picture.former_path && files.length > 0) {
    const id = newImageId();
    await images.put(id, files);
    const isOurs = await setMovedTo(db, picture, imagePathOf(id));
    if (!isOurs) return images.delete(id);
  }
  const former = imageIdOf(picture.former_path);
  if (former !== undefined) await images.delete(former);
  const smallest = files.find(({ name }) => name === `${IMAGE_WIDTHS[0]}.webp`) ?? files[0];
  const isWanted = picture.decision_id !== null && smallest !== undefined;
  await setGone(db, picture, isWanted ? await lookOfStored(smallest.bytes) : undefined);
}

/** All files of a picture; none where it is gone. */
async function readFiles(images: ImageStore, path: string): Promise<ImageFile[]> {
  const id = imageIdOf(path) ?? "";
  const files: ImageFile[] = [];
  for (const { name } of (await images.inventory(id)).get(id) ?? []) {
    const file = await images.get(id, name);
    if (file) files.push({ name, bytes: await bytesOf(file.content) });
  }
  return files;
}

const bytesOf = async (content: Buffer | NodeJS.ReadableStream): Promise<Buffer> =>
  Buffer.isBuffer(content) ? content : buffer(content);
