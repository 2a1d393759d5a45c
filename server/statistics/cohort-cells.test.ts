import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Gender } from "#contract/endpoints/people.ts";
import { Random } from "#testing/random.ts";
import { addCells, CELLS, cellOf, cohortOf, GENDERS, packCells } from "./cohort-cells.ts";

describe("cohort cells", () => {
  it("have a place for each gender", () => {
    assert.deepEqual([...GENDERS].sort(), Gender.options.toSorted());
  });

  it("name the cohort that they were made from", () => {
    for (const gender of GENDERS) {
      for (const ageBand of [0, 6]) {
        for (const cityId of [1, 81]) {
          for (const whilePrivate of [false, true]) {
            const cohort = { gender, ageBand, cityId, whilePrivate };
            assert.deepEqual(cohortOf(cellOf(cohort)), cohort);
          }
        }
      }
    }
  });

  it("read as the counts that were packed, and add up", () => {
    const random = new Random(1);
    for (const share of [0, 0.001, 0.3, 1]) {
      const counts = new Uint32Array(CELLS).map(() =>
        random.share() < share ? random.int(2 ** random.int(31)) : 0,
      );
      const sum = new Uint32Array(CELLS);
      addCells(packCells(counts), sum);
      assert.deepEqual(sum, counts);
      addCells(packCells(counts), sum);
      assert.deepEqual(
        sum,
        counts.map((count) => count * 2),
      );
    }
  });

  it("take few bytes where few have votes", () => {
    const counts = new Uint32Array(CELLS);
    assert.equal(packCells(counts), "");
    counts[300] = 1;
    assert.equal(packCells(counts).length, 4);
  });
});
