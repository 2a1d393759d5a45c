import sharp from "sharp";
import { type BackdropName, backdrops } from "./artwork/backdrops.ts";
import { COVER, type Cover, drawCover } from "./artwork/covers.ts";
import { emblem } from "./artwork/emblems.ts";
import { face, type Sitter } from "./artwork/faces.ts";
import { type SchemeName, schemes } from "./artwork/hues.ts";
import { seededRandom } from "./artwork/random.ts";
import { type SceneName, scenes, type ThingName, things } from "./motifs.ts";

const OPTION_SIZE = 800;
const AVATAR_SIZE = 400;
const QUALITY = 82;

export type MotifName = ThingName | SceneName;

/** The picture above a question, 1280 × 800 pixels, as a JPEG. */
export const coverPicture = (cover: Cover): Promise<Buffer> =>
  render(
    COVER.width * 0.8,
    COVER.height * 0.8,
    `<g transform="scale(0.8)">${drawCover(cover)}</g>`,
  );

/** The picture of an option, 800 × 800 pixels, as a JPEG; a scene needs no surroundings. */
export function optionPicture(
  motif: MotifName,
  backdrop: BackdropName,
  scheme: SchemeName,
): Promise<Buffer> {
  const half = OPTION_SIZE / 2;
  const drawing = isScene(motif)
    ? `<g transform="translate(${half} ${half}) scale(2)">${scenes[motif]()}</g>`
    : backdrops[backdrop](schemes[scheme], OPTION_SIZE, OPTION_SIZE) +
      `<g transform="translate(${half} ${half - 8}) scale(1.62)">${things[motif]()}</g>`;
  return render(OPTION_SIZE, OPTION_SIZE, drawing);
}

/** A portrait of nobody, or now and then an emblem, 400 × 400 pixels; the same for the same seed. */
export function avatarPicture(seed: string, sitter: Sitter): Promise<Buffer> {
  const random = seededRandom(seed);
  const drawing = random.next() < 0.78 ? face(random, sitter) : emblem(random);
  const half = AVATAR_SIZE / 2;
  return render(
    AVATAR_SIZE,
    AVATAR_SIZE,
    `<g transform="translate(${half} ${half})">${drawing}</g>`,
  );
}

const isScene = (motif: MotifName): motif is SceneName => motif in scenes;

function render(width: number, height: number, drawing: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawing}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: QUALITY, chromaSubsampling: "4:4:4" }).toBuffer();
}
