import { directionOf } from "#web/lib/direction.ts";
import { isCanvasHonest } from "#web/lib/honest-canvas.ts";
import { type Circle, plainTile } from "./plain-tile.ts";
import { TILE_COLORS } from "./tile-colors.ts";

/** Sizes in pixels. The text box fits the crops in use: 5:2 of a cover, 1:1 of an option. */
const SHAPES = {
  cover: { width: 1280, height: 720, textWidth: 1060, textHeight: 440 },
  option: { width: 1280, height: 960, textWidth: 840, textHeight: 760 },
};
export type TileShape = keyof typeof SHAPES;
type Shape = (typeof SHAPES)[TileShape];

const FONT_SIZES = [150, 124, 104, 88, 74, 62, 52, 44];
const LINE_HEIGHT = 1.14;
const FONT_WAIT_MS = 2000;

type Context = OffscreenCanvasRenderingContext2D;

/**
 * Draws a title on a colour as a PNG (R84); `color` is an index, `scale` < 1 is for previews. Where
 * the canvas cannot be trusted it is the colour alone (R244).
 */
export async function drawTile(
  title: string,
  color: number,
  shapeName: TileShape,
  scale = 1,
): Promise<Blob> {
  const shape = SHAPES[shapeName];
  const { width, height } = shape;
  const background = TILE_COLORS[color % TILE_COLORS.length] ?? TILE_COLORS[0];
  const circles = [
    { x: width, y: 0, radius: 420 },
    { x: 0, y: height, radius: 300 },
  ];
  if (!(await isCanvasHonest())) return await plainTile(width, height, background, circles);
  const canvas = new OffscreenCanvas(width * scale, height * scale);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser draws no pictures");
  const family = getComputedStyle(document.body).fontFamily;
  await fontReady(`800 1em ${family}`, title);

  context.scale(scale, scale);
  context.fillStyle = background;
  context.fillRect(0, 0, width, height);
  context.fillStyle = "#ffffff14";
  for (const circle of circles) fillCircle(context, circle);
  drawTitle(context, title.trim(), family, shape);
  return await canvas.convertToBlob({ type: "image/png" });
}

let isFontLate = false;

/** Waits for the font, but not for long: a tile in a fallback font is better than none. */
async function fontReady(font: string, text: string): Promise<void> {
  // Of up to 21 tiles only the first waits for a font that is late.
  const timeout = new Promise<boolean>((resolve) =>
    setTimeout(resolve, isFontLate ? 0 : FONT_WAIT_MS, true),
  );
  const settled = document.fonts.load(font, text).then(
    () => false,
    () => false,
  );
  isFontLate = await Promise.race([settled, timeout]);
}

function fillCircle(context: Context, { x, y, radius }: Circle): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

function drawTitle(context: Context, title: string, family: string, shape: Shape): void {
  context.fillStyle = "#ffffff";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.direction = directionOf(title);
  for (const size of FONT_SIZES) {
    context.font = `800 ${size}px ${family}`;
    const lines = breakLines(title, (text) => context.measureText(text).width <= shape.textWidth);
    const step = size * LINE_HEIGHT;
    if (lines.length * step > shape.textHeight && size !== FONT_SIZES.at(-1)) continue;
    const top = shape.height / 2 - ((lines.length - 1) * step) / 2;
    for (const [i, line] of lines.entries())
      context.fillText(line, shape.width / 2, top + i * step);
    return;
  }
}

/** Breaks a text between words into lines that fit; a word too long for a line is split. */
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
