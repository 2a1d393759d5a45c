import assert from "node:assert/strict";
import { it } from "node:test";
import { withoutSentence } from "./secret-in-link.ts";

it("leaves out what follows the secret at the end of a link (R263)", () => {
  for (const behind of ["", ")", ").", "%20", "\u200B", "”", ">", "?utm_source=a", "&fbclid=b"]) {
    assert.equal(withoutSentence(`a-B_9-${behind}`), "a-B_9-");
  }
  assert.equal(withoutSentence("(abc"), "");
});
