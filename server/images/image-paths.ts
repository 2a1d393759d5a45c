import { randomBytes } from "node:crypto";
import { IMAGE_WIDTHS, LINK_PREVIEW } from "#contract/limits.ts";

const ID_BYTES = 16;
const IMAGE_PATH = /^\/images\/[0-9a-f]{2}\/([0-9a-f]{32})\//;
const FILE_NAME = new RegExp(`^(?:(?:${IMAGE_WIDTHS.join("|")})\\.webp|${LINK_PREVIEW.name})$`);

/** The file of an image in its largest width. */
export const LARGEST = `${Math.max(...IMAGE_WIDTHS)}.webp`;

/** 32 unguessable hexadecimal digits: anyone who knows an image's address may see it. */
export const newImageId = (): string => randomBytes(ID_BYTES).toString("hex");

/** The `image_path` of an image, as in rows and responses: `/images/<2 digits>/<id>/1280.webp`. */
export const imagePathOf = (id: string): string => `/images/${id.slice(0, 2)}/${id}/${LARGEST}`;

/**
 * The id in an `image_path`, or in the address of another file of the image; otherwise undefined.
 */
export const imageIdOf = (imagePath: string): string | undefined => IMAGE_PATH.exec(imagePath)?.[1];

export const imageTypeOf = (name: string): string =>
  name === LINK_PREVIEW.name ? "image/jpeg" : "image/webp";

/** Files of an image never change. */
export const IMAGE_CACHE_CONTROL = "public, max-age=31536000, immutable";

/** Whether an image may have a file of this name: one of the widths, or the link preview. */
export const isImageFile = (name: string): boolean => FILE_NAME.test(name);
