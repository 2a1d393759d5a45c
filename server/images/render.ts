import {
  IMAGE_MAX_PIXELS,
  IMAGE_MAX_SIDE,
  IMAGE_STORED_HEIGHT_MAX,
  IMAGE_WIDTHS,
} from "#contract/limits.ts";
import { ApiError } from "#server/errors.ts";
import { createFairQueue } from "#server/limits/fair-queue.ts";
import { measure } from "#server/telemetry/metrics.ts";
import { decode } from "./decoders.ts";
import type { SurveyPicture } from "./drawing/draw-survey-picture.ts";
import type { Tile } from "./drawing/draw-tile.ts";
import { inspectPicture } from "./inspection/inspection.ts";
import type { Inspection } from "./inspection/picture-pieces.ts";
import type { ImageFile } from "./store/image-store.ts";

/** However small they are. */
const DECODED_AT_ONCE = 2;
/** Enough for progressive JPEGs of 40 megapixels as browsers and cameras make them. */
const HELD_MAX_BYTES = 125_000_000;
/** Two seconds of empty scans, and twice what 15 scans of 40 megapixels come to. */
const SAMPLES_MAX = 1_200_000_000;
/** So many samples are decoded in the time that a stored pixel takes to encode. */
const ENCODING_COST = 40;
/** Above a phone's photograph. Of pictures that cost more, one is decoded at once. */
const DEAR = 150_000_000;
/** What is held at once is as dear as so many samples for each byte. */
const HELD_COST = 5;
/** A tile takes about as long as a photograph that is sent as browsers shrink it. */
const TILE_COST = 75_000_000;

const inTurn = createFairQueue({ lanes: DECODED_AT_ONCE, dear: DEAR });

measure({
  name: "kanaat_pictures",
  help: "Pictures that wait to be decoded or drawn, and those under way",
  kind: "gauge",
  label: "state",
  read: () => inTurn.count(),
});

export interface RenderOptions {
  preview: boolean;
  /** Whose picture it is, an account or an address; others do not wait for all that it sends (R223). */
  caller: string;
}

/**
 * Draws a tile, or reads the JPEG or PNG in a file (by its content, R85), and renders it upright, in
 * sRGB, on white and without metadata in every width, never enlarged; with `preview` as link preview
 * too. Throws `image_format` for anything else or anything broken, `image_too_large` for its size
 * or for what it would cost.
 */
export async function renderImage(
  picture: string | Tile,
  { preview, caller }: RenderOptions,
): Promise<ImageFile[]> {
  if (typeof picture !== "string")
    return inTurn(caller, TILE_COST, () => decode({ source: picture, preview }));
  const inspection = await inspectPicture(picture);
  const source = { file: picture, pieces: inspection.pieces };
  return inTurn(caller, costOf(inspection), () => decode({ source, preview }));
}

/**
 * Draws how a survey stands, as a PNG. All such pictures together wait as one caller, so that uploads
 * have their turns however many links are looked at.
 */
export async function renderSurveyPicture(picture: SurveyPicture): Promise<Buffer> {
  const [file] = await inTurn("survey pictures", TILE_COST, () => decode({ picture }));
  if (!file) throw new Error("The decoder drew no picture.");
  return file.bytes;
}

/** In samples; nothing is decoded yet. */
function costOf({ width, height, samples, heldBytes }: Inspection): number {
  const isTooLarge =
    Math.max(width, height) > IMAGE_MAX_SIDE ||
    width * height > IMAGE_MAX_PIXELS ||
    samples > SAMPLES_MAX ||
    heldBytes > HELD_MAX_BYTES;
  if (isTooLarge) throw new ApiError("image_too_large");
  const [short, long] = width < height ? [width, height] : [height, width];
  const scale = Math.min(1, Math.max(...IMAGE_WIDTHS) / short, IMAGE_STORED_HEIGHT_MAX / long);
  const stored = width * height * scale ** 2;
  return Math.max(samples, heldBytes * HELD_COST) + stored * ENCODING_COST;
}
