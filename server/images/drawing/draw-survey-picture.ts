import sharp, { type OverlayOptions } from "sharp";
import { BRAND } from "#contract/brand.ts";
import { type PictureShape, SURVEY_PICTURES } from "#contract/limits.ts";
import { LIGHT } from "#contract/palette.ts";
import { type Canvas, createCanvas, fillRounded } from "./canvas.ts";
import { drawBrand } from "./draw-brand.ts";
import { type DrawnText, drawText, fitInto, type TextStyle } from "./draw-text.ts";

/** The state of a survey, to be drawn. */
export interface SurveyPicture {
  shape: PictureShape;
  question: string;
  /** With their shares in percent and colours where results are shown, the leading one first. */
  options: readonly { content: string; share: number | null; color: string }[];
  /** Such as "1.240 oy". */
  note: string;
}

/**
 * A layout of the options, used where the question above has room for letters of `least` pixels.
 */
interface Plan {
  /** `all` options are shown where there are no more than that, otherwise `some`. */
  all: number;
  some: number;
  /** Letter sizes of the options, by the number of options. */
  sizes: readonly number[];
  least: number;
}

/** In pixels; the first plan that fits is used, otherwise the last. */
const LAYOUTS = {
  link: {
    margin: 64,
    footer: 40,
    questionSizes: [76, 68, 60, 52, 46, 40, 36, 32, 29],
    plans: [
      { all: 4, some: 3, sizes: [50, 50, 50, 42, 34], least: 46 },
      { all: 3, some: 3, sizes: [34], least: 29 },
      { all: 2, some: 2, sizes: [34], least: 0 },
    ],
  },
  square: {
    margin: 76,
    footer: 54,
    questionSizes: [92, 84, 76, 68, 60, 52, 46, 40],
    plans: [
      { all: 7, some: 6, sizes: [68, 68, 68, 60, 52, 46, 40, 34], least: 46 },
      { all: 5, some: 5, sizes: [38], least: 0 },
    ],
  },
} satisfies Record<PictureShape, { plans: Plan[]; [name: string]: unknown }>;
const QUESTION_LINE = 1.16;
const GAP = 34;
const RING = 3;

/** A PNG of the question, its options with or without bars, and the brand; no text overflows. */
export async function drawSurveyPicture(picture: SurveyPicture): Promise<Buffer> {
  const { width, height } = SURVEY_PICTURES[picture.shape];
  const { margin, footer, plans } = LAYOUTS[picture.shape];
  const canvas = createCanvas(width, height, LIGHT.page);
  const inner = width - 2 * margin;
  const layers: OverlayOptions[] = [];
  const place: Place = (text, x, y) => {
    if (!text) return;
    layers.push({ input: text.data, raw: text.info, left: Math.round(x), top: Math.round(y) });
  };

  for (const plan of plans) {
    const rows = rowsOf(picture, plan);
    const top = height - margin - footer - GAP - rows.height;
    const box = { width: inner, height: top - margin - GAP };
    const { text, size } = await fitQuestion(picture, box);
    if (size < plan.least && plan !== plans.at(-1)) continue;
    const spare = inner - (text?.info.width ?? 0);
    place(text, margin + (startsFromRight(picture.question) ? spare : 0), margin);
    // Spare height goes above and below the options.
    const slack = Math.max(0, box.height - (text?.info.height ?? 0)) / 2;
    await drawRows(canvas, place, { ...rows, x: margin, y: top - slack, width: inner });
    break;
  }

  const line = height - margin - footer;
  drawBrand(canvas, margin - 4, line - 4, footer + 8);
  const style = { size: Math.round(footer * 0.85), lineHeight: 1 };
  place(await drawText(BRAND, { ...style, color: LIGHT.ink }), margin + footer + 16, line);
  const note = await drawLine(picture.note, { ...style, color: LIGHT.muted }, inner * 0.68);
  place(note, width - margin - (note?.info.width ?? 0), line);
  return sharp(canvas.pixels, { raw: { width, height, channels: 3 } })
    .composite(layers)
    .png({ compressionLevel: 9 })
    .toBuffer();
}

type Place = (text: DrawnText | undefined, x: number, y: number) => void;

interface Rows {
  options: SurveyPicture["options"];
  /** How many options are left out. */
  left: number;
  /** Size of an option's letters. */
  size: number;
  /** From one row to the next. */
  step: number;
  height: number;
}

const MORE_SIZE = 28;

