import { open } from "node:fs/promises";
import sharp, { type Metadata, type Sharp } from "sharp";
import { IMAGE_MAX_PIXELS, IMAGE_MAX_SIDE, IMAGE_WIDTHS, LINK_PREVIEW } from "#contract/limits.ts";
import { ApiError } from "#server/errors.ts";
import type { ImageFile } from "./image-store.ts";
import { createWeightedSemaphore } from "./weighted-semaphore.ts";

/** However small they are. */
const DECODED_AT_ONCE = 2;
/** Far above any camera or screenshot; only images made to exhaust the memory come near it. */
const HELD_MAX_BYTES = 200_000_000;
/** Far above what an honest image needs; stops those made to keep the decoder busy. */
const TIMEOUT = { seconds: 30 };
const QUALITY = 80;
/** Half the time of the default 4, for files 3 % larger: a form may bring twenty images. */
const EFFORT = 2;
const BACKGROUND = "#ffffff";

sharp.cache(false);
sharp.concurrency(1);
// Weighed by pixels: memory follows the pixels decoded at once, not the number of uploads.
const decode = createWeightedSemaphore(IMAGE_MAX_PIXELS);

/**
 * Reads the JPEG or PNG in `file` (by its content, R85) and renders it upright, in sRGB, on
 * white and without metadata in every width, never enlarged; with `preview` as link preview too.
 * Throws `image_format` for anything else or anything broken, `image_too_large` for its size.
 */
export async function renderImage(file: string, preview: boolean): Promise<ImageFile[]> {
  if (!(await isJpegOrPng(file))) throw new ApiError("image_format");
  const source = sharp(file, {
    limitInputPixels: IMAGE_MAX_PIXELS,
    failOn: "error",
    sequentialRead: true,
  });
  const pixels = await asImageError(countPixels(source));
  return decode(Math.max(pixels, IMAGE_MAX_PIXELS / DECODED_AT_ONCE), () =>
    asImageError(render(source, preview)),
  );
}

const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Decides by the first bytes, so that only the decoders of JPEG and PNG ever see an upload. */
async function isJpegOrPng(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(PNG.length) });
  const start = buffer.subarray(0, bytesRead);
  return start.equals(PNG) || start.subarray(0, JPEG.length).equals(JPEG);
}

/** The number of pixels by the header alone; nothing is decoded yet. */
async function countPixels(source: Sharp): Promise<number> {
  const header = await source.metadata();
  const { format, width, height } = header;
  if (format !== "jpeg" && format !== "png") throw new ApiError("image_format");
  if (Math.max(width, height) > IMAGE_MAX_SIDE || heldBytes(header) > HELD_MAX_BYTES) {
    throw new ApiError("image_too_large");
  }
  return width * height;
}

/** Memory to decode: images are read row by row, only interlaced or progressive ones held whole. */
function heldBytes({ format, width, height, channels, depth, ...header }: Metadata): number {
  if (!header.isProgressive) return 0;
  const samples = header.chromaSubsampling === "4:2:0" ? 1.5 : channels;
  return width * height * samples * (format === "jpeg" || depth === "ushort" ? 2 : 1);
}

async function render(source: Sharp, preview: boolean): Promise<ImageFile[]> {
  const { data, info } = await source
    .autoOrient()
    .resize({ width: Math.max(...IMAGE_WIDTHS), withoutEnlargement: true })
    .flatten({ background: BACKGROUND })
    .toColourspace("srgb")
    .timeout(TIMEOUT)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const decoded = () => sharp(data, { raw: info });
  const files: ImageFile[] = [];
  // No file is wider than the picture, so all widths beyond it share one.
  const rendered = new Map<number, Buffer>();
  for (const wanted of IMAGE_WIDTHS) {
    const width = Math.min(wanted, info.width);
    const scaled = () => decoded().resize({ width }).webp({ quality: QUALITY, effort: EFFORT });
    const bytes = rendered.get(width) ?? (await scaled().toBuffer());
    rendered.set(width, bytes);
    files.push({ name: `${wanted}.webp`, bytes });
  }
  if (preview) {
    const { name, width, height } = LINK_PREVIEW;
    const cut = decoded().resize({ width, height, fit: "cover" });
    files.push({ name, bytes: await cut.jpeg({ quality: QUALITY }).toBuffer() });
  }
  return files;
}

/** What the decoder cannot read is the sender's mistake (4xx), never a fault of the server. */
async function asImageError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    const tooLarge = /pixel limit|timeout/i.test(String(cause));
    throw new ApiError(tooLarge ? "image_too_large" : "image_format", { cause });
  }
}
