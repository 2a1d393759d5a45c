import assert from "node:assert/strict";
import { test } from "node:test";
import { isolated } from "./direction.ts";
import { pageTitle } from "./page-title.ts";

test("words from right to left are isolated in a sentence, others stay as they are (R242)", () => {
  assert.equal(isolated("ليلى 2"), "\u2068ليلى 2\u2069");
  assert.equal(isolated("Ali ve דוד"), "\u2068Ali ve דוד\u2069");
  assert.equal(isolated("Çay mı, kahve mi?"), "Çay mı, kahve mi?");
  assert.equal(pageTitle("Keşfet"), "Keşfet · Kanaat");
  assert.match(pageTitle("قهوة؟"), /^\u2068قهوة؟\u2069 · Kanaat$/);
});
