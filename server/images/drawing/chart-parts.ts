import { LIGHT } from "#contract/palette.ts";
import { type Box, fillRounded, type Point, strokeLine } from "./canvas.ts";
import { drawText } from "./draw-text.ts";
import { drawLine, type Look, NAR, place, placePicture, type Sheet } from "./sheet.ts";

/** An option or a group, with its shares of a whole of 100. */
export interface Row {
  label: string;
  value: string;
  /** Of the value; by default that of other letters. */
  color?: string;
  parts: readonly { share: number; color: string }[];
  /** Of options: a stored file of its picture. */
  stored?: Uint8Array | null;
}

const LEGEND_LINES = 2;

/** Names with their colours from left to right; returns how high they are, in pixels. */
export async function drawLegend(
  sheet: Sheet,
  legend: readonly { name: string; color: string }[],
  { x, y, width }: { x: number; y: number; width: number },
  { size, look }: { size: number; look: Look },
): Promise<number> {
  if (legend.length === 0) return 0;
  const line = Math.round(1.55 * size);
  const mark = Math.round(0.72 * size);
  const style = { size, lineHeight: 1, color: look.ink };
  let [left, top] = [x, y];
  for (const [at, { name, color }] of legend.entries()) {
    const rest = await drawText(`ve ${legend.length - at} şık daha`, {
      ...style,
      color: look.muted,
    });
    const text = await drawLine(name, style, width / 2 - 2 * mark);
    const needed = Math.round(1.5 * mark) + (text?.info.width ?? 0);
    const isLast = at === legend.length - 1;
    const reserved = isLast ? 0 : size + (rest?.info.width ?? 0);
    const isOnLastLine = top >= y + (LEGEND_LINES - 1) * line;
    if (left + needed + (isOnLastLine ? reserved : 0) > x + width) {
      if (isOnLastLine) {
        place(sheet, rest, left, top);
        break;
      }
      [left, top] = [x, top + line];
    }
    const box = {
      x: Math.round(left),
      y: top + Math.round(0.28 * size),
      width: mark,
      height: mark,
    };
    fillRounded(sheet, box, 4, color);
    place(sheet, text, left + 1.5 * mark, top);
    left += needed + size;
  }
  return top - y + line + Math.round(0.5 * size);
}

/** From one row to the next at least, relative to its letters: with pictures, and without. */
const STEP = { tall: 2.4, low: 1.8 };

/** Letters at least and at most, in pixels: of rows with pictures, and of others. */
export type RowSizes = Record<"tall" | "low", readonly [least: number, most: number]>;

/** As many rows as there is room for, in letters as large as fit, in the middle of the box. */
export async function drawRows(
  sheet: Sheet,
  rows: readonly Row[],
  box: Box,
  { sizes, look }: { sizes: RowSizes; look: Look },
): Promise<void> {
  const isTall = rows.some(({ stored }) => stored !== undefined);
  const step = isTall ? STEP.tall : STEP.low;
  const [least, most] = sizes[isTall ? "tall" : "low"];
  const room = Math.floor(box.height / (step * least));
  const count = rows.length <= room ? rows.length : room - 1;
  const left = rows.length - count;
  const share = box.height / (left > 0 ? room : Math.max(1, count));
  const size = Math.round(Math.max(least, Math.min(most, share / step)));
  const height = Math.round(Math.min(Math.max(share, step * size), 1.4 * step * size));
  const used = count * height + (left > 0 ? Math.round(1.3 * size) : 0);
  const begin = box.y + Math.max(0, Math.round((box.height - used) / 2));
  const shown = rows.slice(0, count);
  const column = isTall ? 0 : await widestLabel(shown, size, look, box.width);
  for (const [at, row] of shown.entries()) {
    const around = { ...box, y: begin + at * height, height: height - Math.round(0.5 * size) };
    if (isTall) await drawTall(sheet, row, around, { size, look, isFirst: at === 0 });
    else await drawLow(sheet, row, around, { size, look, column });
  }
  if (left === 0) return;
  const what = isTall ? "şık" : "grup";
  const style = { size, lineHeight: 1, color: look.muted };
  place(sheet, await drawText(`ve ${left} ${what} daha`, style), box.x, begin + count * height);
}

