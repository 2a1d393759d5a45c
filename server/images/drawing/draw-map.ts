import { COLUMNS, ROW_COUNT } from "#contract/shapes/province-map.ts";
import { type Box, fillRounded } from "./canvas.ts";
import { type DrawnText, drawText } from "./draw-text.ts";
import { type Look, place, type Sheet } from "./sheet.ts";

/** A province, with what leads among its voters or those of its region. */
export interface MapTile {
  /** Plate code. */
  code: number;
  /** In tiles from the upper left. */
  column: number;
  row: number;
  /** Absent where too few voted; without a colour where two options are tied. */
  lead?: { color?: string; strength: number };
}

const [GAP, CORNER, DIGITS] = [0.08, 0.18, 0.44];
/** Of a frame around tiles without a colour, relative to a tile. */
const EDGE = 0.05;

/** The provinces as tiles with their plate codes, as large as fit; returns how high they are. */
export async function drawMap(
  sheet: Sheet,
  tiles: readonly MapTile[],
  { x, y: top, width, height }: Box,
  look: Look,
): Promise<number> {
  const size = Math.floor(Math.min(width / COLUMNS, height / ROW_COUNT));
  const side = Math.round(size * (1 - GAP));
  const left = x + Math.round((width - size * COLUMNS) / 2);
  const digits = await Promise.all(
    Array.from({ length: 10 }, (_, digit) =>
      drawText(`${digit}`, { size: Math.round(DIGITS * side), lineHeight: 1, color: look.ink }),
    ),
  );
  for (const { code, column, row, lead } of tiles) {
    const box = { x: left + column * size, y: top + row * size, width: side, height: side };
    drawTile(sheet, box, lead, look);
    drawCode(
      sheet,
      [Math.floor(code / 10), code % 10].map((digit) => digits[digit]),
      box,
    );
  }
  return size * ROW_COUNT;
}

function drawTile(sheet: Sheet, box: Box, lead: MapTile["lead"], look: Look): void {
  const corner = CORNER * box.width;
  const isTied = lead && !lead.color;
  fillRounded(sheet, box, corner, lead?.color ?? look.track, lead?.color ? lead.strength : 1);
  if (isTied) fillRounded(sheet, inside(box), corner, look.page);
}

function inside({ x, y, width, height }: Box): Box {
  const edge = Math.ceil(EDGE * width);
  return { x: x + edge, y: y + edge, width: width - 2 * edge, height: height - 2 * edge };
}

/** Digits side by side in the middle of the box. */
function drawCode(sheet: Sheet, digits: readonly (DrawnText | undefined)[], box: Box): void {
  const widths = digits.map((digit) => digit?.info.width ?? 0);
  const apart = Math.round(0.04 * box.width);
  const whole = widths.reduce((sum, one) => sum + one, apart * (digits.length - 1));
  let at = box.x + (box.width - whole) / 2;
  for (const [index, digit] of digits.entries()) {
    place(sheet, digit, at, box.y + (box.height - (digit?.info.height ?? 0)) / 2);
    at += (widths[index] ?? 0) + apart;
  }
}
