import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { NOISE_VARIANCE } from "#contract/shapes/groups.ts";
import { NOISE_DRAWS, noiseOf, roughShares } from "./noise.ts";

const secret = Buffer.from("a survey's secret");

describe("noise", () => {
  it("has a table of 65,536 draws with the published variance (R411)", () => {
    assert.equal(
      NOISE_DRAWS.reduce((sum, draws) => sum + draws),
      2 ** 16,
    );
    const squares = NOISE_DRAWS.reduce((sum, draws, size) => sum + draws * size ** 2, 0);
    assert.ok(Math.abs(squares / 2 ** 16 - NOISE_VARIANCE) < 0.001);
  });

  it("is drawn by this table, with either sign as often (R411)", () => {
    const drawn = Array.from({ length: 20_000 }, (_, i) => noiseOf(secret, `women ${i}`, 7));
    const mean = drawn.reduce((sum, noise) => sum + noise) / drawn.length;
    const variance = drawn.reduce((sum, noise) => sum + noise ** 2, 0) / drawn.length;
    // Five standard errors; the draws are the same in every run.
    assert.ok(Math.abs(mean) < 5 * Math.sqrt(NOISE_VARIANCE / drawn.length), `${mean}`);
    assert.ok(Math.abs(variance - NOISE_VARIANCE) < 0.8, `${variance}`);
    assert.equal(Math.max(...drawn.map(Math.abs)), NOISE_DRAWS.length - 1);
  });

  it("is the same for the same people, and another for others, options and surveys (R411)", () => {
    const both = Array.from({ length: 200 }, (_, i) => [
      noiseOf(secret, `women ${i}`, 7),
      noiseOf(secret, `women ${i}`, 7),
      noiseOf(secret, `women ${i + 1}`, 7),
      noiseOf(secret, `women ${i}`, 8),
      noiseOf(Buffer.from("another secret"), `women ${i}`, 7),
    ]);
    assert.ok(both.every(([first, again]) => first === again));
    for (const at of [2, 3, 4]) {
      const equal = both.filter((noise) => noise[0] === noise[at]).length;
      assert.ok(equal < 60, `${equal} of 200 alike`);
    }
  });
});

describe("rough shares", () => {
  it("are multiples of the step that sum to 100, and none below 0 (R411)", () => {
    assert.deepEqual(roughShares([31, 22, -4], 10), [60, 40, 0]);
    assert.deepEqual(roughShares([40, 3, 3, -3, -3], 10), [100, 0, 0, 0, 0]);
    assert.deepEqual(roughShares([50, 51], 5), [50, 50]);
    assert.deepEqual(roughShares([1, 1, 1], 10), [40, 30, 30]);
  });

  it("do not make a leader read too low beside options without votes (R411)", () => {
    const means = [3, 8, 20].map((options) => {
      const read = Array.from({ length: 2000 }, (_, group) => {
        const votes = [80, 20, ...Array<number>(options - 2).fill(0)];
        const noisy = votes.map((count, i) => count + noiseOf(secret, `group ${group}`, i));
        return roughShares(noisy, 1)[0] ?? 0;
      });
      return read.reduce((sum, share) => sum + share) / read.length;
    });
    for (const mean of means) assert.ok(Math.abs(mean - 80) < 4, `${means}`);
  });
});
