import {
  IMAGE_MAX_PIXELS,
  IMAGE_MAX_SIDE,
  IMAGE_STORED_HEIGHT_MAX,
  IMAGE_WIDTHS,
} from "#contract/limits.ts";
import { ApiError } from "#server/errors.ts";
import { createFairQueue } from "#server/limits/fair-queue.ts";
import { measure } from "#server/telemetry/metrics.ts";
import type { Decoded } from "./decoder-process.ts";
import { decode } from "./decoders.ts";
import type { Drawing } from "./drawing/draw.ts";
import type { Tile } from "./drawing/draw-tile.ts";
import { inspectPicture } from "./inspection/inspection.ts";
import type { Inspection } from "./inspection/picture-pieces.ts";

/** Regardless of their size. */
const DECODED_AT_ONCE = 2;
/** Enough for progressive JPEGs of 40 megapixels from browsers and cameras. */
const HELD_MAX_BYTES = 125_000_000;
/** Two seconds of empty scans, and twice the samples of 15 scans of 40 megapixels. */
const SAMPLES_MAX = 1_200_000_000;
/** Samples that are decoded in the time it takes to encode one stored pixel. */
const ENCODING_COST = 40;
/** Above the cost of a phone's photograph. Pictures that cost more are decoded one at a time. */
const DEAR = 150_000_000;
/** Samples that each byte held at once counts for. */
const HELD_COST = 5;
/** A tile takes about as long as a photograph that a browser has shrunk for upload. */
const TILE_COST = 75_000_000;
/** A drawing holds up to six stored pictures. */
const DRAWING_COST = 2 * TILE_COST;

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
  /** The account or address that sends the picture; others do not wait for all it sends (R223). */
  caller: string;
}

/**
 * Draws a tile, or reads the JPEG or PNG in a file (by its content, R85), and renders it upright,
 * in sRGB, on white and without metadata in every width, never enlarged; with `preview` also as
 * link preview, and measures its look. Throws `image_format` for anything else or anything broken, and `image_too_large`
 * for its size or its decoding cost.
 */
export async function renderImage(
  picture: string | Tile,
  { preview, caller }: RenderOptions,
): Promise<Decoded> {
  if (typeof picture !== "string")
    return inTurn(caller, TILE_COST, () => decode({ source: picture, preview }));
  const inspection = await inspectPicture(picture);
  const source = { file: picture, pieces: inspection.pieces };
  return inTurn(caller, costOf(inspection), () => decode({ source, preview }));
}

/**
 * Draws a PNG or JPEG. All drawings queue as one caller, so that uploads get their turns however many links
 * are looked at.
 */
export async function renderDrawing(drawing: Drawing): Promise<Buffer> {
  const { files } = await inTurn("drawings", DRAWING_COST, () => decode({ drawing }));
  const [file] = files;
  if (!file) throw new Error("The decoder drew no picture.");
  return file.bytes;
}

/** The look of a stored picture, as `renderImage` measured it (`areAlike`). */
export const lookOfStored = async (stored: Buffer): Promise<string> =>
  (await inTurn("looks", TILE_COST, () => decode({ stored }))).look;

/** In samples; decodes nothing. */
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
