import { BRAND_MARK } from "#contract/palette.ts";
import { type Canvas, strokeLine } from "./canvas.ts";

/** The side of `web/styles/favicon.svg`, in whose units the other numbers are. */
const SIDE = 48;
const STROKE = 6;
const STEPS = 24;

const arc = (middleX: number, from: number, to: number) =>
  Array.from({ length: STEPS + 1 }, (_, step) => {
    const angle = from + ((to - from) * step) / STEPS;
    return [middleX + 12.5 * Math.cos(angle), 17 + 12.5 * Math.sin(angle)] as const;
  });

/** A speech bubble that ends in a tick. */
const POINTS = [
  [5, 33.5],
  [14.5, 43.5],
  [26, 29.5],
  ...arc(31, Math.PI / 2, -Math.PI / 2),
  ...arc(17, -Math.PI / 2, -Math.PI - Math.atan2(9.2, 8.5) + Math.PI / 90),
] as const;

/** Draws the product's logo as a square with its upper left corner at `x`, `y`. */
export function drawBrand(
  canvas: Canvas,
  x: number,
  y: number,
  side: number,
  color: string = BRAND_MARK.light,
): void {
  const scale = side / SIDE;
  const points = POINTS.map(([px, py]) => [x + px * scale, y + py * scale] as const);
  strokeLine(canvas, { x, y, width: side, height: side }, points, STROKE * scale, color);
}
