import sharp, { type OverlayOptions } from "sharp";
import { IMAGE_MAX_PIXELS, type PictureShape, SURVEY_PICTURES } from "#contract/limits.ts";
import { BRAND_MARK, LIGHT, WHITE } from "#contract/palette.ts";
import { type Box, type Canvas, createCanvas, fillRounded } from "./canvas.ts";
import { type DrawnText, drawText, fitInto, type TextStyle } from "./draw-text.ts";

/** A picture under way: a canvas, and what is laid on it in this order. */
export interface Sheet extends Canvas {
  layers: OverlayOptions[];
}

/** The colours of a drawing. */
export interface Look {
  page: string;
  ink: string;
  muted: string;
  track: string;
  brand: string;
}

export const PAPER: Look = {
  page: LIGHT.page,
  ink: LIGHT.ink,
  muted: LIGHT.muted,
  track: LIGHT.track,
  brand: BRAND_MARK.light,
};
const ON_NAR = LIGHT["on-accent"];
export const NAR: Look = {
  page: LIGHT.nar,
  ink: ON_NAR,
  muted: ON_NAR,
  track: LIGHT["nar-deep"],
  brand: ON_NAR,
};

/** Where a shape's frame lies, in pixels; apps cover the upper and lower ends of a story. */
export const FRAMES: Record<
  PictureShape,
  { side: number; top: number; bottom: number; footer: number; gap: number }
> = {
  link: { side: 48, top: 34, bottom: 24, footer: 52, gap: 22 },
  square: { side: 60, top: 52, bottom: 40, footer: 72, gap: 36 },
  story: { side: 72, top: 150, bottom: 150, footer: 84, gap: 44 },
};

export function createSheet(shape: PictureShape, { page }: Look): Sheet {
  const { width, height } = SURVEY_PICTURES[shape];
  return { ...createCanvas(width, height, page), layers: [] };
}

const flat = ({ width, height, pixels, layers }: Sheet) =>
  sharp(pixels, { raw: { width, height, channels: 3 } }).composite(layers);

/** For charts and letters. */
export const toPng = (sheet: Sheet): Promise<Buffer> =>
  flat(sheet).png({ compressionLevel: 9 }).toBuffer();

/** For photographs: some apps show no preview of a link whose picture has more than 300 kB. */
export const toJpeg = (sheet: Sheet): Promise<Buffer> =>
  flat(sheet).jpeg({ quality: 84, chromaSubsampling: "4:4:4" }).toBuffer();

/** Lays a text with its upper left corner at `x`, `y`. */
export function place(sheet: Sheet, text: DrawnText | undefined, x: number, y: number): void {
  if (!text) return;
  sheet.layers.push({
    input: text.data,
    raw: text.info,
    left: Math.round(x),
    top: Math.round(y),
  });
}

/** Lays a stored picture over the box, which cuts it; the box is plain where there is none. */
export async function placePicture(
  sheet: Sheet,
  stored: Uint8Array | null,
  box: Box,
  radius = 0,
): Promise<void> {
  fillRounded(sheet, box, radius, LIGHT.sunken);
  if (!stored) return;
  const { width, height } = box;
  const cut = await sharp(stored, { limitInputPixels: IMAGE_MAX_PIXELS })
    .resize({ width, height, fit: "cover" })
    .flatten({ background: WHITE })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  roundCorners(cut, radius);
  place(sheet, cut, box.x, box.y);
}

/** Makes what lies outside of round corners transparent, in pixels of four channels. */
function roundCorners({ data, info: { width, height } }: DrawnText, radius: number): void {
  for (let y = 0; y < radius; y++) {
    for (let x = 0; x < radius; x++) {
      const beyond = Math.hypot(radius - x - 0.5, radius - y - 0.5) - radius;
      const alpha = Math.round(255 * Math.min(Math.max(0, 0.5 - beyond), 1));
      for (const row of [y, height - 1 - y])
        for (const column of [x, width - 1 - x]) data[(row * width + column) * 4 + 3] = alpha;
    }
  }
}

const FADE = 96;
/** White letters of any size can be read on white where the shade is at least this strong. */
const SHADE = { behindLetters: 0.62, most: 0.86 };

