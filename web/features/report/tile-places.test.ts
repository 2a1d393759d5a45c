import assert from "node:assert/strict";
import { it } from "node:test";
import { REGIONS } from "#contract/shapes/regions.ts";
import { TILES } from "./tile-places.ts";

const all = Array.from({ length: 81 }, (_, i) => i + 1);
const inOrder = (codes: readonly number[]) => codes.toSorted((a, b) => a - b);

it("every province has one tile, and is in one region (R303)", () => {
  assert.deepEqual(inOrder(TILES.map(({ code }) => code)), all);
  assert.deepEqual(inOrder(REGIONS.flatMap(({ provinces }) => provinces)), all);
});

it("neighbouring provinces are near each other (R303)", () => {
  const placeOf = new Map(TILES.map((tile) => [tile.code, tile]));
  const NEIGHBOURS = [
    [34, 41],
    [34, 59],
    [6, 71],
    [35, 45],
    [35, 9],
    [61, 53],
    [63, 21],
    [65, 30],
    [1, 33],
    [7, 15],
    [25, 36],
    [48, 20],
    [16, 77],
  ];
  for (const [one = 0, two = 0] of NEIGHBOURS) {
    const [a, b] = [placeOf.get(one), placeOf.get(two)];
    assert.ok(a && b && Math.abs(a.row - b.row) <= 1 && Math.abs(a.column - b.column) <= 1);
  }
});
