import { open } from "node:fs/promises";
import sharp, { type Metadata, type Sharp } from "sharp";
import { IMAGE_MAX_PIXELS, IMAGE_MAX_SIDE, IMAGE_WIDTHS, LINK_PREVIEW } from "#contract/limits.ts";
import { ApiError } from "#server/errors.ts";
import { createBudget } from "./weighted-semaphore.ts";

/** One file of a stored picture. */
export interface ImageRendition {
  name: string;
  bytes: Buffer;
}

const AT_ONCE = 2;
/** No camera and no screenshot comes near it; only what was made to take memory. */
const HELD_MAX_BYTES = 200_000_000;
/** Far above what a whole picture needs; it stops what was made to take long. */
const TIMEOUT = { seconds: 30 };
const QUALITY = 80;
/** Half the time of the usual 4, for files 3 % larger: twenty options are not waited for twice. */
const EFFORT = 2;
const PAPER = "#ffffff";

sharp.cache(false);
sharp.concurrency(1);
// Memory follows the pixels decoded at once, whatever the number of uploads.
const decoding = createBudget(IMAGE_MAX_PIXELS);

/**
 * Reads the JPEG or PNG in `file` (by its content, R85) and renders it upright, in sRGB, on
 * white and without metadata in every width, never enlarged; with `preview` as link preview too.
 * Throws `image_format` for anything else or anything broken, `image_too_large` for its size.
 */
export async function renderImage(file: string, preview: boolean): Promise<ImageRendition[]> {
  if (!(await looksAllowed(file))) throw new ApiError("image_format");
  const source = sharp(file, {
    limitInputPixels: IMAGE_MAX_PIXELS,
    failOn: "error",
    sequentialRead: true,
  });
  const pixels = await readable(measure(source));
  return decoding(Math.max(pixels, IMAGE_MAX_PIXELS / AT_ONCE), () =>
    readable(render(source, preview)),
  );
}

const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** No decoder but these two ever sees an upload. */
async function looksAllowed(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(PNG.length) });
  const start = buffer.subarray(0, bytesRead);
  return start.equals(PNG) || start.subarray(0, JPEG.length).equals(JPEG);
}

/** The pixels that the header promises; nothing is decoded yet. */
async function measure(source: Sharp): Promise<number> {
  const header = await source.metadata();
  const { format, width, height } = header;
  if (format !== "jpeg" && format !== "png") throw new ApiError("image_format");
  if (Math.max(width, height) > IMAGE_MAX_SIDE || heldBytes(header) > HELD_MAX_BYTES) {
    throw new ApiError("image_too_large");
  }
  return width * height;
}

/** Pictures are read row by row; only an interlaced or progressive one is held whole. */
function heldBytes({ format, width, height, channels, depth, ...header }: Metadata): number {
  if (!header.isProgressive) return 0;
  const samples = header.chromaSubsampling === "4:2:0" ? 1.5 : channels;
  return width * height * samples * (format === "jpeg" || depth === "ushort" ? 2 : 1);
}

async function render(source: Sharp, preview: boolean): Promise<ImageRendition[]> {
  const { data, info } = await source
    .autoOrient()
    .resize({ width: Math.max(...IMAGE_WIDTHS), withoutEnlargement: true })
    .flatten({ background: PAPER })
    .toColourspace("srgb")
    .timeout(TIMEOUT)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const decoded = () => sharp(data, { raw: info });
  const renditions: ImageRendition[] = [];
  // No rendition is wider than the picture, so the widths beyond it share one.
  const rendered = new Map<number, Buffer>();
  for (const wanted of IMAGE_WIDTHS) {
    const width = Math.min(wanted, info.width);
    const scaled = () => decoded().resize({ width }).webp({ quality: QUALITY, effort: EFFORT });
    const bytes = rendered.get(width) ?? (await scaled().toBuffer());
    rendered.set(width, bytes);
    renditions.push({ name: `${wanted}.webp`, bytes });
  }
  if (preview) {
    const { name, width, height } = LINK_PREVIEW;
    const cut = decoded().resize({ width, height, fit: "cover" });
    renditions.push({ name, bytes: await cut.jpeg({ quality: QUALITY }).toBuffer() });
  }
  return renditions;
}

/** What the decoder cannot read is the sender's mistake, never ours. */
async function readable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    const tooLarge = /pixel limit|timeout/i.test(String(cause));
    throw new ApiError(tooLarge ? "image_too_large" : "image_format", { cause });
  }
}