/** Darkens the lower part of a box behind letters that take `height` pixels. */
export function placeShade(sheet: Sheet, box: Box, height: number): void {
  const whole = Math.min(box.height, height + FADE);
  const pixels = Buffer.alloc(
    box.width * whole * 4,
    Buffer.from(`${LIGHT.backdrop.slice(1)}00`, "hex"),
  );
  for (let y = 0; y < whole; y++) {
    const above = whole - height - y;
    const opacity =
      above > 0
        ? SHADE.behindLetters * (1 - above / (whole - height))
        : SHADE.behindLetters + (SHADE.most - SHADE.behindLetters) * (-above / height);
    for (let x = 0; x < box.width; x++)
      pixels[(y * box.width + x) * 4 + 3] = Math.round(255 * opacity);
  }
  sheet.layers.push({
    input: pixels,
    raw: { width: box.width, height: whole, channels: 4 },
    left: box.x,
    top: box.y + box.height - whole,
  });
}

interface FittedText {
  text: DrawnText | undefined;
  /** The size of its letters; 0 where they had to be shrunk further. */
  size: number;
}

const LINE = 1.16;

/** Draws a text as large as fits the box; of `sizes` the first that fits without split words. */
export async function fitText(
  text: string,
  { sizes, color }: { sizes: readonly number[]; color: string },
  box: { width: number; height: number },
): Promise<FittedText> {
  const style = { color, lineHeight: LINE, width: box.width };
  let drawn: DrawnText | undefined;
  for (const wrap of ["word", "word-char"] as const) {
    for (const size of sizes) {
      drawn = await drawText(text, { ...style, size, wrap });
      if (!drawn) return { text: drawn, size };
      if (drawn.info.width <= box.width && drawn.info.height <= box.height)
        return { text: await balance(drawn, text, { ...style, size, wrap }), size };
    }
  }
  return { text: drawn && (await fitInto(drawn, box)), size: 0 };
}

const NARROWER = [0.6, 0.7, 0.8, 0.9];

/** The same lines with equal lengths, so that no word stands alone on the last one. */
async function balance(drawn: DrawnText, text: string, style: TextStyle): Promise<DrawnText> {
  if (drawn.info.height < 1.5 * style.size) return drawn;
  for (const part of NARROWER) {
    const width = Math.round((style.width ?? 0) * part);
    const narrow = await drawText(text, { ...style, width });
    const hasRoom = narrow && narrow.info.width <= width;
    if (hasRoom && narrow.info.height < drawn.info.height + 0.5 * style.size) return narrow;
  }
  return drawn;
}

const LETTERS = new Intl.Segmenter("tr", { granularity: "grapheme" });
/** Above and below the letters of a line, relative to their size. */
const LINE_ROOM = 1.3;

/** The text on two lines, cut off with an ellipsis where it is longer. */
export async function drawTwoLines(
  text: string,
  style: TextStyle & { width: number },
): Promise<DrawnText | undefined> {
  const letters = [...LETTERS.segment(text)].map(({ segment }) => segment);
  const height = 2 * LINE_ROOM * style.size;
  const room = { width: style.width, height: Math.round(height) };
  for (let count = letters.length; count > 0; count = Math.floor(count * 0.85)) {
    const cut = letters.slice(0, count).join("").trimEnd();
    const drawn = await drawText(count < letters.length ? `${cut}…` : cut, style);
    if (!drawn || (drawn.info.width <= room.width && drawn.info.height <= height)) return drawn;
  }
  return drawLine(text, { ...style, width: undefined }, room.width);
}

/** The text on one line, cut off with an ellipsis where it is too wide. */
export async function drawLine(
  text: string,
  style: TextStyle,
  width: number,
): Promise<DrawnText | undefined> {
  const letters = [...LETTERS.segment(text)].map(({ segment }) => segment);
  let drawn = await drawText(text, style);
  let count = letters.length;
  while (drawn && drawn.info.width > width && count > 1) {
    count = Math.min(count - 1, Math.ceil((count * width) / drawn.info.width));
    drawn = await drawText(`${letters.slice(0, count).join("").trimEnd()}…`, style);
  }
  return drawn && fitInto(drawn, { width, height: Math.round(LINE_ROOM * style.size) });
}

/** Whether the first letter belongs to a right-to-left script. */
export const startsFromRight = (text: string): boolean =>
  /^\P{L}*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(
    text,
  );
