import assert from "node:assert/strict";
import { describe, it } from "node:test";
import sharp from "sharp";
import { TILE_COLORS, TILE_SHAPES, type TileShape } from "#contract/tiles.ts";
import { renderImage } from "../render.ts";

/** The tile in its largest width: its size, its white pixels and those of other colours. */
async function drawn(title: string, shape: TileShape = "option") {
  const { files } = await renderImage({ title, color: 5, shape }, { preview: false, caller: "a" });
  const { data, info } = await sharp(files.at(-1)?.bytes)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const box = { left: info.width, right: 0, top: info.height, bottom: 0 };
  let white = 0;
  let red = 0;
  for (let at = 0; at < data.length; at += info.channels) {
    const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3);
    if (r > 200 && g < 90) red += 1;
    if (Math.min(r, g, b) < 230) continue;
    white += 1;
    const pixel = at / info.channels;
    const [x, y] = [pixel % info.width, Math.floor(pixel / info.width)];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return { width: info.width, height: info.height, white, red, box };
}

describe("a tile", () => {
  it("has a colour on which white letters are read (R84)", () => {
    for (const color of TILE_COLORS) {
      const light = [...Buffer.from(color.slice(1), "hex")].map((value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      const [r = 0, g = 0, b = 0] = light;
      assert.ok(1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05) > 5.7, color);
    }
  });

  it("has the letters that Turkish, and what is read from the right, are written with (R84)", async () => {
    const plain = await drawn("Cgiosu");
    assert.deepEqual([plain.width, plain.height], [1280, 960]);
    const turkish = await drawn("Çğıöşü");
    assert.ok(turkish.white > plain.white, "the marks of the letters");
    for (const title of ["مرحبا بالعالم", "שלום", "Привет", "Ελλάδα"]) {
      assert.ok((await drawn(title)).white > 4000, title);
    }
  });

  it("has emoji in their colours, and is bare where no font has a letter (R84)", async () => {
    assert.ok((await drawn("Seviyorum ❤️")).red > 4000);
    assert.ok((await drawn("🇹🇷")).red > 4000);
    assert.equal((await drawn("寿司")).white, 0);
    assert.equal((await drawn("Sushi 寿司")).white, (await drawn("Sushi")).white);
  });

  it("keeps every text within the part that no crop cuts away (R84)", async () => {
    for (const shape of ["cover", "option"] as const) {
      const { width, height, textWidth, textHeight } = TILE_SHAPES[shape];
      for (const title of [
        "W".repeat(200),
        "Muvaffakiyetsizleştiricileştiriveremeyebileceklerimizdenmişsinizcesine",
        "bir iki üç ".repeat(18),
        `A${"\u0301".repeat(199)}`,
      ]) {
        const { box } = await drawn(title, shape);
        assert.ok(box.right > 0, `${title} is not drawn`);
        assert.ok(box.left >= (width - textWidth) / 2 - 2, title);
        assert.ok(box.right <= (width + textWidth) / 2 + 2, title);
        assert.ok(box.top >= (height - textHeight) / 2 - 2, title);
        assert.ok(box.bottom <= (height + textHeight) / 2 + 2, title);
      }
    }
  });

  it("shows what looks like markup as it was written (R84)", async () => {
    assert.ok((await drawn("<b>A</b>")).white > 2 * (await drawn("A")).white);
    assert.ok((await drawn("&amp; <")).white > (await drawn("&")).white);
  });
});
