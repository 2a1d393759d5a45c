import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import { BundleReader, NoBundle } from "./bundle-reader.ts";
import { receiptOf } from "./receipt-codes.ts";

const receipts = Array.from({ length: 3000 }, (_, i) =>
  receiptOf(createHash("sha256").update(`oy ${i}`).digest()),
).sort();
const signed = {
  // Text that looks like the list of receipts.
  document: { question: '"receipts": [ şöyle \\', receipts: { count: 3000 }, lists: [["a"], []] },
  signature: 'a "receipts":[',
};

/** Yields a text's bytes in chunks of `size`, which split letters and receipts. */
async function* inChunks(text: string, size: number) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(text: string, size = 1000) {
  const reader = new BundleReader();
  const parts: string[][] = [];
  for await (const part of reader.receipts(inChunks(text, size))) parts.push(part);
  return { signed: reader.signed, parts };
}

describe("the reader of a bundle", () => {
  it("returns the receipts as they come, wherever the list stands and however it is indented (R380)", async () => {
    for (const text of [
      JSON.stringify({ ...signed, receipts }),
      JSON.stringify({ receipts, ...signed }),
      JSON.stringify({ ...signed, receipts }, null, 7).replaceAll("\n", "\r\n"),
      `\uFEFF${JSON.stringify({ ...signed, receipts })}\n`,
    ]) {
      for (const size of [37, 1000]) {
        const found = await read(text, size);
        assert.deepEqual({ ...found.signed }, signed);
        assert.deepEqual(found.parts.flat(), receipts);
        assert.ok(Math.max(...found.parts.map(({ length }) => length)) < 100);
      }
    }
  });

  it("accepts an empty list", async () => {
    for (const list of ["[]", "[ \n ]"]) {
      const found = await read(`{"signature":"a","receipts" : ${list}}`);
      assert.deepEqual([{ ...found.signed }, found.parts.flat()], [{ signature: "a" }, []]);
    }
  });

  it("returns anything but text as an empty text", async () => {
    const { parts } = await read('{"receipts":[7,"a",["b","c"],null,{"d":"e"}]}');
    assert.deepEqual(parts.flat(), ["", "a", "", "", ""]);
  });

  it("refuses other JSON, and two values of one name (R380)", async () => {
    for (const text of [
      ...["7", "null", "[]", "{}", '["receipts"]', '{"receipts2":[]}', '{"a":{"receipts":["b"]}}'],
      ...['{"receipts":{"a":"b"}}', '{"receipts":null}', '{"receipts":"a"}'],
      ...['{"receipts":["a"],"receipts":["a"]}', '{"receipts":[],"receipts":7}'],
      '{"receipts":[],"document":1,"document":2}',
    ]) {
      await assert.rejects(read(text), NoBundle, text);
    }
  });

  it("refuses what is not JSON, or was cut off (R380)", async () => {
    const text = JSON.stringify({ ...signed, receipts: receipts.slice(0, 3) });
    const ends = [0, 1, 30, text.length - 70, text.length - 2, text.length - 1];
    for (const cut of [
      ...ends.map((end) => text.slice(0, end)),
      ...[`${text}7`, "çay", '{"receipts":["a",]}', '{"receipts":["a" "b"]}', "{'receipts':[]}"],
    ]) {
      await assert.rejects(read(cut), SyntaxError, cut.slice(-80));
    }
  });
});
