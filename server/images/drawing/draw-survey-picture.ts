import type { PictureShape } from "#contract/limits.ts";
import { LIGHT, WHITE } from "#contract/palette.ts";
import type { Box } from "./canvas.ts";
import { fillRounded } from "./canvas.ts";
import { drawBrand } from "./draw-brand.ts";
import { drawFooter } from "./draw-footer.ts";
import { type DrawnText, drawText } from "./draw-text.ts";
import {
  createSheet,
  drawLine,
  drawTwoLines,
  FRAMES,
  fitText,
  PAPER,
  place,
  placePicture,
  placeShade,
  type Sheet,
  startsFromRight,
  toJpeg,
} from "./sheet.ts";

/** The question of a survey with its options' pictures, to be drawn. */
export interface SurveyPicture {
  shape: PictureShape;
  question: string;
  /** In the owner's order; `stored` is a stored file of the picture. */
  options: readonly { content: string; stored: Uint8Array | null }[];
  /** Such as "193 oy · Siz ne dersiniz?". */
  note: string;
}

/** How pictures lie: side by side in each of `rows`, together at most `height` pixels high. */
interface Grid {
  columns: number;
  rows: number;
}

interface Layout {
  grids: readonly Grid[];
  height: number;
  questionSizes: readonly number[];
  /** The pictures become lower where the question would need smaller letters. */
  least: number;
  labelSizes: readonly number[];
}

/** The first grid with room for all options is used, otherwise the last. */
const LAYOUTS: Record<PictureShape, Layout> = {
  link: {
    grids: [1, 2, 3, 4].map((columns) => ({ columns, rows: 1 })),
    height: 412,
    questionSizes: [64, 58, 52, 46, 40, 36, 32, 29],
    least: 46,
    labelSizes: [44, 38, 33, 29],
  },
  square: {
    grids: [
      { columns: 1, rows: 1 },
      { columns: 2, rows: 1 },
      { columns: 2, rows: 2 },
      { columns: 3, rows: 2 },
    ],
    height: 720,
    questionSizes: [84, 76, 68, 60, 52, 46, 40, 36],
    least: 52,
    labelSizes: [48, 42, 36, 31],
  },
  story: {
    grids: [
      { columns: 1, rows: 1 },
      { columns: 1, rows: 2 },
      { columns: 2, rows: 2 },
      { columns: 2, rows: 3 },
    ],
    height: 1290,
    questionSizes: [92, 84, 76, 68, 60, 52, 46, 40],
    least: 46,
    labelSizes: [56, 48, 42, 36],
  },
};

/** Between two pictures, in pixels. */
const SEAM = 6;
/** The limits within which the title of a tile is not cut (`TILE_SHAPES`). */
const ASPECT = { least: 0.875, most: 1.684 };
/** How low pictures may become, relative to the highest. */
const LOWEST = 0.8;
/** Steps in which pictures become lower for a long question. */
const STEPS = 4;

/** A JPEG that asks: the question, its options' pictures with their names, the brand, no result. */
export async function drawSurveyPicture(picture: SurveyPicture): Promise<Buffer> {
  const { shape, question, options, note } = picture;
  const sheet = createSheet(shape, PAPER);
  const { side, top, bottom, footer, gap } = FRAMES[shape];
  const layout = LAYOUTS[shape];
  const grid =
    layout.grids.find(({ columns, rows }) => columns * rows >= options.length) ??
    (layout.grids.at(-1) as Grid);
  const end = sheet.height - bottom - footer - gap;

  for (let step = 0; step <= STEPS; step++) {
    const cell = cellOf(sheet, grid, layout, step / STEPS);
    const begin = end - grid.rows * (cell.height + SEAM) + SEAM;
    const box = { width: sheet.width - 2 * side, height: begin - gap - top };
    const style = { sizes: layout.questionSizes, color: PAPER.ink };
    const { text, size } = await fitText(question, style, box);
    if (size < layout.least && step < STEPS) continue;
    const spare = box.width - (text?.info.width ?? 0);
    const x = side + (startsFromRight(question) ? spare : 0);
    place(sheet, text, x, top + (box.height - (text?.info.height ?? 0)) / 2);
    const spread = grid.columns * (cell.width + SEAM) - SEAM;
    const left = Math.round((sheet.width - spread) / 2);
    const cells = Array.from({ length: grid.columns * grid.rows }, (_, at) => ({
      ...cell,
      x: left + (at % grid.columns) * (cell.width + SEAM),
      y: begin + Math.floor(at / grid.columns) * (cell.height + SEAM),
    }));
    await drawOptions(sheet, options, cells, layout);
    break;
  }
  await drawFooter(sheet, shape, PAPER, { note, isCall: true });
  return toJpeg(sheet);
}

