import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { firstRound, secondRound } from "./election-times.ts";

describe("the times of an election", () => {
  it("begin ten days before voting day at midnight and end at the close of the polls (R668)", () => {
    const times = { start: "2028-05-04T00:00", end: "2028-05-14T18:00" };
    assert.deepEqual(firstRound("2028-05-14"), times);
    assert.equal(firstRound("2028-03-05").start, "2028-02-24T00:00");
  });

  it("of a second round begin with its announcement (R668)", () => {
    const now = Date.parse("2028-05-18T14:30:00Z");
    const times = { start: "2028-05-18T17:30", end: "2028-05-28T18:00" };
    assert.deepEqual(secondRound("2028-05-28", "", now), times);
    const announced = "2028-05-19T09:00";
    assert.equal(secondRound("2028-05-28", announced, now).start, announced);
  });
});
