import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { HOUR_MS } from "#contract/durations.ts";
import { LEAST_VOTERS } from "#contract/shapes/groups.ts";
import { createAttacker } from "#testing/linear-attack.ts";
import { toHourSteps, toSteps } from "./timeline.ts";

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
  it("form consecutive steps of ten or more, of which only the last may be missing (R298)", () => {
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

  it("do not change once they are shown, except that those of a day become one (R298)", () => {
    fc.assert(
      fc.property(listed, (hours) => {
        const all = toHourSteps(hours);
        const before = toHourSteps(hours.slice(0, -1));
        assert.deepEqual(all.slice(0, before.length), before);
      }),
    );
  });

  it("do not by themselves reveal when ten votes or fewer came, however often they are read (R298)", () => {
    fc.assert(
      fc.property(listed, fc.array(fc.integer({ min: 1, max: 40 })), (hours, looks) => {
        const told = looks.flatMap((count) => toSteps(hours.slice(0, count)));
        const bounds = [...new Set(told.flatMap(({ from, to }) => [from, to]))].sort(
          (a, b) => a - b,
        );
        const between = (from: number, to: number) =>
          bounds.slice(0, -1).flatMap((bound, at) => (bound >= from && bound < to ? [at] : []));
        const attacker = createAttacker(bounds.length);
        for (const { from, to } of told) attacker.learn(between(from, to));
        for (const [at, from] of bounds.entries()) {
          for (const to of bounds.slice(at + 1)) {
            if (!attacker.knows(between(from, to))) continue;
            const within = hours.filter(({ hour }) => hour >= from && hour < to);
            const votes = within.reduce((sum, one) => sum + one.votes, 0);
            assert.ok(votes >= LEAST_VOTERS, `${votes} votes from ${from} to ${to}`);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it("are about a day each after a week, with the same hours as before (R298)", () => {
    const at = (time: string) => Date.parse(time) / HOUR_MS;
    const hours = [
      { hour: at("2026-03-01T18:00:00Z"), votes: 10 },
      { hour: at("2026-03-01T19:00:00Z"), votes: 12 },
      { hour: at("2026-03-01T20:00:00Z"), votes: 9 },
      { hour: at("2026-03-01T21:00:00Z"), votes: 10 },
      { hour: at("2026-03-12T10:00:00Z"), votes: 10 },
    ];
    const steps = toSteps(hours);
    assert.deepEqual(
      steps.map(({ to, votes }) => [new Date(to * HOUR_MS).toISOString(), votes]),
      [
        ["2026-03-01T20:00:00.000Z", 22],
        // The nine votes before midnight are shown together with those after it.
        ["2026-03-01T22:00:00.000Z", 19],
        ["2026-03-12T11:00:00.000Z", 10],
      ],
    );
    const ends = new Set(toHourSteps(hours).map(({ to }) => to));
    assert.ok(steps.every(({ to }) => ends.has(to)));
  });
});
