import assert from "node:assert/strict";
import { describe, it } from "node:test";
import sharp from "sharp";
import { type PictureShape, SURVEY_PICTURES } from "#contract/limits.ts";
import { renderSurveyPicture } from "../render.ts";
import type { SurveyPicture } from "./draw-survey-picture.ts";

const COLORS = ["#0e8f93", "#c8402f", "#dd9a10", "#4049bc"];
/** The colours of the page, the boxes, their edges and the bars' tracks. */
const BARE = new Set(["fcfaf6", "ffffff", "ddd9d0", "ece8df"]);

function picture(
  question: string,
  contents: readonly string[],
  shares: readonly number[] = [],
  shape: PictureShape = "link",
): SurveyPicture {
  const options = contents.map((content, at) => ({
    content,
    share: shares[at] ?? null,
    color: COLORS[at % COLORS.length] ?? "",
  }));
  return { shape, question, options, note: "12 oy" };
}

/** The PNG read back; `width` of a colour is the extent of its pixels from left to right. */
async function drawn(what: SurveyPicture) {
  const { data, info } = await sharp(await renderSurveyPicture(what))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const reach = new Map<string, { left: number; right: number; top: number; bottom: number }>();
  for (let at = 0; at < data.length; at += info.channels) {
    const color = data.subarray(at, at + 3).toString("hex");
    const pixel = at / info.channels;
    const [x, y] = [pixel % info.width, Math.floor(pixel / info.width)];
    const seen = reach.get(color) ?? { left: x, right: x, top: y, bottom: y };
    reach.set(color, {
      left: Math.min(seen.left, x),
      right: Math.max(seen.right, x),
      top: Math.min(seen.top, y),
      bottom: Math.max(seen.bottom, y),
    });
  }
  const widthOf = (color = "") => {
    const { left = 0, right = -1 } = reach.get(color.slice(1)) ?? {};
    return right - left + 1;
  };
  const inked = [...reach].filter(([color]) => !BARE.has(color)).map(([, box]) => box);
  const box = {
    left: Math.min(...inked.map(({ left }) => left)),
    right: Math.max(...inked.map(({ right }) => right)),
    top: Math.min(...inked.map(({ top }) => top)),
    bottom: Math.max(...inked.map(({ bottom }) => bottom)),
  };
  return { width: info.width, height: info.height, data, widthOf, box };
}

const bytesOf = async (what: SurveyPicture) => (await drawn(what)).data;
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

describe("the picture of a survey", () => {
  it("has bars as long as the shares, in the options' colours (R284)", async () => {
    for (const shape of ["link", "square"] as const) {
      const shares = [62, 31, 7];
      const what = picture("Ne içersiniz?", ["Çay", "Kahve", "Su"], shares, shape);
      const { width, height, widthOf } = await drawn(what);
      assert.deepEqual({ width, height }, SURVEY_PICTURES[shape]);
      const track = width - 2 * (shape === "link" ? 64 : 76);
      for (const [at, share] of shares.entries()) {
        const off = Math.abs(widthOf(COLORS[at]) - (track * share) / 100);
        // The ends are round and smooth.
        assert.ok(off <= 3, `${shape} ${share}: ${widthOf(COLORS[at])}`);
      }
    }
  });

  it("has no bars and no colours where there are no results to show (R284)", async () => {
    const { widthOf, box } = await drawn(picture("Ne içersiniz?", ["Çay", "Kahve"]));
    for (const color of COLORS) assert.equal(widthOf(color), 0);
    assert.ok(box.right - box.left > 800, "it is not blank");
  });

  it("shows as many options as there is room for (R284)", async () => {
    const contents = Array.from({ length: 20 }, (_, at) => `Şık ${at}`);
    const shares = contents.map(() => 5);
    for (const shape of ["link", "square"] as const) {
      const all = await bytesOf(picture("Hangisi?", contents, shares, shape));
      const others = [...contents.slice(0, 10), ...contents.slice(10).map(() => "Başka")];
      assert.ok(all.equals(await bytesOf(picture("Hangisi?", others, shares, shape))));
      const fewer = contents.slice(0, 19);
      assert.ok(!all.equals(await bytesOf(picture("Hangisi?", fewer, shares, shape))));
    }
  });

  it("keeps every text within its margins (R284)", async () => {
    for (const shape of ["link", "square"] as const) {
      const { width, height } = SURVEY_PICTURES[shape];
      for (const [at, nasty] of NASTY.entries()) {
        const shares = at % 2 === Number(shape === "link") ? [] : [40, 30, 20, 10];
        const question = nasty.repeat(2).slice(0, 200);
        const what = picture(question, [nasty, "a", nasty, "b"], shares, shape);
        const { box } = await drawn(what);
        assert.ok(box.left >= 58 && box.right <= width - 58, `${shape} ${nasty}`);
        assert.ok(box.top >= 58 && box.bottom <= height - 50, `${shape} ${nasty}`);
      }
    }
  });

  it("shows what looks like markup as it was written (R284)", async () => {
    const plain = await bytesOf(picture("Kalın mı?", ["a", "b"]));
    for (const question of ["<b>Kalın</b> mı?", "<!--x-->Kalın mı?", "Kalın&nbsp;mı?"]) {
      assert.ok(!plain.equals(await bytesOf(picture(question, ["a", "b"]))), question);
    }
    for (const [sign, entity] of [
      ["&", "&amp;"],
      ["'", "&#39;"],
    ] as const) {
      const written = await bytesOf(picture("Hangisi?", [sign, "b"]));
      assert.ok(!written.equals(await bytesOf(picture("Hangisi?", [entity, "b"]))), entity);
    }
    await renderSurveyPicture(picture("<span foreground='red'>", ["</span>", "&#0;"]));
  });

  it("is drawn without the letters that no font has (R284)", async () => {
    const { box } = await drawn(picture("寿司", ["寿", "司"], [50, 50]));
    assert.ok(box.right > 1000);
  });
});
