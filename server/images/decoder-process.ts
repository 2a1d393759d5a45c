// A process that decodes one picture at a time for `decoders.ts`, from nothing but the pieces that
// the inspection has picked out of the file, or draws a tile or another picture. It reports a
// picture that takes too much time or memory, and is then killed.

import { type FileHandle, open } from "node:fs/promises";
import { inflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import {
  IMAGE_MAX_PIXELS,
  IMAGE_STORED_HEIGHT_MAX,
  IMAGE_WIDTHS,
  LINK_PREVIEW,
} from "#contract/limits.ts";
import { WHITE } from "#contract/palette.ts";
import { sendToParent } from "#server/processes/send-to-parent.ts";
import { dropSources } from "./decoder-permissions.ts";
import { type Drawing, draw } from "./drawing/draw.ts";
import { drawTile, type Tile } from "./drawing/draw-tile.ts";
import type { FileRange, Inspection } from "./inspection/picture-pieces.ts";
import { measureLook } from "./looks/measure-look.ts";
import type { ImageFile } from "./store/image-store.ts";

/** A file and the pieces of it to decode, or the tile to draw. */
type Source = { file: string; pieces: Inspection["pieces"] } | Tile;
export type DecoderJob =
  | { source: Source; preview: boolean }
  | { drawing: Drawing }
  /** A stored picture whose look is wanted, and nothing else. */
  | { stored: Buffer };

/** The files of a picture, and its look (`measureLook`); empty for drawings. */
export interface Decoded {
  files: ImageFile[];
  look: string;
}

export type DecoderAnswer =
  | (Decoded & { failure?: undefined; isTooLarge?: undefined })
  | { files?: undefined; failure: string; isTooLarge?: boolean };

/** Processor time for a picture from outside; with everything around it, 2 s (R222). */
const TIME_MAX_MS = 1800;
/** The process itself takes a third of this. */
const MEMORY_MAX_BYTES = 300_000_000;
const WATCH_MS = 10;
/** Profiles of printing presses come near two megabytes. */
const PROFILE_MAX_BYTES = 4_000_000;
const QUALITY = 80;
/** Half the time of the default 4, for files 3 % larger: a form may bring twenty images. */
const EFFORT = 2;
/** From so many stored pixels on, noise would take too long with more than the least effort. */
const LONG_PIXELS = 4_000_000;

sharp.cache(false);
sharp.concurrency(1);
// Node's permissions do not restrain sharp, which could read and write files.
sharp.block({ operation: ["VipsForeignLoad", "VipsForeignSave"] });
sharp.unblock({
  operation: [
    // WebP only of stored pictures, which are drawn on others (ADR-067).
    ...["Jpeg", "Png", "Webp"].map((format) => `VipsForeignLoad${format}Buffer`),
    ...["Jpeg", "Png", "Webp"].map((format) => `VipsForeignSave${format}Buffer`),
  ],
});

dropSources();

process.on("message", async (job: DecoderJob) => {
  const before = process.cpuUsage();
  const timeMaxMs = isFromOutside(job) ? TIME_MAX_MS : Infinity;
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    const isTooLong = (user + system) / 1000 > timeMaxMs;
    if (!isTooLong && process.memoryUsage.rss() < MEMORY_MAX_BYTES) return;
    clearInterval(watch);
    answer({ failure: isTooLong ? "too long" : "too much memory", isTooLarge: true });
  }, WATCH_MS);
  try {
    answer(await decoded(job));
  } catch (error) {
    answer({ failure: String(error) });
  } finally {
    clearInterval(watch);
    // Otherwise leftovers of one picture would count against the next.
    globalThis.gc?.();
  }
});
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
// If the process ends before this message, no picture is to blame.
sendToParent("ready");

const answer = (message: DecoderAnswer) => sendToParent(message);

/** What the server draws itself has bounded costs; a busy machine must not refuse it. */
const isFromOutside = (job: DecoderJob) => "source" in job && "file" in job.source;

async function decoded(job: DecoderJob): Promise<Decoded> {
  if ("stored" in job) return { files: [], look: await measureLook(job.stored) };
  if ("drawing" in job)
    return { files: [{ name: "drawing", bytes: await draw(job.drawing) }], look: "" };
  const files = await render(await pictureOf(job.source), job.preview);
  // Of a stored file, as when a picture is removed that was stored before.
  return { files, look: await measureLook(files[0]?.bytes ?? Buffer.alloc(0)) };
}

async function pictureOf(source: Source): Promise<Sharp> {
  if ("title" in source) return await drawTile(source);
  return sharp(await readPieces(source), {
    limitInputPixels: IMAGE_MAX_PIXELS,
    failOn: "error",
    sequentialRead: true,
  }).autoOrient();
}

async function readPieces({ file, pieces }: Exclude<Source, Tile>): Promise<Buffer> {
  await using handle = await open(file);
  const { size } = await handle.stat();
  const parts: Uint8Array[] = [];
  for (const piece of pieces) {
    if ("start" in piece) parts.push(await readRange(handle, piece, size));
    else parts.push(piece);
  }
  return Buffer.concat(parts);
}

async function readRange(
  file: FileHandle,
  { start, end, isPackedProfile }: FileRange,
  size: number,
): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.max(0, Math.min(end, size) - start));
  await file.read(bytes, 0, bytes.length, start);
  return isPackedProfile && !isProfileSmall(bytes) ? Buffer.alloc(0) : bytes;
}

/** Whether the data in an iCCP chunk, after its name and one byte, unpacks to a profile's size. */
function isProfileSmall(chunk: Buffer): boolean {
  try {
    const packed = chunk.subarray(chunk.indexOf(0, 8) + 2, -4);
    return inflateSync(packed, { maxOutputLength: PROFILE_MAX_BYTES }).length > 0;
  } catch {
    return false;
  }
}

async function render(picture: Sharp, preview: boolean): Promise<ImageFile[]> {
  const { data, info } = await picture
    .resize({
      width: Math.max(...IMAGE_WIDTHS),
      height: IMAGE_STORED_HEIGHT_MAX,
      fit: "inside",
      withoutEnlargement: true,
    })
    .flatten({ background: WHITE })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const decoded = () => sharp(data, { raw: info });
  const files: ImageFile[] = [];
  // No file is wider than the picture, so all widths beyond it share one.
  const rendered = new Map<number, Buffer>();
  const effort = info.width * info.height >= LONG_PIXELS ? 0 : EFFORT;
  for (const wanted of IMAGE_WIDTHS) {
    const width = Math.min(wanted, info.width);
    const scaled = () => decoded().resize({ width }).webp({ quality: QUALITY, effort });
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
