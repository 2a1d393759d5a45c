import assert from "node:assert/strict";
import { test } from "node:test";
import { directionOf, isolated } from "./direction.ts";
import { pageTitle } from "./page-title.ts";

test("a text has the direction of its first letter (R242)", () => {
  assert.equal(directionOf("3 قهوة mı?"), "rtl");
  assert.equal(directionOf("“שלום”"), "rtl");
  assert.equal(directionOf("Çay mı, قهوة mi?"), "ltr");
  assert.equal(directionOf("12 + 3"), "ltr");
});

test("words from right to left are isolated in a sentence, others stay as they are (R242)", () => {
  assert.equal(isolated("ليلى 2"), "\u2068ليلى 2\u2069");
  assert.equal(isolated("Ali ve דוד"), "\u2068Ali ve דוד\u2069");
  assert.equal(isolated("Çay mı, kahve mi?"), "Çay mı, kahve mi?");
  assert.equal(pageTitle("Keşfet"), "Keşfet · Kanaat");
  assert.match(pageTitle("قهوة؟"), /^\u2068قهوة؟\u2069 · Kanaat$/);
});
