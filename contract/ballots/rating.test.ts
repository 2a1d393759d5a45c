import assert from "node:assert/strict";
import { it } from "node:test";
import { gradesOf, shownResult } from "./rating.ts";

it("the mean has two decimals, the median is the lower middle grade (R564)", () => {
  const none = { mean: null, median_grade: null };
  assert.deepEqual(gradesOf([0, 0, 0, 0, 0]), none);
  assert.deepEqual(gradesOf([1, 0, 0, 0, 1]), { mean: 3, median_grade: 1 });
  assert.deepEqual(gradesOf([1, 0, 0, 0, 2]), { mean: 3.67, median_grade: 5 });
  assert.deepEqual(gradesOf([0, 2, 1, 2, 0]), { mean: 3, median_grade: 3 });
});

it("a mean stands where a share would, in Turkish (R564)", () => {
  assert.deepEqual(shownResult({ value: "%40" }), { text: "%40", share: 40 });
  assert.deepEqual(shownResult({ value: "%40", mean: 4.5 }), { text: "4,50", share: 90 });
  assert.deepEqual(shownResult({ value: "%0", mean: null }), { text: "–", share: 0 });
});