/** The size of each picture; `lower` is 0 for the highest and 1 for the lowest. */
function cellOf(sheet: Sheet, { columns, rows }: Grid, { height }: Layout, lower: number) {
  const widest = Math.floor((sheet.width - SEAM * (columns - 1)) / columns);
  const most = Math.min(widest / ASPECT.least, (height - SEAM * (rows - 1)) / rows);
  const least = Math.min(most * LOWEST, widest / ASPECT.most);
  const own = Math.floor(most - lower * (most - least));
  return { width: Math.min(widest, Math.floor(own * ASPECT.most)), height: own };
}

async function drawOptions(
  sheet: Sheet,
  options: SurveyPicture["options"],
  cells: readonly Box[],
  { labelSizes }: Layout,
): Promise<void> {
  const count = options.length <= cells.length ? options.length : cells.length - 1;
  const shown = options.slice(0, count);
  const [{ width } = { width: 0 }] = cells;
  const padding = Math.round((labelSizes[0] ?? 0) * 0.5);
  const labels = await drawLabels(shown, labelSizes, width - 2 * padding);
  for (const [at, { stored }] of shown.entries()) {
    const cell = cells[at];
    if (!cell) continue;
    await placePicture(sheet, stored, cell);
    const label = labels[at];
    if (!label) continue;
    const { content } = shown[at] ?? { content: "" };
    placeShade(sheet, cell, label.info.height + 2 * padding);
    const spare = startsFromRight(content) ? cell.width - 2 * padding - label.info.width : 0;
    const y = cell.y + cell.height - padding - label.info.height;
    place(sheet, label, cell.x + padding + spare, y);
  }
  for (const cell of cells.slice(count)) await drawRest(sheet, cell, options.length - count);
}

/** The options' names in one size, on one line each where that fits, otherwise on two. */
async function drawLabels(
  options: SurveyPicture["options"],
  sizes: readonly number[],
  width: number,
): Promise<(DrawnText | undefined)[]> {
  const style = { color: WHITE, lineHeight: 1.1 };
  for (const size of sizes) {
    const labels = await Promise.all(
      options.map(({ content }) => drawText(content, { ...style, size })),
    );
    const fits = ({ info }: DrawnText) => info.width <= width && info.height <= 2 * size;
    if (labels.every((label) => !label || fits(label))) return labels;
  }
  const size = sizes.at(-1) ?? 0;
  return Promise.all(
    options.map(async ({ content }) => {
      const whole = await drawText(content, { ...style, size });
      const isShort = !whole || whole.info.width <= width;
      return isShort
        ? drawLine(content, { ...style, size }, width)
        : drawTwoLines(content, { ...style, size, width });
    }),
  );
}

/** The last place: how many options are not shown, or where all are, the brand. */
async function drawRest(sheet: Sheet, cell: Box, left: number): Promise<void> {
  fillRounded(sheet, cell, 0, LIGHT.nar);
  if (left === 0) {
    const side = Math.round(Math.min(cell.width, cell.height) * 0.42);
    const [x, y] = [cell.x + (cell.width - side) / 2, cell.y + (cell.height - side) / 2];
    return drawBrand(sheet, Math.round(x), Math.round(y), side, LIGHT["on-accent"]);
  }
  const size = Math.round(cell.width * 0.13);
  const style = { size, lineHeight: 1.2, color: LIGHT["on-accent"] };
  const text = await drawText(`ve ${left} şık\ndaha`, {
    ...style,
    width: cell.width,
    align: "centre",
  });
  if (!text) return;
  const { width, height } = text.info;
  place(sheet, text, cell.x + (cell.width - width) / 2, cell.y + (cell.height - height) / 2);
}
