import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { OPTION_COUNT } from "#contract/limits.ts";
import { DARK, LIGHT, RESULT_COLORS } from "#contract/palette.ts";

type Rgb = [number, number, number];

// Machado, Oliveira & Fernandes 2009, severity 1: what each kind of colour blindness sees.
const SIGHTS: Record<string, number[]> = {
  normal: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [
    0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998,
  ],
  deuteranopia: [
    0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881,
  ],
  tritanopia: [
    1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039,
  ],
};

describe("result colours", () => {
  it("are as many as a survey may have options (R79)", () => {
    assert.equal(new Set(RESULT_COLORS).size, OPTION_COUNT.max);
  });

  it("differ for every kind of sight, the first six clearly (R79)", () => {
    for (const [sight, matrix] of Object.entries(SIGHTS)) {
      const seen = RESULT_COLORS.map((color) => oklab(through(matrix, linear(color))));
      assert.ok(closest(seen) > 0.05, `${sight}: ${closest(seen)}`);
      assert.ok(closest(seen.slice(0, 6)) > 0.1, `${sight}: ${closest(seen.slice(0, 6))}`);
    }
  });

  it("have a contrast of three on pages and cards of both themes (R79)", () => {
    for (const background of [LIGHT.page, LIGHT.surface, DARK.page, DARK.surface]) {
      for (const color of RESULT_COLORS) {
        const [dark = 0, light = 0] = [luminance(color), luminance(background)].sort();
        assert.ok((light + 0.05) / (dark + 0.05) >= 3, `${color} on ${background}`);
      }
    }
  });
});

function luminance(color: string): number {
  const [r, g, b] = linear(color);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function linear(color: string): Rgb {
  return [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
}

function through(m: number[], [r, g, b]: Rgb): Rgb {
  const row = (i: number) => (m[i] ?? 0) * r + (m[i + 1] ?? 0) * g + (m[i + 2] ?? 0) * b;
  return [0, 3, 6].map((i) => Math.min(1, Math.max(0, row(i)))) as Rgb;
}

function oklab([r, g, b]: Rgb): Rgb {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function closest(colors: Rgb[]): number {
  const gaps = colors.flatMap((a, i) =>
    colors.slice(0, i).map((b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])),
  );
  return Math.min(...gaps);
}
