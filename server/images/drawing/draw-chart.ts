import type { PictureShape } from "#contract/limits.ts";
import type { Box } from "./canvas.ts";
import { drawLegend, drawOutline, drawRows, type Row, type RowSizes } from "./chart-parts.ts";
import { drawFooter } from "./draw-footer.ts";
import { drawMap, type MapTile } from "./draw-map.ts";
import { drawText } from "./draw-text.ts";
import {
  createSheet,
  drawLine,
  FRAMES,
  fitText,
  type Look,
  NAR,
  PAPER,
  place,
  placePicture,
  type Sheet,
  startsFromRight,
  toPng,
} from "./sheet.ts";

/** A chart of a survey's results, to be drawn. */
export interface ChartPicture {
  shape: PictureShape;
  question: string;
  /** What the chart shows, such as "Yaşa göre"; absent above the results themselves. */
  title?: string;
  /** In a story of results: the picture above, and who leads in words. */
  lead?: { stored: Uint8Array | null; sentence: string | null };
  /** Which colour is which option, where rows are not options. */
  legend: readonly { name: string; color: string }[];
  rows: readonly Row[];
  /** Drawn above the rows, or instead of them where few have room. */
  map?: readonly MapTile[];
  /** How votes added up, from 0 to 1 in both directions, between two moments in words. */
  line?: { points: readonly { x: number; y: number }[]; from: string; to: string };
  /** Such as "1.240 oy". */
  note: string;
}

interface Layout {
  /** How high legend and rows are. */
  body: number;
  questionSizes: readonly number[];
  titleSize: number;
  rowSizes: RowSizes;
}

/** In pixels. */
const LAYOUTS: Record<PictureShape, Layout> = {
  link: {
    body: 352,
    questionSizes: [60, 52, 46, 40, 36, 32, 29, 26],
    titleSize: 30,
    rowSizes: { tall: [28, 46], low: [24, 34] },
  },
  square: {
    body: 620,
    questionSizes: [84, 76, 68, 60, 52, 46, 40, 36],
    titleSize: 38,
    rowSizes: { tall: [34, 58], low: [28, 40] },
  },
  story: {
    body: 1040,
    questionSizes: [92, 84, 76, 68, 60, 52, 46, 40],
    titleSize: 46,
    rowSizes: { tall: [42, 64], low: [34, 46] },
  },
};
const LEAD = { picture: 760, question: 110, body: 500, questionSizes: [50, 44, 38, 32, 28] };
/** As many as take this many times the height of their letters, at least. */
const ROWS_BELOW_MAP = 6;
const SENTENCE_SIZES = [132, 116, 100, 88, 76, 66, 56, 48];

/** A PNG of a chart under its question, or of the results as a story. */
export async function drawChart(picture: ChartPicture): Promise<Buffer> {
  const { shape, lead, note } = picture;
  const look = lead ? NAR : PAPER;
  const sheet = createSheet(shape, look);
  const { side, top, bottom, footer, gap } = FRAMES[shape];
  const width = sheet.width - 2 * side;
  const end = sheet.height - bottom - footer - gap;
  const height = lead ? LEAD.body : LAYOUTS[shape].body;
  const body = { x: side, y: end - height, width, height };
  const head = { x: side, y: top, width, height: body.y - gap - top };
  if (lead) await drawLead(sheet, picture, lead, head);
  else await drawHead(sheet, picture, head);
  await drawBody(sheet, picture, body, look);
  await drawFooter(sheet, shape, look, { note, isCall: false });
  return toPng(sheet);
}

/** The chart's title above the question. */
async function drawHead(
  sheet: Sheet,
  { shape, question, title }: ChartPicture,
  head: Box,
): Promise<void> {
  const { questionSizes, titleSize } = LAYOUTS[shape];
  const line = { size: titleSize, lineHeight: 1, color: PAPER.muted };
  if (title) place(sheet, await drawLine(title, line, head.width), head.x, head.y);
  const y = head.y + (title ? Math.round(1.5 * titleSize) : 0);
  const box = { width: head.width, height: head.y + head.height - y };
  const { text } = await fitText(question, { sizes: questionSizes, color: PAPER.ink }, box);
  const { width = 0, height = 0 } = text?.info ?? {};
  const spare = startsFromRight(question) ? head.width - width : 0;
  place(sheet, text, head.x + spare, title ? y : y + (box.height - height) / 2);
}

/** The picture at the top, the question, and who leads. */
async function drawLead(
  sheet: Sheet,
  { question, shape }: ChartPicture,
  { stored, sentence }: { stored: Uint8Array | null; sentence: string | null },
  { x, y, width, height }: Box,
): Promise<void> {
  await placePicture(sheet, stored, { x: 0, y: 0, width: sheet.width, height: LEAD.picture });
  const begin = LEAD.picture + FRAMES[shape].gap;
  const whole = { width, height: y + height - begin };
  const asked = sentence
    ? { sizes: LEAD.questionSizes, box: { width, height: LEAD.question } }
    : { sizes: LAYOUTS[shape].questionSizes, box: whole };
  const { text } = await fitText(question, { sizes: asked.sizes, color: NAR.ink }, asked.box);
  place(sheet, text, x, begin);
  if (!sentence) return;
  const below = (text?.info.height ?? 0) + 36;
  const box = { width, height: whole.height - below };
  const said = await fitText(sentence, { sizes: SENTENCE_SIZES, color: NAR.ink }, box);
  place(sheet, said.text, x, begin + below);
}

async function drawBody(
  sheet: Sheet,
  { shape, legend, rows, map, line }: ChartPicture,
  { x, y, width, height }: Box,
  look: Look,
): Promise<void> {
  const { rowSizes, titleSize } = LAYOUTS[shape];
  const size = Math.round(titleSize * 0.9);
  if (line) {
    const outline = { x, y, width, height: height - Math.round(1.8 * size) };
    drawOutline(sheet, line.points, outline, look);
    const style = { size, lineHeight: 1, color: look.muted };
    const [from, to] = [await drawText(line.from, style), await drawText(line.to, style)];
    const below = y + height - size;
    place(sheet, from, x, below);
    place(sheet, to, x + width - (to?.info.width ?? 0), below);
    return;
  }
  const legendHeight = await drawLegend(sheet, legend, { x, y, width }, { size, look });
  const box = { x, y: y + legendHeight, width, height: height - legendHeight };
  const below = map ? (await drawMap(sheet, map, box, look)) + titleSize : 0;
  const rest = { ...box, y: box.y + below, height: box.height - below };
  if (!map || rest.height > ROWS_BELOW_MAP * rowSizes.low[1])
    await drawRows(sheet, rows, rest, { sizes: rowSizes, look });
}
