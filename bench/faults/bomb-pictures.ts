import { deflateSync } from "node:zlib";
import sharp from "sharp";
import {
  appendToPicture,
  chunk,
  insertAfterHeader,
  insertAfterStart,
  segment,
  withEmptyScans,
} from "#testing/picture-parts.ts";

/** A picture made to consume memory or time. */
export interface Bomb {
  bytes: Buffer;
  /** Whether it must be kept or refused; by default either is allowed. */
  mustBe?: "kept" | "refused";
}

export const square = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: "#336699" } });

/** One of each kind, each expensive to decode in its own way, and no larger than an upload may be. */
export async function bombs(): Promise<Record<string, Bomb>> {
  const jpeg = await square(40).jpeg().toBuffer();
  const png = await square(40).png().toBuffer();
  const progressive = await square(6300).jpeg({ progressive: true }).toBuffer();
  const full = { progressive: true, chromaSubsampling: "4:4:4" };
  const exif = overlappingExif(2500, 35_000);

  const textChunks = (type: string, head: string, times: number) =>
    insertAfterHeader(png, ...Array<Buffer>(times).fill(withHead(type, head, packed(7_000_000))));
  return {
    "PNG of 39 megapixels": { bytes: await square(6300).png().toBuffer(), mustBe: "kept" },
    "PNG of 39 megapixels, 16 bit, transparent": {
      bytes: await square(6300).toColourspace("rgb16").ensureAlpha(0.5).png().toBuffer(),
    },
    "interlaced PNG of 39 megapixels": {
      bytes: await square(6300).png({ progressive: true }).toBuffer(),
    },
    "progressive JPEG of 39 megapixels, 4:2:0": { bytes: progressive, mustBe: "kept" },
    "progressive JPEG of 39 megapixels, 4:4:4": {
      bytes: await square(6300).jpeg(full).toBuffer(),
      mustBe: "refused",
    },
    "progressive JPEG of 20 megapixels, 4:4:4": { bytes: await square(4500).jpeg(full).toBuffer() },
    "JPEG with 95 more scans": { bytes: withEmptyScans(progressive, 95), mustBe: "refused" },
    "JPEG with 6,000 more scans": { bytes: withEmptyScans(progressive, 6000), mustBe: "refused" },
    "JPEG 5,000 pixels high": {
      bytes: await sharp({
        create: {
          width: 1280,
          height: 5000,
          channels: 3,
          background: "#000",
          noise: { type: "gaussian", mean: 128, sigma: 60 },
        },
      })
        .jpeg()
        .toBuffer(),
      mustBe: "kept",
    },
    "PNG with ten zTXt chunks": { bytes: textChunks("zTXt", "a\0\0", 10), mustBe: "kept" },
    "PNG with a hundred iTXt chunks": {
      bytes: textChunks("iTXt", "a\0\x01\0\0\0", 100),
      mustBe: "kept",
    },
    "PNG with an iCCP chunk of 300 MB": {
      bytes: insertAfterHeader(png, withHead("iCCP", "a\0\0", packed(300_000_000))),
      mustBe: "kept",
    },
    "PNG with 600 sPLT chunks": {
      bytes: insertAfterHeader(
        png,
        ...Array.from({ length: 600 }, (_, i) =>
          withHead("sPLT", `${i}\0\x08`, Buffer.alloc(12_000)),
        ),
      ),
      mustBe: "kept",
    },
    "PNG with Exif that overlaps": {
      bytes: insertAfterHeader(png, chunk("eXIf", overlappingExif(60_000, 8_000_000))),
      mustBe: "kept",
    },
    "PNG whose pixels unpack to a gigabyte": {
      bytes: insertAfterHeader(png, chunk("IDAT", packed(1_000_000_000, 0))),
    },
    "PNG with a thousand frames": {
      bytes: insertAfterHeader(
        png,
        chunk("acTL", Buffer.from("000003e800000000", "hex")),
        ...Array<Buffer>(1000).fill(chunk("fdAT", packed(7_000_000))),
      ),
      mustBe: "kept",
    },
    "PNG with 200,000 IDAT chunks": {
      bytes: insertAfterHeader(png, Buffer.concat(Array(200_000).fill(chunk("IDAT")))),
    },
    "JPEG with Exif that overlaps": {
      bytes: insertAfterStart(jpeg, segment(0xe1, Buffer.concat([Buffer.from("Exif\0\0"), exif]))),
      mustBe: "kept",
    },
    "JPEG with nine megabytes of XMP": {
      bytes: insertAfterStart(
        jpeg,
        ...Array<Buffer>(140).fill(
          segment(
            0xe1,
            Buffer.concat([
              Buffer.from("http://ns.adobe.com/xmp/extension/\0"),
              Buffer.alloc(65_000),
            ]),
          ),
        ),
      ),
      mustBe: "kept",
    },
    "JPEG with two million comments": {
      bytes: insertAfterStart(jpeg, Buffer.alloc(9_000_000, Buffer.from("fffe0002", "hex"))),
    },
    "JPEG with five million restarts": {
      bytes: appendToPicture(jpeg, Buffer.alloc(10_000_000, Buffer.from("ffd0", "hex"))),
    },
    "JPEG with a gain map of 39 megapixels": {
      bytes: Buffer.concat([
        insertAfterStart(jpeg, segment(0xe2, Buffer.from("MPF\0"))),
        progressive,
        withEmptyScans(progressive, 95),
      ]),
      mustBe: "kept",
    },
  };
}

const withHead = (type: string, head: string, content: Buffer) =>
  chunk(type, Buffer.concat([Buffer.from(head, "latin1"), content]));

const packed = (bytes: number, fill: string | number = "A") =>
  deflateSync(Buffer.alloc(bytes, fill), { level: 9 });

/** A TIFF structure with many entries that share the same bytes as their value. */
function overlappingExif(entries: number, bytes: number): Buffer {
  const values = 14 + 12 * entries;
  const tiff = Buffer.alloc(values + bytes);
  tiff.write("MM\0*", "latin1");
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(entries, 8);
  for (let i = 0; i < entries; i++) {
    const entry = 10 + 12 * i;
    tiff.writeUInt16BE(0x8000 + (i % 1000), entry);
    tiff.writeUInt16BE(7, entry + 2);
    tiff.writeUInt32BE(bytes, entry + 4);
    tiff.writeUInt32BE(values, entry + 8);
  }
  return tiff;
}
