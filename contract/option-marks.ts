/** The width and height of a shape, in its own units. */
export const SIDE = 18;

/** Squares, circles, diamonds, houses, crosses, hexagons, for people who cannot see the colours. */
const SHAPES = [
  "M3 0h12a3 3 0 0 1 3 3v12a3 3 0 0 1-3 3H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z",
  "M9 0a9 9 0 0 1 0 18A9 9 0 0 1 9 0z",
  "M9-1 19 9 9 19-1 9z",
  "M9 0l9 7v11H0V7z",
  "M5 0h8v5h5v8h-5v5H5v-5H0V5h5z",
  "M9-.5l8.5 4.8v9.4L9 18.5.5 13.7V4.3z",
];

/** The path of an option's shape, by its place among the options. */
export const shapeOf = (option: number): string => SHAPES[option % SHAPES.length] ?? "";
