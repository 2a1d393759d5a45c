import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { toSteps } from "./timeline.ts";

const listed = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 30 })), {
    maxLength: 40,
  })
  .map((gaps) => {
    let hour = 490_000;
    return gaps.map(([gap, votes]) => {
      hour += gap;
      return { hour, votes };
    });
  });

describe("votes over time", () => {
  it("stand in steps of ten or more that follow on each other, and only the last may be missing", () => {
    fc.assert(
      fc.property(listed, (hours) => {
        const steps = toSteps(hours);
        let end = steps[0]?.from;
        for (const { from, to, votes } of steps) {
          assert.ok(votes >= 10 && to > from && from === end);
          const within = hours.filter(({ hour }) => hour >= from && hour < to);
          assert.equal(
            votes,
            within.reduce((sum, one) => sum + one.votes, 0),
          );
          end = to;
        }
        const left = hours.filter(({ hour }) => hour >= (end ?? 0));
        assert.ok(left.reduce((sum, { votes }) => sum + votes, 0) < 10);
      }),
    );
  });

  it("do not change once they are told, while no day takes the place of hours", () => {
    fc.assert(
      fc.property(listed, (hours) => {
        const short = hours.filter(({ hour }) => hour - (hours[0]?.hour ?? 0) <= 168);
        const all = toSteps(short);
        const before = toSteps(short.slice(0, -1));
        assert.deepEqual(all.slice(0, before.length), before);
      }),
    );
  });

  it("end with days in Türkiye after a week", () => {
    const at = (time: string) => Date.parse(time) / 3_600_000;
    const steps = toSteps([
      { hour: at("2026-03-01T20:00:00Z"), votes: 10 },
      { hour: at("2026-03-01T21:00:00Z"), votes: 10 },
      { hour: at("2026-03-12T10:00:00Z"), votes: 10 },
    ]);
    const ends = steps.map(({ to }) => new Date(to * 3_600_000).toISOString());
    assert.deepEqual(ends, [
      "2026-03-01T21:00:00.000Z",
      "2026-03-02T21:00:00.000Z",
      "2026-03-12T21:00:00.000Z",
    ]);
  });
});
