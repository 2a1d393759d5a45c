import sharp, { type OutputInfo } from "sharp";
import { escapeMarkup } from "#contract/html.ts";

/**
 * In `fonts/`. The last one draws nothing for letters no other font has; emoji are from Twemoji.
 */
const FONTS = "Schibsted Grotesk, DejaVu Sans, No Glyphs Bold";
/** Line height of the first font, relative to its size. */
const NATURAL_LINE_HEIGHT = 1.234;
/** As tall and as deep as any letters, so that all lines have the same height and baseline. */
const STRUT = '<span fgalpha="1">İ|</span>';

export interface TextStyle {
  /** In pixels. */
  size: number;
  /** As in CSS. */
  color: string;
  lineHeight: number;
  /** Where lines are broken, in pixels; without it the text is one line of a fixed height. */
  width?: number;
  wrap?: "word" | "word-char";
  align?: "left" | "centre" | "right";
}

export interface DrawnText {
  data: Buffer;
  info: OutputInfo;
}

/** Draws plain text on transparent pixels; undefined where no font has any of its letters. */
export async function drawText(text: string, style: TextStyle): Promise<DrawnText | undefined> {
  const { size, color, lineHeight, width, wrap = "word", align = "left" } = style;
  const height = lineHeight / NATURAL_LINE_HEIGHT;
  const strut = width === undefined ? STRUT : "";
  const picture = sharp({
    text: {
      text: `<span foreground="${color}" line_height="${height}" insert_hyphens="false">${escapeMarkup(text)}${strut}</span>`,
      font: `${FONTS} ${size}`,
      ...(width !== undefined && { width, wrap }),
      align,
      // One point is one pixel.
      dpi: 72,
      rgba: true,
    },
  });
  try {
    const drawn = await picture.raw().toBuffer({ resolveWithObject: true });
    return strut ? trimSides(drawn) : drawn;
  } catch (error) {
    if (String(error).includes("no text to render")) return undefined;
    throw error;
  }
}

/** Crops empty columns at both sides; undefined where all are empty. */
async function trimSides(text: DrawnText): Promise<DrawnText | undefined> {
  const { data, info } = text;
  let [left, right] = [info.width, -1];
  for (let at = info.channels - 1; at < data.length; at += info.channels) {
    if (data[at] === 0) continue;
    const column = Math.floor(at / info.channels) % info.width;
    left = Math.min(left, column);
    right = Math.max(right, column);
  }
  if (right < 0) return undefined;
  return sharp(data, { raw: info })
    .extract({ left, top: 0, width: right - left + 1, height: info.height })
    .raw()
    .toBuffer({ resolveWithObject: true });
}

/** Shrinks what does not fit, such as piles of accents. */
export async function fitInto(
  text: DrawnText,
  box: { width: number; height: number },
): Promise<DrawnText> {
  if (text.info.width <= box.width && text.info.height <= box.height) return text;
  return sharp(text.data, { raw: text.info })
    .resize({ ...box, fit: "inside" })
    .raw()
    .toBuffer({ resolveWithObject: true });
}
