import sharp from "sharp";
import { LOOK_COLOURS, LOOK_GRID } from "./look.ts";

/**
 * Describes what a picture shows, in 128 hexadecimal digits that `areAlike` compares: 64 bits that
 * say where grey falls from left to right (dHash, after Neal Krawetz, hackerfactor.com, 2013), 64 bits
 * from top to bottom, and 48 bytes for the colours of 4 × 4 fields, relative to their mean.
 * Runs in the decoder's process.
 */
export async function measureLook(picture: Buffer): Promise<string> {
  const grey = (width: number, height: number) =>
    sharp(picture).greyscale().resize(width, height, { fit: "fill" }).raw().toBuffer();
  const across = await grey(LOOK_GRID + 1, LOOK_GRID);
  const down = await grey(LOOK_GRID, LOOK_GRID + 1);
  const bits = Buffer.alloc((2 * LOOK_GRID * LOOK_GRID) / 8);
  const set = (at: number) => {
    bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7));
  };
  for (let y = 0; y < LOOK_GRID; y++) {
    for (let x = 0; x < LOOK_GRID; x++) {
      const at = y * LOOK_GRID + x;
      if (falls(across, at + y, 1)) set(at);
      if (falls(down, at, LOOK_GRID)) set(LOOK_GRID * LOOK_GRID + at);
    }
  }
  return Buffer.concat([bits, await coloursOf(picture)]).toString("hex");
}

const falls = (grey: Buffer, at: number, step: number): boolean =>
  (grey[at] ?? 0) > (grey[at + step] ?? 0);

async function coloursOf(picture: Buffer): Promise<Buffer> {
  const { fields, mean } = LOOK_COLOURS;
  const colours = await sharp(picture)
    .removeAlpha()
    .resize(fields, fields, { fit: "fill" })
    .raw()
    .toBuffer();
  const all = colours.reduce((sum, one) => sum + one, 0) / colours.length || 1;
  return colours.map((one) => Math.min(255, Math.round((one / all) * mean))) as Buffer;
}
