import assert from "node:assert/strict";
import { test } from "node:test";
import { breakLines } from "./tile.ts";

const upTo = (letters: number) => (line: string) => line.length <= letters;

test("a tile's words go on the next line where one is full", () => {
  assert.deepEqual(breakLines("çay mı kahve mi", upTo(8)), ["çay mı", "kahve mi"]);
});

test("a word longer than a line is cut, and nothing of it is lost", () => {
  const lines = breakLines("ve muvaffakiyetsizleştirici", upTo(10));
  assert.deepEqual(lines, ["ve", "muvaffakiy", "etsizleşti", "rici"]);
});

test("an empty title has no lines", () => {
  assert.deepEqual(breakLines("", upTo(10)), []);
});
