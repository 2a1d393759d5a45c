import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import fc from "fast-check";
import sharp, { type Sharp } from "sharp";
import { ApiError } from "#server/errors.ts";
import { processorTimeOf } from "#server/testing/processor-time.ts";
import {
  chunk,
  insertAfterHeader,
  insertAfterStart,
  segment,
  withEmptyScans,
} from "#testing/picture-parts.ts";
import { inspectPicture } from "./inspection.ts";
import type { Inspection } from "./picture-pieces.ts";

const folder = await mkdtemp(join(tmpdir(), "kanaat-inspection-"));
after(() => rm(folder, { recursive: true }));
const path = join(folder, "picture");

async function inspect(bytes: Uint8Array): Promise<Inspection> {
  await writeFile(path, bytes);
  return inspectPicture(path);
}

/** The code of the refusal, or "ok"; rethrows anything but a refusal. */
async function outcome(bytes: Uint8Array): Promise<string> {
  try {
    await inspect(bytes);
    return "ok";
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error));
    return error.code;
  }
}

/** What the decoder would be given of the picture. */
async function given(bytes: Uint8Array): Promise<Buffer> {
  const { pieces } = await inspect(bytes);
  const file = await readFile(path);
  return Buffer.concat(
    pieces.map((piece) => ("start" in piece ? file.subarray(piece.start, piece.end) : piece)),
  );
}

const drawn = sharp({
  create: {
    width: 90,
    height: 70,
    channels: 3,
    background: "#000",
    noise: { type: "gaussian", mean: 128, sigma: 40 },
  },
});
const jpeg = await drawn.clone().jpeg().toBuffer();
const progressive = await drawn.clone().jpeg({ progressive: true }).toBuffer();
const png = await drawn.clone().png().toBuffer();
const camera = () =>
  drawn.clone().withIccProfile("p3").withXmp("<x:xmpmeta/>").withMetadata({ orientation: 6 });

/** Sharp's types lack `withGainMap`. */
const ultraHdr = () =>
  (drawn.clone().toColourspace("scrgb") as Sharp & { withGainMap(): Sharp })
    .withGainMap()
    .jpeg()
    .toBuffer();

describe("what the decoder is given", () => {
  const pixels = (bytes: Buffer) =>
    sharp(bytes).autoOrient().toColourspace("srgb").raw().toBuffer();

  it("has the pixels, colours and orientation of the file (R221)", async () => {
    const sources = [
      jpeg,
      progressive,
      png,
      await camera().jpeg().toBuffer(),
      await camera().png().toBuffer(),
      await drawn.clone().toColourspace("cmyk").withIccProfile("cmyk").jpeg().toBuffer(),
      await drawn.clone().toColourspace("rgb16").png({ progressive: true }).toBuffer(),
      await drawn.clone().png({ palette: true }).toBuffer(),
      await drawn.clone().ensureAlpha(0.3).png().toBuffer(),
      await ultraHdr(),
    ];
    for (const source of sources) {
      assert.deepEqual(await pixels(await given(source)), await pixels(source));
    }
  });

  it("has no text, no other metadata, no gain map and nothing from behind the picture (R221)", async () => {
    const hidden = Buffer.from("KANARYA");
    const gainMap = await ultraHdr();
    const pictures = [
      insertAfterHeader(
        png,
        ...["zTXt", "iTXt", "tEXt", "sPLT", "eXIf", "fdAT", "prVt"].map((t) => chunk(t, hidden)),
      ),
      Buffer.concat([png, hidden]),
      insertAfterStart(
        jpeg,
        ...[0xe1, 0xe2, 0xe3, 0xed, 0xef, 0xfe].map((code) => segment(code, hidden)),
      ),
      Buffer.concat([jpeg, hidden]),
      Buffer.concat([gainMap, hidden]),
    ];
    for (const picture of pictures) {
      const bytes = await given(picture);
      assert.ok(!bytes.includes(hidden));
      assert.equal((await sharp(bytes).metadata()).gainMap, undefined);
    }
  });
});

