import { JOINED } from "./groups.ts";
import { REGIONS } from "./regions.ts";

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

/** With fewer provinces that have a number the map shows regions. */
const ENOUGH_PROVINCES = TILES.length / 2;
/** A lead of this many percentage points gets the full colour, no lead a third of it. */
const FULL_LEAD = 50;

/**
 * Returns what the map of provinces shows: by plate code the group whose result a tile has, of its
 * region where few provinces have a number.
 */
export function mapOf<Group extends { key: string }>(
  provinces: readonly Group[],
  regions: readonly Group[],
): { isByRegion: boolean; groups: ReadonlyMap<number, Group> } {
  const ofProvinces = byTile(provinces, (code) => [Number(code)]);
  const isByRegion = regions.length > 0 && ofProvinces.size < ENOUGH_PROVINCES;
  return { isByRegion, groups: isByRegion ? byTile(regions, provincesOf) : ofProvinces };
}

const byTile = <Group extends { key: string }>(
  groups: readonly Group[],
  tilesOf: (category: string) => readonly number[],
): Map<number, Group> =>
  new Map(
    groups.flatMap((group) =>
      group.key
        .split(JOINED)
        .flatMap(tilesOf)
        .map((tile) => [tile, group] as const),
    ),
  );

const provincesOf = (region: string): readonly number[] =>
  REGIONS.find(({ code }) => code === region)?.provinces ?? [];

/** The index of the largest of a group's shares; -1 if two are tied. */
export function leaderOf(shares: readonly number[]): number {
  const most = Math.max(...shares, 0);
  const leader = shares.indexOf(most);
  return most > 0 && shares.lastIndexOf(most) === leader ? leader : -1;
}

/** How opaque a tile is, from 0 to 1: stronger for a larger lead. */
export function strengthOf(shares: readonly number[]): number {
  const [most = 0, second = 0] = shares.toSorted((a, b) => b - a);
  return 0.35 + 0.5 * Math.min(1, (most - second) / FULL_LEAD);
}