/** The picture, and beside it name and share above a bar. */
async function drawTall(
  sheet: Sheet,
  { label, value, parts, stored = null }: Row,
  { x, y, width, height }: Box,
  { size, look, isFirst }: { size: number; look: Look; isFirst: boolean },
): Promise<void> {
  const picture = { x, y, width: height, height };
  await placePicture(sheet, stored, picture, Math.round(height * 0.14));
  const from = x + height + Math.round(0.5 * size);
  const room = x + width - from;
  const style = { size, lineHeight: 1, color: look.ink };
  const share = await drawText(value, style);
  const shareWidth = share?.info.width ?? 0;
  place(sheet, share, x + width - shareWidth, y);
  place(sheet, await drawLine(label, style, room - shareWidth - size), from, y);
  const thickness = Math.round(0.5 * size);
  const track = { x: from, y: y + height - thickness, width: room, height: thickness };
  const [part] = parts;
  if (part) drawBar(sheet, track, part, { look, isFirst });
}

function drawBar(
  sheet: Sheet,
  track: Box,
  { share, color }: { share: number; color: string },
  { look, isFirst }: { look: Look; isFirst: boolean },
): void {
  fillRounded(sheet, track, track.height, look.track);
  const filled = Math.max(
    Math.round((track.width * share) / 100),
    share > 0 ? track.height / 2 : 0,
  );
  if (filled === 0) return;
  const isOnNar = look === NAR;
  const opacity = isOnNar && !isFirst ? 0.6 : 1;
  fillRounded(
    sheet,
    { ...track, width: filled },
    track.height,
    isOnNar ? look.ink : color,
    opacity,
  );
}

const SEAM = 3;

/** Name, bar and share on one line. */
async function drawLow(
  sheet: Sheet,
  { label, value, parts, color }: Row,
  { x, y, width, height }: Box,
  { size, look, column }: { size: number; look: Look; column: number },
): Promise<void> {
  const style = { size, lineHeight: 1, color: look.ink };
  place(sheet, await drawLine(label, style, column), x, y);
  const share = await drawText(value, { ...style, color: color ?? look.ink });
  place(sheet, share, x + width - (share?.info.width ?? 0), y);
  const from = x + column + size;
  const room = width - column - Math.round(3.6 * size);
  const thickness = Math.round(height * 0.8);
  const track = {
    x: from,
    y: y + Math.round((size * 1.2 - thickness) / 2),
    width: room,
    height: thickness,
  };
  fillRounded(sheet, track, 6, look.track);
  let at = 0;
  for (const { share, color } of parts) {
    const [begin = 0, end = 0] = [at, at + share].map((sum) => Math.round((room * sum) / 100));
    at += share;
    const part = { ...track, x: from + begin, width: end - begin - SEAM };
    if (part.width > 0) fillRounded(sheet, part, 6, color);
  }
}

async function widestLabel(
  rows: readonly Row[],
  size: number,
  { ink: color }: Look,
  width: number,
): Promise<number> {
  const style = { size, lineHeight: 1, color };
  const drawn = await Promise.all(rows.map(({ label }) => drawText(label, style)));
  const widest = Math.max(0, ...drawn.map((text) => text?.info.width ?? 0));
  return Math.round(Math.min(widest, width * 0.4));
}

const STROKE = 6;

/** A line through the points, from 0 to 1 in both directions, above a filled area. */
export function drawOutline(
  sheet: Sheet,
  points: readonly { x: number; y: number }[],
  box: Box,
  look: Look,
): void {
  fillRounded(sheet, box, 12, look.track);
  const room = box.height - 2 * STROKE;
  const drawn = points.map(
    ({ x, y }): Point => [box.x + x * box.width, box.y + STROKE + (1 - y) * room],
  );
  for (const [at, to] of drawn.slice(1).entries()) {
    const from = drawn[at] ?? to;
    fillBelow(sheet, from, to, box);
  }
  for (const [at, to] of drawn.slice(1).entries()) {
    const from = drawn[at] ?? to;
    const [left, top] = [
      Math.floor(from[0]) - STROKE,
      Math.floor(Math.min(from[1], to[1])) - STROKE,
    ];
    const around = {
      x: Math.max(box.x, left),
      y: Math.max(box.y, top),
      width: Math.ceil(to[0]) + STROKE - Math.max(box.x, left),
      height: Math.ceil(Math.max(from[1], to[1])) + STROKE - Math.max(box.y, top),
    };
    strokeLine(sheet, around, [from, to], STROKE, LIGHT.turkuaz);
  }
}

/** In columns of one pixel. */
function fillBelow(sheet: Sheet, [x0, y0]: Point, [x1, y1]: Point, box: Box): void {
  for (let x = Math.round(x0); x < Math.round(x1); x++) {
    const y = Math.round(y0 + ((x - x0) / (x1 - x0 || 1)) * (y1 - y0));
    const column = { x, y, width: 1, height: box.y + box.height - y };
    fillRounded(sheet, column, 0, LIGHT.turkuaz, 0.25);
  }
}
