import assert from "node:assert/strict";
import { test } from "node:test";
import { line, paragraphs } from "./shapes.ts";
import { lengthOf, tooLong } from "./text-length.ts";

test("a text is as long as a person counts it, without what is around it (R46)", () => {
  assert.equal(lengthOf("🎉🎉"), 2);
  assert.equal(lengthOf("e\u0301"), 1);
  assert.equal(lengthOf("  çay \n"), 3);
});

test("a text that is too long gets by how much it is, from the contract in the same words", () => {
  const words = "En fazla 3 karakter girebilirsiniz; 2 karakter fazla.";
  assert.equal(tooLong("çay", 3), undefined);
  assert.equal(tooLong("🎉🎉🎉🎉🎉 ", 3), words);
  for (const shape of [line(1, 3), paragraphs(3)]) {
    assert.equal(shape.safeParse("🎉🎉🎉 ").success, true);
    assert.equal(shape.safeParse("🎉🎉🎉🎉🎉 ").error?.issues[0]?.message, words);
  }
});
