import { crc32 } from "node:zlib";
import { ApiError } from "#server/errors.ts";
import type { ByteWindow } from "./byte-window.ts";
import { readOrientation, writeOrientation } from "./orientation.ts";
import type { FileRange, Inspection } from "./picture-pieces.ts";

export const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Length, type and checksum of a chunk. */
const FRAMING_BYTES = 12;
const HEADER_BYTES = 13;
/** Chunks that pixels and colours depend on; not text, previews, frames or suggested palettes. */
const KEPT = new Set(["PLTE", "tRNS", "IDAT", "gAMA", "cHRM", "sRGB", "sBIT", "cICP"]);
/** Encoders write chunks of 8 kB or more. */
const CHUNKS_MAX = 20_000;
/** Samples per pixel by colour type: grey, colour, palette, grey and colour with transparency. */
const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 3, 4: 2, 6: 4 };

/**
 * Goes through the chunks of a PNG. Only what its pixels and colours depend on is kept; of Exif
 * metadata, only the orientation.
 */
export async function inspectPng(bytes: ByteWindow): Promise<Inspection> {
  const header = await readHeader(bytes);
  const kept: FileRange[] = [];
  let profile: FileRange | undefined;
  let orientation = 1;
  let hasPixels = false;
  let isTransparent = false;
  let start = PNG_SIGNATURE.length + FRAMING_BYTES + HEADER_BYTES;
  for (let chunks = 0; ; chunks++) {
    if (chunks > CHUNKS_MAX) throw new ApiError("image_too_large");
    const framing = await bytes.read(start, 8);
    if (framing.length < 8) break;
    const length = framing.readUInt32BE(0);
    const type = framing.toString("latin1", 4);
    const end = start + FRAMING_BYTES + length;
    if (type === "IEND") break;
    if (!/^[A-Za-z]{4}$/.test(type)) throw new ApiError("image_format");
    // Chunks with a capital first letter must not be skipped, and no others are defined.
    if (/^[A-Z]/.test(type) && !KEPT.has(type)) throw new ApiError("image_format");
    hasPixels ||= type === "IDAT";
    isTransparent ||= type === "tRNS";
    if (KEPT.has(type)) keep(kept, { start, end });
    if (type === "iCCP" && !hasPixels) profile ??= { start, end, isPackedProfile: true };
    if (type === "eXIf") orientation = readOrientation(await bytes.read(start + 8, length));
    start = end;
  }
  if (!hasPixels) throw new ApiError("image_format");
  const { width, height, depth, isInterlaced } = header;
  const samples = width * height * (header.samples + Number(isTransparent));
  const sampleBytes = depth === 16 ? 2 : 1;
  const pieces = [
    PNG_SIGNATURE,
    { start: PNG_SIGNATURE.length, end: PNG_SIGNATURE.length + FRAMING_BYTES + HEADER_BYTES },
    ...(profile ? [profile] : []),
    ...(orientation > 1 ? [chunk("eXIf", writeOrientation(orientation))] : []),
    ...kept,
    chunk("IEND", Buffer.alloc(0)),
  ];
  return {
    pieces,
    width,
    height,
    samples: samples * sampleBytes,
    heldBytes: isInterlaced ? samples * sampleBytes : 0,
  };
}

async function readHeader(bytes: ByteWindow) {
  const header = await bytes.read(PNG_SIGNATURE.length, 8 + HEADER_BYTES);
  const isHeader = header.length === 8 + HEADER_BYTES && header.toString("latin1", 4, 8) === "IHDR";
  if (!isHeader || header.readUInt32BE(0) !== HEADER_BYTES) throw new ApiError("image_format");
  const [width, height] = [header.readUInt32BE(8), header.readUInt32BE(12)];
  const samples = SAMPLES[header.readUInt8(17)];
  if (!samples || width === 0 || height === 0) throw new ApiError("image_format");
  return { width, height, samples, depth: header[16], isInterlaced: header[20] !== 0 };
}

/** Adds a range; adjacent chunks become one. */
function keep(ranges: FileRange[], range: FileRange): void {
  const last = ranges.at(-1);
  if (last?.end === range.start) last.end = range.end;
  else ranges.push(range);
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content]);
  const framed = Buffer.alloc(content.length + FRAMING_BYTES);
  framed.writeUInt32BE(content.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
