import assert from "node:assert/strict";
import { it } from "node:test";
import { leaderOf, mapOf, strengthOf, TILES } from "./province-map.ts";
import { REGIONS } from "./regions.ts";

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

it("the map shows provinces, or their regions where few of them have a number (R547)", () => {
  const ankara = { key: "6" };
  const others = { key: "34,35" };
  const aegean = { key: "TR3" };
  const thin = mapOf([ankara, others], [aegean]);
  assert.equal(thin.isByRegion, true);
  assert.deepEqual([...thin.groups.keys()], [3, 9, 20, 35, 43, 45, 48, 64]);
  const withoutRegions = mapOf([ankara, others], []);
  assert.equal(withoutRegions.isByRegion, false);
  assert.deepEqual(
    [6, 34, 35].map((code) => withoutRegions.groups.get(code)),
    [ankara, others, others],
  );
  const half = { key: all.slice(0, 41).join() };
  assert.equal(mapOf([half], [aegean]).isByRegion, false);
});

it("a tile is stronger for a larger lead, and has no leader where two are tied (R303)", () => {
  assert.deepEqual([leaderOf([20, 70, 10]), leaderOf([40, 20, 40]), leaderOf([0, 0])], [1, -1, -1]);
  assert.deepEqual(
    [
      [50, 50],
      [75, 25],
      [100, 0],
    ].map(strengthOf),
    [0.35, 0.85, 0.85],
  );
  assert.equal(strengthOf([100]), 0.85);
});