describe("what a picture would cost", () => {
  it("counts the samples of every scan, and the memory held at one time (R221)", async () => {
    const blocks = (width: number, height: number) =>
      64 * Math.ceil(width / 8) * Math.ceil(height / 8);
    const full = await drawn.clone().jpeg({ chromaSubsampling: "4:4:4" }).toBuffer();
    const { samples, heldBytes } = await inspect(full);
    assert.deepEqual([samples, heldBytes], [3 * blocks(90, 70), 0]);

    const scans = await inspect(progressive);
    // Two bytes for each sample; most scans go over the samples again.
    assert.ok(scans.heldBytes > 0 && scans.samples > scans.heldBytes);
    const many = await inspect(withEmptyScans(progressive, 500));
    assert.equal(many.samples, scans.samples + 500 * 64 * 12 * 10);

    const interlaced = await drawn.clone().png({ progressive: true }).toBuffer();
    assert.equal((await inspect(interlaced)).heldBytes, 90 * 70 * 3);
  });

  it("is too much with more parts than any program makes", async () => {
    const comments = Array<Buffer>(10_001).fill(segment(0xfe));
    assert.equal(await outcome(insertAfterStart(jpeg, ...comments)), "image_too_large");
    const empty = Array<Buffer>(20_001).fill(chunk("IDAT"));
    assert.equal(await outcome(insertAfterHeader(png, ...empty)), "image_too_large");
  });
});

describe("a broken picture", () => {
  it("is refused where its sizes cannot be known or no decoder reads on", async () => {
    const scan = jpeg.indexOf(Buffer.from("ffda", "hex"));
    const frame = jpeg.indexOf(Buffer.from("ffc0", "hex"));
    const without = (from: number, length: number) =>
      Buffer.concat([jpeg.subarray(0, from), jpeg.subarray(from + length)]);
    const withByte = (source: Buffer, at: number, value: number) =>
      Buffer.from(source.with(at, value));
    const header = (at: number, value: number) => withByte(png, at, value);
    const broken = {
      "no scan": jpeg.subarray(0, scan),
      "no frame": without(frame, 2 + jpeg.readUInt16BE(frame + 2)),
      "two frames": insertAfterStart(jpeg, jpeg.subarray(frame, frame + 19)),
      "a height that comes later": withByte(withByte(jpeg, frame + 5, 0), frame + 6, 0),
      "two components": withByte(jpeg, frame + 9, 2),
      "no sampling": withByte(jpeg, frame + 11, 0),
      "a lossless frame": withByte(jpeg, frame + 1, 0xc3),
      "a second start": insertAfterStart(jpeg, Buffer.from([0xff, 0xd8])),
      "a segment of no length": insertAfterStart(jpeg, Buffer.from([0xff, 0xe1, 0, 0])),
      "a segment shorter than its length": insertAfterStart(jpeg, Buffer.from([0xff, 0xe1, 0, 1])),
      "only a start": jpeg.subarray(0, 3),
      "only a signature": png.subarray(0, 8),
      "no pixels": png.subarray(0, 33),
      "a header of another length": header(11, 12),
      "no header": header(12, 0x69),
      "no width": withByte(header(19, 0), 18, 0),
      "an unknown kind of colour": header(25, 5),
      "a chunk that must be known": insertAfterHeader(png, chunk("ABCD")),
      "a chunk without a name": insertAfterHeader(png, chunk("\0\0\0\0")),
      "a chunk longer than the file": Buffer.concat([
        png.subarray(0, 33),
        Buffer.from("7fffffff", "hex"),
        png.subarray(37),
      ]),
    };
    for (const [name, bytes] of Object.entries(broken)) {
      const kept = name === "a chunk longer than the file" ? await outcome(bytes) : "image_format";
      assert.deepEqual([name, await outcome(bytes)], [name, kept]);
    }
  });

  it("is inspected to its end or refused, whatever is wrong with it, with little processor time", async () => {
    const sources = [jpeg, progressive, png, await camera().jpeg().toBuffer()];
    const damage = fc.record({
      source: fc.constantFrom(...sources),
      cut: fc.double({ min: 0, max: 1, noNaN: true }),
      bytes: fc.array(fc.tuple(fc.nat({ max: 700 }), fc.nat({ max: 255 })), { maxLength: 8 }),
    });
    const property = fc.asyncProperty(damage, async ({ source, cut, bytes }) => {
      const broken = Buffer.from(source.subarray(0, Math.ceil(source.length * cut)));
      for (const [at, value] of bytes) if (at < broken.length) broken[at] = value;
      const usedMs = await processorTimeOf(async () => {
        const code = await outcome(broken);
        assert.ok(["ok", "image_format", "image_too_large"].includes(code), code);
      });
      assert.ok(usedMs < 1000, `${usedMs} ms`);
    });
    await fc.assert(property, { numRuns: 500 });
  });
});
