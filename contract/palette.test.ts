import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";
import { BRAND_MARK, DARK, LIGHT, themeOf } from "./palette.ts";

it("a theme declares the colours it is asked for, light and dark", () => {
  assert.equal(
    themeOf("page", "on-accent"),
    ":root{--page:#fcfaf6;--on-accent:#fdfcf9;}" +
      "@media (prefers-color-scheme:dark){:root{--page:#0b1320;--on-accent:#080f1c;}}",
  );
});

for (const file of ["web/styles/favicon.svg", "deploy/unavailable.html"]) {
  it(`${file} has colours of the palette only`, () => {
    const known = [BRAND_MARK, LIGHT, DARK].flatMap((colors) => Object.values(colors));
    const used = readFileSync(file, "utf8").match(/#[\da-f]{3,8}\b/gi) ?? [];
    assert.ok(used.length > 0);
    assert.deepEqual(
      used.filter((color) => !known.includes(color)),
      [],
    );
  });
}
