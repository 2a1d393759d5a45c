import assert from "node:assert/strict";
import { test } from "node:test";
import { outcomeWords } from "./outcome-words.ts";

const results = (...counts: number[]) =>
  counts.map((count, at) => ({
    ...{ option_id: at + 1, option_name: `Şık ${at + 1}`, count },
    ...{ color: "#000", value: "%1" },
  }));

/** Without the invisible marks around names. */
const words = (counts: number[], chosen?: number) =>
  outcomeWords(results(...counts), chosen).replace(/[\u2066-\u2069]/g, "");

test("one sentence says who leads, and how many chose the same (R514)", () => {
  assert.equal(words([53, 20], 1), "Önde gideni seçtiniz: 52 kişi sizinle.");
  assert.equal(words([53, 20], 2), "Önde “Şık 1” var; 19 kişi sizinle.");
  assert.equal(words([53, 1], 2), "Önde “Şık 1” var; bu şıkkı ilk siz seçtiniz.");
  assert.equal(words([7, 7, 3], 2), "Başa baş: 6 kişi sizinle.");
  assert.equal(words([7, 7, 3], 3), "Başta beraberlik var; 2 kişi sizinle.");
  assert.equal(words([1, 0], 1), "Bu şıkkı ilk siz seçtiniz.");
  assert.equal(words([4, 2]), "Oyunuz verildi.");
});
