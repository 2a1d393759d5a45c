import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { progressBar } from "./progress-bar.ts";

function written(isTTY: boolean, shares: number[]): string[] {
  const texts: string[] = [];
  const show = progressBar("Filling", { isTTY, write: (text) => texts.push(text) });
  for (const share of shares) show(share);
  return texts;
}

describe("the progress bar", () => {
  it("grows in one line of a terminal, which ends when all is done", () => {
    const half = "█".repeat(15);
    assert.deepEqual(written(true, [0.5, 0.501, 1]), [
      `\rFilling ${half}${"░".repeat(15)}  50 %`,
      `\rFilling ${half}${half} 100 %\n`,
    ]);
  });

  it("is a few plain lines elsewhere", () => {
    const shares = Array.from({ length: 1000 }, (_, i) => (i + 1) / 1000);
    assert.deepEqual(
      written(false, shares),
      [20, 40, 60, 80, 100].map((percent) => `Filling: ${percent} %\n`),
    );
  });
});
