import assert from "node:assert/strict";
import { it } from "node:test";
import { urgencyOf } from "#server/features/cases/cases.writes.ts";
import { reportWeight } from "./policies.ts";
import { brokenAt, FIRST_HASH, hashOfRow, type RecordRow } from "./record.reads.ts";

const START = { number: 0, hash: FIRST_HASH };

function record(): RecordRow[] {
  const rows: RecordRow[] = [];
  for (const number of [1, 2, 3, 4]) {
    const row = { number, at: number, actor: 7, act: "hide", target: "survey 1" };
    const whole = { ...row, reason: "hate", words: `Karar ${number}` };
    rows.push({ ...whole, hash: hashOfRow(rows.at(-1)?.hash ?? FIRST_HASH, whole) });
  }
  return rows;
}

it("finds the first row of the record that was changed, removed or added (R622)", () => {
  assert.equal(brokenAt(START, record()), undefined);
  const [one, two, three, four] = record() as [RecordRow, RecordRow, RecordRow, RecordRow];
  assert.equal(brokenAt(two, [three, four]), undefined);
  assert.equal(brokenAt(START, [one, { ...two, words: "Başka" }, three]), 2);
  assert.equal(brokenAt(START, [one, two, four]), 3);
  const renumbered = { ...four, number: 3 };
  const added = { ...renumbered, hash: hashOfRow(one.hash, renumbered) };
  assert.equal(brokenAt(START, [one, two, added]), 3);
});

it("weighs reports by the record of their authors, and puts old and heavy ones first (R626)", () => {
  assert.deepEqual(
    [
      [0, 0],
      [5, 0],
      [0, 100],
      [6, 0],
      [50, 50],
      [10_000, 0],
    ].map(([upheld = 0, dismissed = 0]) => reportWeight({ upheld, dismissed })),
    [10, 10, 2, 18, 15, 40],
  );
  assert.ok(urgencyOf(10, 1000) > urgencyOf(10, 2000));
  assert.ok(urgencyOf(20, 2000) > urgencyOf(10, 1000));
});
