import type { FastifyBaseLogger } from "fastify";
import { ERRORS } from "#contract/errors.ts";
import type { Database } from "#server/db/database.ts";
import { ApiError } from "#server/errors.ts";
import type { Tile } from "../drawing/draw-tile.ts";
import { imageIdOf, imagePathOf, newImageId } from "../image-paths.ts";
import { isRefused } from "../looks/refused-looks.reads.ts";
import { countRefusals } from "../refused-pictures.ts";
import { type RenderOptions, renderImage } from "../render.ts";
import type { ImageStore } from "./image-store.ts";

/** An uploaded file or a tile, and the form field that a refusal names. */
export interface NewImage {
  picture: string | Tile;
  field: string;
}

/**
 * Stores all `pictures`, then runs `write` with their `image_path`s, for rows that refer to them.
 * When anything fails, the pictures are deleted and the error is thrown: `image_format`,
 * `image_too_large` or `image_refused` with the field, or what the store or `write` threw. They stay only where the
 * database connection was lost, since it may have committed: an orphaned image is better than a
 * missing one.
 */
export async function withStoredImages<T>(
  { images, db }: { images: ImageStore; db: Database },
  log: FastifyBaseLogger,
  pictures: readonly NewImage[],
  options: RenderOptions,
  write: (paths: string[]) => Promise<T>,
): Promise<T> {
  const outcomes = await Promise.allSettled(
    pictures.map((picture) => storeNamed({ images, db }, picture, options)),
  );
  const paths = outcomes.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  try {
    for (const one of outcomes) if (one.status === "rejected") throw one.reason;
    return await write(paths);
  } catch (error) {
    const fault = db.fault(error);
    const isSaved = fault === "unavailable" || fault === "unknown" ? "perhaps" : "no";
    if (isSaved === "no") await deleteImages(images, log, paths);
    throw error;
  }
}

/**
 * Renders a tile or the picture in a file and stores it in every width; with `preview` also as link
 * preview. Returns its `image_path`. Throws `image_format`, `image_too_large`, or `image_refused` for
 * a file whose picture moderation has removed.
 */
export async function storeImage(
  { images, db }: { images: ImageStore; db: Database },
  picture: string | Tile,
  options: RenderOptions,
): Promise<string> {
  const id = newImageId();
  const store = async () => {
    const { files, look } = await renderImage(picture, options);
    const isFile = typeof picture === "string";
    if (isFile && (await isRefused(db, look))) throw new ApiError("image_refused");
    await images.put(id, files);
  };
  await countRefusals(store());
  return imagePathOf(id);
}

/**
 * Deletes images that no row refers to any more, by their `image_path`s. Never throws: one that
 * cannot be deleted is logged, and later cleaned up as an orphaned image.
 */
export async function deleteImages(
  images: ImageStore,
  log: FastifyBaseLogger,
  paths: readonly string[],
): Promise<void> {
  for (const path of paths) {
    const id = imageIdOf(path);
    if (id === undefined) continue;
    await images.delete(id).catch((err: unknown) => log.error({ err, path }, "image not deleted"));
  }
}

async function storeNamed(
  parts: { images: ImageStore; db: Database },
  { picture, field }: NewImage,
  options: RenderOptions,
): Promise<string> {
  try {
    return await storeImage(parts, picture, options);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, isLogged } = error;
    throw new ApiError(code, { cause: error, isLogged, fields: { [field]: ERRORS[code][2] } });
  }
}
