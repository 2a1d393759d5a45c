/** How tiles look (R84): a title on a colour, drawn by the server and in browsers alike. */

/** Sizes in pixels. The text's box fits the crops in use: 5:2 of a cover, 1:1 of an option. */
export const TILE_SHAPES = {
  cover: { width: 1280, height: 720, textWidth: 1060, textHeight: 440 },
  option: { width: 1280, height: 960, textWidth: 840, textHeight: 760 },
} as const;
export type TileShape = keyof typeof TILE_SHAPES;

/** The first that fits the box without splitting a word is used, else the first that fits. */
export const TILE_FONT_SIZES = [150, 124, 104, 88, 74, 62, 52, 44] as const;
export const TILE_LINE_HEIGHT = 1.14;

/** The paler circles at two corners. */
export const tileCircles = (shape: TileShape) => [
  { x: TILE_SHAPES[shape].width, y: 0, radius: 420 },
  { x: 0, y: TILE_SHAPES[shape].height, radius: 300 },
];
/** The opacity of their white. */
export const TILE_CIRCLE_WHITE = 0.08;

/** In sRGB. White text on each has a contrast of at least 5.8. */
export const TILE_COLORS = [
  "#a13830",
  "#0f6d76",
  "#815709",
  "#6e49a3",
  "#087434",
  "#0663a9",
  "#953972",
  "#646508",
  "#047062",
  "#4b56ae",
  "#742e28",
  "#015259",
  "#624001",
  "#503975",
  "#115629",
  "#124a7b",
  "#6c2e54",
  "#4b4b06",
  "#025449",
  "#39417d",
] as const;
