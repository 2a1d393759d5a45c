/** Pixels to draw on, as rows of red, green and blue. */
export interface Canvas {
  width: number;
  height: number;
  pixels: Buffer;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const CHANNELS = 3;

const channelsOf = (color: string) => Buffer.from(color.slice(1), "hex");

/** `color` has six hexadecimal digits, as in CSS. */
export const createCanvas = (width: number, height: number, color: string): Canvas => ({
  width,
  height,
  pixels: Buffer.alloc(width * height * CHANNELS, channelsOf(color)),
});

/** Fills a box with round corners, as far as it lies on the canvas; `opacity` is from 0 to 1. */
export function fillRounded(
  canvas: Canvas,
  box: Box,
  radius: number,
  color: string,
  opacity = 1,
): void {
  const corner = Math.min(radius, box.width / 2, box.height / 2);
  const [middleX, middleY] = [box.x + box.width / 2, box.y + box.height / 2];
  const outside = (x: number, y: number) => {
    const beyondX = Math.abs(x - middleX) - box.width / 2 + corner;
    const beyondY = Math.abs(y - middleY) - box.height / 2 + corner;
    const inside = Math.min(0, Math.max(beyondX, beyondY));
    return Math.hypot(Math.max(0, beyondX), Math.max(0, beyondY)) + inside - corner;
  };
  fill(canvas, box, color, outside, opacity);
}

export type Point = readonly [x: number, y: number];

/** Draws a line through all points, with round ends and corners; `box` bounds it. */
export function strokeLine(
  canvas: Canvas,
  box: Box,
  points: readonly Point[],
  width: number,
  color: string,
): void {
  fill(canvas, box, color, (x, y) => {
    const distances = points.slice(1).map((to, at) => distance([x, y], points[at] ?? to, to));
    return Math.min(...distances) - width / 2;
  });
}

/** From a point to the line from `a` to `b`. */
function distance([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1);
  const at = Math.min(Math.max(0, along), 1);
  return Math.hypot(x - ax - at * dx, y - ay - at * dy);
}

/**
 * Colours the pixels of a shape in a box, with a smooth edge. `outside` returns how many pixels a
 * point is outside of the shape; negative inside.
 */
function fill(
  { width, height, pixels }: Canvas,
  box: Box,
  color: string,
  outside: (x: number, y: number) => number,
  opacity = 1,
): void {
  const channels = channelsOf(color);
  const right = Math.min(width, box.x + box.width);
  for (let y = Math.max(0, box.y); y < Math.min(height, box.y + box.height); y++) {
    for (let x = Math.max(0, box.x); x < right; x++) {
      const share = opacity * Math.min(Math.max(0, 0.5 - outside(x + 0.5, y + 0.5)), 1);
      const at = (y * width + x) * CHANNELS;
      for (const [channel, value] of channels.entries()) {
        const below = pixels[at + channel] ?? 0;
        pixels[at + channel] = Math.round(below + share * (value - below));
      }
    }
  }
}
