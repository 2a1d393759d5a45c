import assert from "node:assert/strict";
import { describe, it } from "node:test";
import sharp from "sharp";
import { type PictureShape, SURVEY_PICTURES } from "#contract/limits.ts";
import { renderDrawing } from "../render.ts";
import type { Drawing } from "./draw.ts";

const SHAPES = Object.keys(SURVEY_PICTURES) as PictureShape[];
const COLORS = ["#06a0b3", "#cd210d", "#e86e05", "#753bfe"];
/** Colours of photographs, which no drawing has. */
const PHOTOGRAPHS = ["#00ff00", "#ff00ff", "#00ffff", "#ffff00", "#0000ff", "#ff8888"];

const photograph = (color: string) =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: color } })
    .webp({ lossless: true })
    .toBuffer();
const stored = await Promise.all(PHOTOGRAPHS.map(photograph));

const asking = (
  question: string,
  contents: readonly string[],
  shape: PictureShape = "link",
  note = "12 oy · Siz ne dersiniz?",
): Drawing => ({
  kind: "survey",
  ...{ shape, question, note },
  options: contents.map((content, at) => ({ content, stored: stored[at] ?? null })),
});

const chart = (
  question: string,
  shares: readonly number[],
  shape: PictureShape = "link",
  changes: object = {},
): Drawing => ({
  kind: "chart",
  ...{ shape, question, note: "12 oy", legend: [] },
  rows: shares.map((share, at) => ({
    ...{ label: `Şık ${at}`, value: `%${share}`, stored: stored[at] ?? null },
    parts: [{ share, color: COLORS[at % COLORS.length] ?? "" }],
  })),
  ...changes,
});

/** The picture read back: how wide and how high all pixels of a colour are together. */
async function drawn(what: Drawing) {
  const { data, info } = await sharp(await renderDrawing(what))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const seen = new Map<number, { x: Set<number>; y: Set<number> }>();
  for (let at = 0; at < data.length; at += info.channels) {
    const color = data.readUIntBE(at, 3);
    const of = seen.get(color) ?? { x: new Set(), y: new Set() };
    seen.set(color, of);
    of.x.add((at / info.channels) % info.width);
    of.y.add(Math.floor(at / info.channels / info.width));
  }
  const sizeOf = (axis: "x" | "y", color = "") => {
    const found = [...seen].filter(([other]) => isNear(other, Number.parseInt(color.slice(1), 16)));
    return new Set(found.flatMap(([, of]) => [...of[axis]])).size;
  };
  return {
    ...{ width: info.width, height: info.height, data },
    widthOf: (color?: string) => sizeOf("x", color),
    heightOf: (color?: string) => sizeOf("y", color),
  };
}

/** JPEGs keep colours nearly. */
const isNear = (one: number, other: number): boolean =>
  [16, 8, 0].every((bits) => Math.abs(((one >> bits) & 255) - ((other >> bits) & 255)) <= 4);

const bytesOf = async (what: Drawing) => (await drawn(what)).data;
const LONG = "Muvaffakiyetsizleştiricileştiriveremeyebileceklerimizdenmişsinizcesine mi? ".repeat(
  2,
);
const NASTY = [
  "W".repeat(100),
  LONG.slice(0, 100),
  `A${"\u0301".repeat(99)}`,
  "﷽".repeat(100),
  "👩‍👩‍👧‍👦".repeat(100),
  "قهوة ".repeat(20),
];

describe("the picture of a survey's question", () => {
  it("has the options' pictures side by side, in every shape (R530, R531)", async () => {
    for (const shape of SHAPES) {
      const { width, height, ...picture } = await drawn(
        asking("Hangisi?", ["Çay", "Kahve"], shape),
      );
      assert.deepEqual({ width, height }, SURVEY_PICTURES[shape]);
      for (const color of PHOTOGRAPHS.slice(0, 2)) {
        const least = shape === "story" ? width : width / 2 - 10;
        assert.ok(picture.widthOf(color) >= least, `${shape} ${color}`);
        assert.ok(picture.heightOf(color) > height / 6, `${shape} ${color}`);
      }
    }
  });

  it("shows as many pictures as there is room for, and counts the others (R530)", async () => {
    const contents = Array.from({ length: 20 }, (_, at) => `Şık ${at}`);
    for (const shape of SHAPES) {
      const all = await bytesOf(asking("Hangisi?", contents, shape));
      const others = contents.map((content, at) => (at < 8 ? content : "Başka"));
      assert.ok(all.equals(await bytesOf(asking("Hangisi?", others, shape))), shape);
      assert.ok(!all.equals(await bytesOf(asking("Hangisi?", contents.slice(1), shape))), shape);
    }
    const { widthOf } = await drawn(asking("Hangisi?", contents));
    const shown = PHOTOGRAPHS.filter((color) => widthOf(color) > 200);
    assert.equal(shown.length, 3);
  });

  it("can be drawn whatever its texts are (R530)", async () => {
    for (const [at, nasty] of NASTY.entries()) {
      const shape = SHAPES[at % SHAPES.length] ?? "link";
      const question = nasty.repeat(2).slice(0, 200);
      await renderDrawing(asking(question, [nasty, "a", nasty], shape, nasty));
    }
  });

  it("shows what looks like markup as it was written (R530)", async () => {
    const plain = await bytesOf(asking("Kalın mı?", ["a", "b"]));
    for (const question of ["<b>Kalın</b> mı?", "<!--x-->Kalın mı?", "Kalın&nbsp;mı?"]) {
      assert.ok(!plain.equals(await bytesOf(asking(question, ["a", "b"]))), question);
    }
    for (const [sign, entity] of [
      ["&", "&amp;"],
      ["'", "&#39;"],
    ] as const) {
      const written = await bytesOf(asking("Hangisi?", [sign, "b"]));
      assert.ok(!written.equals(await bytesOf(asking("Hangisi?", [entity, "b"]))), entity);
    }
    await renderDrawing(asking("<span foreground='red'>", ["</span>", "&#0;"]));
  });

  it("is drawn without the letters that no font has, and without lost pictures (R530)", async () => {
    const options = ["寿", "司"].map((content) => ({ content, stored: null }));
    const { width } = await drawn({
      ...asking("寿司", []),
      ...{ options, note: "" },
    });
    assert.equal(width, SURVEY_PICTURES.link.width);
  });
});

