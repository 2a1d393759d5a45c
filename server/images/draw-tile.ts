import sharp, { type OutputInfo, type OverlayOptions, type Sharp } from "sharp";
import {
  TILE_CIRCLE_WHITE,
  TILE_COLORS,
  TILE_FONT_SIZES,
  TILE_LINE_HEIGHT,
  TILE_SHAPES,
  type TileShape,
  tileCircles,
} from "#contract/tiles.ts";

export interface Tile {
  title: string;
  /** An index of `TILE_COLORS`. */
  color: number;
  shape: TileShape;
}

/** Of `fonts/`. The last one draws nothing where no other has a letter; emoji are from Twemoji. */
const FONTS = "Schibsted Grotesk, DejaVu Sans, No Glyphs Bold";
/** Of the first font, in parts of its size. */
const NATURAL_LINE_HEIGHT = 1.234;

/** Draws a title on its colour; letters that none of the fonts has are left out. */
export async function drawTile({ title, color, shape }: Tile): Promise<Sharp> {
  const { width, height } = TILE_SHAPES[shape];
  const text = await drawText(title, shape);
  return sharp(background(color, shape), { raw: { width, height, channels: 3 } }).composite(text);
}

function background(color: number, shape: TileShape): Buffer {
  const { width, height } = TILE_SHAPES[shape];
  const channels = Buffer.from(TILE_COLORS[color]?.slice(1) ?? "", "hex");
  const pixels = Buffer.alloc(width * height * channels.length, channels);
  for (const { x, y, radius } of tileCircles(shape)) {
    for (let row = Math.max(0, y - radius); row < Math.min(height, y + radius); row++) {
      for (let column = Math.max(0, x - radius); column < Math.min(width, x + radius); column++) {
        const inside = radius - Math.hypot(column + 0.5 - x, row + 0.5 - y) + 0.5;
        const white = TILE_CIRCLE_WHITE * Math.min(Math.max(0, inside), 1);
        const at = (row * width + column) * channels.length;
        for (const [channel, value] of channels.entries())
          pixels[at + channel] = Math.round(value + white * (255 - value));
      }
    }
  }
  return pixels;
}

/** The title in the middle, as large as it can be; nothing where no letter of it can be drawn. */
async function drawText(title: string, shape: TileShape): Promise<OverlayOptions[]> {
  const { textWidth, textHeight } = TILE_SHAPES[shape];
  try {
    let text: { data: Buffer; info: OutputInfo } | undefined;
    for (const wrap of ["word", "word-char"] as const) {
      for (const size of TILE_FONT_SIZES) {
        text = await textOf(title, size, textWidth, wrap).toBuffer({ resolveWithObject: true });
        if (text.info.width <= textWidth && text.info.height <= textHeight)
          return [{ input: text.data, raw: text.info }];
      }
    }
    // Whatever comes, such as a hundred emoji or piles of accents, it stays within its box.
    const smallest = sharp(text?.data, text && { raw: text.info });
    const fitted = smallest.resize({ width: textWidth, height: textHeight, fit: "inside" });
    return [{ input: await fitted.png().toBuffer() }];
  } catch (error) {
    if (String(error).includes("no text to render")) return [];
    throw error;
  }
}

function textOf(title: string, size: number, width: number, wrap: "word" | "word-char"): Sharp {
  const text = title.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const lineHeight = TILE_LINE_HEIGHT / NATURAL_LINE_HEIGHT;
  return sharp({
    text: {
      text: `<span foreground="white" line_height="${lineHeight}" insert_hyphens="false">${text}</span>`,
      font: `${FONTS} ${size}`,
      width,
      wrap,
      align: "centre",
      // One point is one pixel.
      dpi: 72,
      rgba: true,
    },
  }).raw();
}
