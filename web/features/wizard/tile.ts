import { TILE_COLORS } from "./tile-colors.ts";

/** Of a cover and of an option; the text keeps to what is left of them cut to 5:2 and to 1:1. */
const SHAPES = {
  cover: { width: 1280, height: 720, textWidth: 1060, textHeight: 440 },
  option: { width: 1280, height: 960, textWidth: 840, textHeight: 760 },
};
export type TileShape = keyof typeof SHAPES;
type Shape = (typeof SHAPES)[TileShape];

const FONT_SIZES = [150, 124, 104, 88, 74, 62, 52, 44];
const LINE_HEIGHT = 1.14;
const FONT_WAIT_MS = 2000;

type Pen = OffscreenCanvasRenderingContext2D;

/**
 * Draws a title on a colour as a PNG: a picture for those who have none (R84). `scale`
 * makes it smaller, where it is only looked at.
 */
export async function drawTile(
  title: string,
  color: number,
  kind: TileShape,
  scale = 1,
): Promise<Blob> {
  const shape = SHAPES[kind];
  const { width, height } = shape;
  const canvas = new OffscreenCanvas(width * scale, height * scale);
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("This browser draws no pictures");
  const family = getComputedStyle(document.body).fontFamily;
  await fontReady(`800 1em ${family}`, title);

  pen.scale(scale, scale);
  pen.fillStyle = TILE_COLORS[color % TILE_COLORS.length] ?? TILE_COLORS[0];
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = "#ffffff14";
  circle(pen, width, 0, 420);
  circle(pen, 0, height, 300);
  write(pen, title.trim(), family, shape);
  return await canvas.convertToBlob({ type: "image/png" });
}

let isFontLate = false;

/** Resolves also where the font does not come: a tile in another one is better than none. */
async function fontReady(font: string, text: string): Promise<void> {
  const { promise: waited, resolve } = Promise.withResolvers<boolean>();
  // Once in vain is enough: a survey has up to twenty-one tiles.
  setTimeout(resolve, isFontLate ? 0 : FONT_WAIT_MS, true);
  const settled = document.fonts.load(font, text).then(
    () => false,
    () => false,
  );
  isFontLate = await Promise.race([settled, waited]);
}

function circle(pen: Pen, x: number, y: number, radius: number): void {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fill();
}

function write(pen: Pen, title: string, family: string, shape: Shape): void {
  pen.fillStyle = "#ffffff";
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  for (const size of FONT_SIZES) {
    pen.font = `800 ${size}px ${family}`;
    const lines = breakLines(title, (text) => pen.measureText(text).width <= shape.textWidth);
    const step = size * LINE_HEIGHT;
    if (lines.length * step > shape.textHeight && size !== FONT_SIZES.at(-1)) continue;
    const top = shape.height / 2 - ((lines.length - 1) * step) / 2;
    for (const [at, line] of lines.entries()) pen.fillText(line, shape.width / 2, top + at * step);
    return;
  }
}

/** Words into lines that fit; a word too long for a line is cut where it must be. */
export function breakLines(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    const longer = line ? `${line} ${word}` : word;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line) lines.push(line);
    line = "";
    for (const letter of word) {
      if (line && !fits(line + letter)) {
        lines.push(line);
        line = "";
      }
      line += letter;
    }
  }
  return line ? [...lines, line] : lines;
}
