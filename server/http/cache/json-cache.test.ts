import assert from "node:assert/strict";
import { it } from "node:test";
import { ReadyAnswer } from "./json-cache.ts";

it("a short answer holds no more memory than its own bytes", () => {
  const { bytes } = new ReadyAnswer({ items: ["Çay"] });
  assert.equal(bytes.toString(), '{"items":["Çay"]}');
  assert.equal(bytes.buffer.byteLength, bytes.length);
});