describe("the picture of a chart", () => {
  it("has bars as long as the shares, in the options' colours (R284)", async () => {
    for (const shape of SHAPES) {
      const shares = [62, 31, 7];
      const { width, height, widthOf } = await drawn(chart("Ne içersiniz?", shares, shape));
      assert.deepEqual({ width, height }, SURVEY_PICTURES[shape]);
      const [first = 0, second = 0, third = 0] = shares.map((_, at) => widthOf(COLORS[at]));
      assert.ok(first > width * 0.4, `${shape} ${first}`);
      assert.ok(Math.abs(second / first - 31 / 62) < 0.02, `${shape} ${second} of ${first}`);
      assert.ok(Math.abs(third / first - 7 / 62) < 0.03, `${shape} ${third} of ${first}`);
    }
  });

  it("divides the bar of each group among the options (R532)", async () => {
    const parts = [70, 30].map((share, at) => ({ share, color: COLORS[at] ?? "" }));
    const rows = ["Kadın", "Erkek ve Diğer"].map((label) => ({ label, value: "%70", parts }));
    const legend = ["Çay", "Kahve"].map((name, at) => ({ name, color: COLORS[at] ?? "" }));
    for (const shape of SHAPES) {
      const what = chart("Ne içersiniz?", [], shape, { rows, legend, title: "Cinsiyete göre" });
      const { widthOf } = await drawn(what);
      const [tea, coffee] = [widthOf(COLORS[0]), widthOf(COLORS[1])];
      assert.ok(tea > coffee && coffee > 50, `${shape} ${tea} ${coffee}`);
    }
  });

  it("shows as many rows as there is room for, and counts the others (R532)", async () => {
    const shares = Array.from({ length: 20 }, () => 5);
    for (const shape of SHAPES) {
      const all = await bytesOf(chart("Hangisi?", shares, shape));
      assert.ok(!all.equals(await bytesOf(chart("Hangisi?", shares.slice(1), shape))), shape);
    }
  });

  it("draws the provinces in their places, in the colour of what leads (R547)", async () => {
    const west = { code: 35, column: 1, row: 4, lead: { color: COLORS[0], strength: 1 } };
    const east = { code: 65, column: 14, row: 3, lead: { color: COLORS[1], strength: 1 } };
    const others = [
      { code: 6, column: 6, row: 2, lead: { strength: 0.35 } },
      { code: 34, column: 2, row: 1 },
    ];
    for (const shape of SHAPES) {
      const tiles = [west, east, ...others];
      const { widthOf, heightOf, width } = await drawn(
        chart("Hangisi?", [], shape, { map: tiles }),
      );
      for (const color of COLORS.slice(0, 2)) {
        const sides = [widthOf(color), heightOf(color)];
        assert.ok(
          sides.every((side) => side > width / 40 && side < width / 14),
          `${shape} ${sides}`,
        );
      }
    }
  });

  it("draws how votes added up as a line (R532)", async () => {
    const points = [0, 0.2, 0.9, 1].map((y, at) => ({ x: at / 3, y }));
    const line = { points, from: "1.11.2026", to: "8.11.2026" };
    for (const shape of SHAPES) {
      const { widthOf, width } = await drawn(chart("Hangisi?", [], shape, { line }));
      assert.ok(widthOf("#006e77") > width / 2, shape);
    }
  });

  it("shows who leads as a story, with that option's picture (R531)", async () => {
    const lead = { stored: stored[5] ?? null, sentence: "Zeytin önde." };
    const { widthOf, heightOf, width } = await drawn(chart("Ad?", [60, 40], "story", { lead }));
    assert.equal(widthOf(PHOTOGRAPHS[5]), width);
    assert.equal(heightOf(PHOTOGRAPHS[5]), 760);
    assert.ok(heightOf("#cc211e") > 900);
  });

  it("can be drawn whatever its texts are (R532)", async () => {
    for (const [at, nasty] of NASTY.entries()) {
      const shape = SHAPES[at % SHAPES.length];
      const rows = [nasty, "a", nasty].map((label) => ({
        ...{ label, value: "%50", parts: [{ share: 50, color: COLORS[0] ?? "" }] },
      }));
      const legend = [nasty, "b", nasty].map((name) => ({ name, color: COLORS[1] ?? "" }));
      const more = { rows, legend, title: nasty, note: nasty };
      await renderDrawing(chart(nasty.repeat(2).slice(0, 200), [], shape, more));
    }
  });
});

describe("the picture of a person", () => {
  it("has the person's picture, or the first letter of the name (R535)", async () => {
    const person = { kind: "person", name: "Işıl Öz", nickname: "isil", note: "3 anket" } as const;
    const { widthOf } = await drawn({ ...person, stored: stored[0] ?? null });
    assert.ok(widthOf(PHOTOGRAPHS[0]) > 300);
    const without = await drawn({ ...person, stored: null });
    assert.equal(without.widthOf(PHOTOGRAPHS[0]), 0);
    assert.ok(without.widthOf("#cc211e") > 300);
    for (const name of NASTY) await renderDrawing({ ...person, name, stored: null });
  });
});