function rowsOf({ options }: SurveyPicture, { all, some, sizes }: Plan): Rows {
  const count = options.length <= all ? options.length : some;
  const left = options.length - count;
  const size = sizes[Math.min(count, sizes.length - 1)] ?? 0;
  const gap = Math.round(size * 0.6);
  const step = rowHeight(size) + gap;
  const height = count * step - gap + (left > 0 ? gap + MORE_SIZE : 0);
  return { options: options.slice(0, count), left, size, step, height };
}

const labelHeight = (size: number) => Math.round(size * 1.3);
const barHeight = (size: number) => Math.round(size * 0.5);
const rowHeight = (size: number) => labelHeight(size) + 8 + barHeight(size);

async function drawRows(
  canvas: Canvas,
  place: Place,
  { options, left, size, step, x, width, ...rows }: Rows & { x: number; y: number; width: number },
): Promise<void> {
  let y = Math.round(rows.y);
  for (const { content, share, color } of options) {
    if (share === null) await drawChoice(canvas, place, { content, size, x, y, width });
    else await drawBar(canvas, place, { content, share, color, size, x, y, width });
    y += step;
  }
  if (left === 0) return;
  const style = { size: MORE_SIZE, lineHeight: 1, color: LIGHT.muted };
  place(await drawText(`ve ${left} seçenek daha`, style), x, y);
}

interface Row {
  content: string;
  size: number;
  x: number;
  y: number;
  width: number;
}

/** The option with its share, above a bar. */
async function drawBar(
  canvas: Canvas,
  place: Place,
  { content, share, color, size, x, y, width }: Row & { share: number; color: string },
): Promise<void> {
  const style = { size, lineHeight: 1, color: LIGHT.ink };
  const value = await drawText(`%${share}`, style);
  place(value, x + width - (value?.info.width ?? 0), y);
  place(await drawLine(content, style, width - 4 * size), x, y);
  const track = { x, y: y + labelHeight(size) + 8, width, height: barHeight(size) };
  fillRounded(canvas, track, track.height, LIGHT.track);
  const filled = Math.max(Math.round((width * share) / 100), share > 0 ? track.height / 2 : 0);
  if (filled > 0) fillRounded(canvas, { ...track, width: filled }, track.height, color);
}

/** The option with a circle to choose it, without a result. */
async function drawChoice(
  canvas: Canvas,
  place: Place,
  { content, size, x, y, width }: Row,
): Promise<void> {
  const box = { x, y, width, height: rowHeight(size) };
  const inside = (by: number, of = box) => ({
    x: of.x + by,
    y: of.y + by,
    width: of.width - 2 * by,
    height: of.height - 2 * by,
  });
  fillRounded(canvas, box, 18, LIGHT.line);
  fillRounded(canvas, inside(2), 16, LIGHT.surface);
  const padding = Math.round((box.height - size) / 2);
  const circle = { x: x + padding, y: y + padding, width: size, height: size };
  fillRounded(canvas, circle, size, LIGHT.edge);
  fillRounded(canvas, inside(RING, circle), size, LIGHT.surface);
  const from = 2 * padding + size;
  const style = { size, lineHeight: 1, color: LIGHT.ink };
  const text = await drawLine(content, style, width - from - padding);
  place(text, x + from, y + (box.height - (text?.info.height ?? 0)) / 2);
}

/** The question as large as fits the box; `size` is 0 where it had to be shrunk further. */
async function fitQuestion(
  { question, shape }: SurveyPicture,
  box: { width: number; height: number },
): Promise<{ text: DrawnText | undefined; size: number }> {
  const style = { color: LIGHT.ink, lineHeight: QUESTION_LINE, width: box.width };
  let text: DrawnText | undefined;
  for (const wrap of ["word", "word-char"] as const) {
    for (const size of LAYOUTS[shape].questionSizes) {
      text = await drawText(question, { ...style, size, wrap });
      if (!text) return { text, size };
      if (text.info.width <= box.width && text.info.height <= box.height) return { text, size };
    }
  }
  return { text: text && (await fitInto(text, box)), size: 0 };
}

const LETTERS = new Intl.Segmenter("tr", { granularity: "grapheme" });

/** The text on one line, cut off with an ellipsis where it is too wide. */
async function drawLine(
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
  return drawn && fitInto(drawn, { width, height: labelHeight(style.size) });
}

/** Whether the first letter belongs to a right-to-left script. */
const startsFromRight = (text: string): boolean =>
  /^\P{L}*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(
    text,
  );
