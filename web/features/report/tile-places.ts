/** The provinces' plate codes from north to south, each row from west to east; 0 is no province. */
const ROWS = [
  [0, 39, 0, 0, 0, 67, 74, 37, 57, 55, 52, 28, 61, 53, 8, 75],
  [22, 59, 34, 41, 54, 81, 78, 18, 19, 5, 60, 29, 69, 25, 36, 0],
  [0, 17, 77, 11, 26, 14, 6, 71, 66, 58, 24, 62, 12, 49, 4, 76],
  [0, 10, 16, 43, 3, 42, 68, 40, 50, 38, 44, 23, 21, 13, 65, 0],
  [0, 35, 45, 64, 32, 70, 51, 1, 80, 46, 2, 63, 72, 56, 73, 30],
  [0, 9, 20, 15, 7, 0, 33, 0, 31, 27, 79, 0, 47, 0, 0, 0],
  [0, 0, 48, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
];

export const COLUMNS = 16;
export const ROW_COUNT = ROWS.length;

/** The position of each province's tile, in tiles from the upper left. */
export const TILES: readonly { code: number; column: number; row: number }[] = ROWS.flatMap(
  (codes, row) => codes.flatMap((code, column) => (code === 0 ? [] : [{ code, column, row }])),
);
