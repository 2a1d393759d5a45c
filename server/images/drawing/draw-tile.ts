import sharp, { type OverlayOptions, type Sharp } from "sharp";
import {
  TILE_CIRCLE_WHITE,
  TILE_COLORS,
  TILE_FONT_SIZES,
  TILE_LINE_HEIGHT,
  TILE_SHAPES,
  type TileShape,
  tileCircles,
} from "#contract/tiles.ts";
import { type DrawnText, drawText, fitInto } from "./draw-text.ts";

export interface Tile {
  title: string;
  /** An index of `TILE_COLORS`. */
  color: number;
  shape: TileShape;
}

/** Draws a title on its colour; letters that no font has are left out. */
export async function drawTile({ title, color, shape }: Tile): Promise<Sharp> {
  const { width, height } = TILE_SHAPES[shape];
  const text = await drawTitle(title, shape);
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

/** The title in the middle, as large as fits; nothing where none of its letters can be drawn. */
async function drawTitle(title: string, shape: TileShape): Promise<OverlayOptions[]> {
  const { textWidth: width, textHeight: height } = TILE_SHAPES[shape];
  let text: DrawnText | undefined;
  for (const wrap of ["word", "word-char"] as const) {
    for (const size of TILE_FONT_SIZES) {
      const style = { color: "white", lineHeight: TILE_LINE_HEIGHT, align: "centre" } as const;
      text = await drawText(title, { ...style, size, width, wrap });
      if (!text) return [];
      if (text.info.width <= width && text.info.height <= height)
        return [{ input: text.data, raw: text.info }];
    }
  }
  if (!text) return [];
  // Any title, such as a hundred emoji or stacked accents, stays within its box.
  const fitted = await fitInto(text, { width, height });
  return [{ input: fitted.data, raw: fitted.info }];
}
