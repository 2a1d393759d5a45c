import assert from "node:assert/strict";
import { it } from "node:test";
import { partsOf } from "./marked-parts.ts";

const marked = (text: string, found: string[]) =>
  partsOf(text, found)
    .map(({ part, isFound }) => (isFound ? `[${part}]` : part))
    .join("");

it("marks what was found as a word, however it is written (R662)", () => {
  assert.equal(marked("ZIBIK mı, zıbıklar mı?", ["zıbık"]), "[ZIBIK] mı, zıbıklar mı?");
  assert.equal(marked("z.ı.b.ı.k, Z1b1k", ["z1b1k", "z.ı.b.ı.k"]), "[z.ı.b.ı.k], [Z1b1k]");
  assert.equal(marked("Çay", []), "Çay");
  assert.equal(marked("", ["zıbık"]), "");
});
