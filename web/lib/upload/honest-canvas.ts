import { IMAGE_TYPES } from "#contract/limits.ts";

const SIDE = 64;
const EDGE = 8;
const INNER = SIDE / 2 - 2 * EDGE;
/** Red, green and blue of what is drawn. */
const COLORS = [
  [210, 74, 60],
  [15, 109, 118],
  [242, 194, 48],
  [255, 255, 255],
] as const;
const OPAQUE = 255;
/** The difference a colour may have: some browsers add invisible noise. */
const TOLERANCE = 12;

let trial: Promise<boolean> | undefined;

/**
 * Whether a canvas returns pictures as they were drawn; tested once. Browsers that protect against
 * fingerprinting return noise instead, and some have no canvas.
 */
export const isCanvasHonest = (): Promise<boolean> => {
  trial ??= Promise.all(IMAGE_TYPES.map(comesOutAsDrawn)).then(
    (honest) => honest.every(Boolean),
    () => false,
  );
  return trial;
};

async function comesOutAsDrawn(type: string): Promise<boolean> {
  const canvas = new OffscreenCanvas(SIDE, SIDE);
  const context = canvas.getContext("2d");
  if (!context) return false;
  for (const [at, color] of COLORS.entries()) {
    context.fillStyle = `rgb(${color})`;
    const [x, y] = placeOf(at);
    context.fillRect(x, y, SIDE / 2, SIDE / 2);
  }
  const picture = await createImageBitmap(await canvas.convertToBlob({ type, quality: 0.9 }));
  const copy = new OffscreenCanvas(SIDE, SIDE).getContext("2d");
  copy?.drawImage(picture, 0, 0);
  return COLORS.every((color, at) => {
    const [x, y] = placeOf(at);
    // JPEG blurs the edges between colours.
    const pixels = copy?.getImageData(x + EDGE, y + EDGE, INNER, INNER).data;
    return pixels?.every(
      (value, byte) => Math.abs(value - (color[byte % 4] ?? OPAQUE)) <= TOLERANCE,
    );
  });
}

const placeOf = (at: number): [x: number, y: number] => [
  ((at % 2) * SIDE) / 2,
  (Math.floor(at / 2) * SIDE) / 2,
];
