import { crc32 } from "node:zlib";

/** A chunk of a PNG. */
export function chunk(type: string, content: Uint8Array = new Uint8Array()): Buffer {
  const body = Buffer.concat([Buffer.from(type), content]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(content.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** A segment of a JPEG. */
export function segment(code: number, content: Uint8Array | string = ""): Buffer {
  const bytes = Buffer.from(content);
  const framed = Buffer.alloc(4 + bytes.length);
  framed.set([0xff, code]);
  framed.writeUInt16BE(2 + bytes.length, 2);
  bytes.copy(framed, 4);
  return framed;
}

/** The PNG with `chunks` before its pixels. */
export const insertAfterHeader = (png: Buffer, ...chunks: Buffer[]) =>
  Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);

/** The JPEG with `segments` before its picture. */
export const insertAfterStart = (jpeg: Buffer, ...segments: Buffer[]) =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);

/** The JPEG with `parts` before its last marker. */
export const appendToPicture = (jpeg: Buffer, ...parts: Buffer[]) =>
  Buffer.concat([jpeg.subarray(0, -2), ...parts, jpeg.subarray(-2)]);

const ONE_CODE_OF_LENGTH_1 = Buffer.from(`1001${"00".repeat(15)}e0`, "hex");
/** 39 codes of 15 bits, each for 16,384 blocks: the blocks of 40 megapixels. */
const EMPTY_SCAN = Buffer.concat([
  segment(0xda, Buffer.from("010100013f00", "hex")),
  Buffer.alloc(74),
]);

/**
 * A progressive JPEG with additional scans, which are valid but change nothing. The decoder processes
 * the whole picture for each of them.
 */
export const withEmptyScans = (jpeg: Buffer, scans: number) =>
  appendToPicture(
    jpeg,
    segment(0xc4, ONE_CODE_OF_LENGTH_1),
    ...Array<Buffer>(scans).fill(EMPTY_SCAN),
  );

/** Gives `bytes` the header of a WebP of their length, which a server checks before it sends one. */
export function asWebp(bytes: Buffer): Buffer {
  bytes.write("RIFF", 0, "latin1");
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write("WEBP", 8, "latin1");
  return bytes;
}
