import { ApiError } from "#server/errors.ts";
import type { ByteWindow } from "./byte-window.ts";
import { readOrientation, writeOrientation } from "./orientation.ts";
import type { FileRange, Inspection } from "./picture-pieces.ts";

export const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);

const EOI = 0xd9;
const SOS = 0xda;
const DNL = 0xdc;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const APP15 = 0xef;
const COM = 0xfe;
/** DHT, DAC, DQT and DRI, which scans are decoded with. */
const TABLES = new Set([0xc4, 0xcc, 0xdb, 0xdd]);
/** Baseline, extended and progressive, with Huffman or arithmetic codes. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2, 0xc9, 0xca]);
const PROGRESSIVE = new Set([0xc2, 0xca]);
const ARITHMETIC = new Set([0xc9, 0xca]);
/** How much longer arithmetic codes take. */
const ARITHMETIC_COST = 8;
/** Grey, colour, CMYK. */
const COMPONENTS = new Set([1, 3, 4]);

const EXIF = "Exif\0\0";
const PROFILE = "ICC_PROFILE\0";
/** A photograph of ten megabytes has a few hundred. */
const SEGMENTS_MAX = 10_000;
const COEFFICIENT_BYTES = 2;
/** Longer than the header of any frame or scan. */
const HEADER_BYTES = 40;

interface Frame {
  code: number;
  width: number;
  height: number;
  components: { id: number; samples: number }[];
}

interface Segment {
  code: number;
  start: number;
  end: number;
  /** Begins with the length, so the content starts at offset 2. */
  header: Buffer;
}

/**
 * Goes through the segments and scans of a JPEG. Only what its pixels and colours depend on is
 * kept; metadata, previews, gain maps and anything after its end are not.
 */
export async function inspectJpeg(bytes: ByteWindow): Promise<Inspection> {
  const kept: FileRange[] = [];
  const profile: FileRange[] = [];
  let orientation = 1;
  let frame: Frame | undefined;
  let scans = 0;
  let samples = 0;
  let isHeldWhole = false;
  let end = 2;
  let segment = await nextSegment(bytes, end);
  for (let count = 0; segment; segment = await nextSegment(bytes, end)) {
    if (++count > SEGMENTS_MAX) throw new ApiError("image_too_large");
    const { code, start, header } = segment;
    ({ end } = segment);
    if (FRAMES.has(code)) {
      if (frame) throw new ApiError("image_format");
      frame = readFrame(code, header);
      isHeldWhole = PROGRESSIVE.has(code);
    } else if (code === SOS) {
      if (!frame) throw new ApiError("image_format");
      const ids = readScan(header);
      isHeldWhole ||= ids.length < frame.components.length;
      samples += sum(frame.components.map((one) => (ids.includes(one.id) ? one.samples : 0)));
      end = (await nextMarker(bytes, end))?.position ?? Number.POSITIVE_INFINITY;
      scans++;
    } else if (!TABLES.has(code)) {
      // Decoders ignore metadata after the first scan.
      const content = scans > 0 ? "" : header.toString("latin1", 2);
      if (code === APP2 && content.startsWith(PROFILE)) profile.push({ start, end });
      if (code === APP1 && content.startsWith(EXIF)) {
        const tiff = start + 4 + EXIF.length;
        orientation = readOrientation(await bytes.read(tiff, Math.max(0, end - tiff)));
      }
      if (scans > 0 || (code !== APP0 && code !== APP14)) continue;
    }
    kept.push({ start, end });
  }
  if (!frame || scans === 0) throw new ApiError("image_format");
  const pieces = [
    JPEG_START.subarray(0, 2),
    ...(orientation > 1 ? [exifSegment(orientation)] : []),
    ...profile,
    ...kept,
    // No end marker where the file breaks off, so that the decoder notices.
    ...(end === Number.POSITIVE_INFINITY ? [] : [Buffer.from([0xff, EOI])]),
  ];
  return {
    pieces,
    width: frame.width,
    height: frame.height,
    samples: samples * (ARITHMETIC.has(frame.code) ? ARITHMETIC_COST : 1),
    heldBytes: isHeldWhole
      ? sum(frame.components.map((one) => one.samples)) * COEFFICIENT_BYTES
      : 0,
  };
}

/** The first marker from `position` on; skips stuffed bytes, restarts and anything else. */
const nextMarker = (bytes: ByteWindow, position: number) =>
  bytes.findPair(
    position,
    0xff,
    (code) => code !== 0 && code !== 0x01 && code !== 0xff && (code < 0xd0 || code > 0xd7),
  );

/** The first segment from `position` on; null at the end of the picture or of the file. */
async function nextSegment(bytes: ByteWindow, position: number): Promise<Segment | null> {
  const marker = position === Number.POSITIVE_INFINITY ? null : await nextMarker(bytes, position);
  if (!marker || marker.second === EOI) return null;
  const { position: start, second: code } = marker;
  const isSkipped = (code >= APP0 && code <= APP15) || code === COM || code === DNL;
  if (!isSkipped && code !== SOS && !TABLES.has(code) && !FRAMES.has(code)) {
    throw new ApiError("image_format");
  }
  const header = await bytes.read(start + 2, HEADER_BYTES);
  const length = header.length < 2 ? 0 : header.readUInt16BE(0);
  if (length < 2) throw new ApiError("image_format");
  return { code, start, end: start + 2 + length, header: Buffer.from(header.subarray(0, length)) };
}

function readFrame(code: number, header: Buffer): Frame {
  const count = header[7] ?? 0;
  if (!COMPONENTS.has(count) || header.length < 8 + 3 * count) throw new ApiError("image_format");
  const height = header.readUInt16BE(3);
  const width = header.readUInt16BE(5);
  const factors = Array.from({ length: count }, (_, i) => {
    const sampling = header.readUInt8(9 + 3 * i);
    return { id: header.readUInt8(8 + 3 * i), across: sampling >> 4, down: sampling & 15 };
  });
  const most = {
    across: Math.max(...factors.map(({ across }) => across)),
    down: Math.max(...factors.map(({ down }) => down)),
  };
  const isValid = factors.every(
    ({ across, down }) => across >= 1 && across <= 4 && down >= 1 && down <= 4,
  );
  // A height of zero would follow later, in a DNL segment that no decoder reads.
  if (!isValid || width === 0 || height === 0) throw new ApiError("image_format");
  const blocks = (side: number, factor: number, of: number) => Math.ceil(side / (8 * of)) * factor;
  const components = factors.map(({ id, across, down }) => ({
    id,
    samples: 64 * blocks(width, across, most.across) * blocks(height, down, most.down),
  }));
  return { code, width, height, components };
}

/** The ids of a scan's components. */
const readScan = (header: Buffer): number[] =>
  Array.from({ length: header[2] ?? 0 }, (_, i) => header[3 + 2 * i] ?? -1);

function exifSegment(orientation: number): Buffer {
  const content = Buffer.concat([Buffer.from(EXIF), writeOrientation(orientation)]);
  const start = Buffer.from([0xff, APP1, 0, content.length + 2]);
  return Buffer.concat([start, content]);
}

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);
