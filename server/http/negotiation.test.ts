import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { acceptedEncoding, acceptsHtml } from "./negotiation.ts";

describe("the encoding of a response", () => {
  for (const [header, encoding] of [
    ["gzip, deflate, br, zstd", "br"],
    ["BR", "br"],
    ["gzip", "gzip"],
    ["br;Q=0", undefined],
    ["br;Q=0, GZIP;Q=0.5", "gzip"],
    ["br ; q=0 , gzip", "gzip"],
    ["br; q = 0.000, gzip", "gzip"],
    ["gzip;q=0.0", undefined],
    ["br;q=0.1, gzip;q=0.9", "gzip"],
    ["*", "br"],
    ["br;q=0, *", "gzip"],
    ["gzip;q=0, *", "br"],
    ["*;q=0", undefined],
    ["*;q=0, gzip", "gzip"],
    ["identity;q=0", undefined],
    ["identity;q=0, *", "br"],
    ["identity, br;q=0.5", undefined],
    ["xbr, brotli", undefined],
    ["", undefined],
    [undefined, undefined],
  ] as const) {
    it(`is ${encoding ?? "none"} where ${header} is accepted`, () => {
      assert.equal(acceptedEncoding({ "accept-encoding": header }), encoding);
    });
  }
});

describe("a client", () => {
  it("asks for pages by their type, in any case", () => {
    for (const accept of ["text/html", "Text/HTML;Q=0.9, */*", "image/avif, text/html ;level=1"])
      assert.equal(acceptsHtml({ accept }), true, accept);
  });

  it("does not ask for pages by other types, or by a quality of 0", () => {
    for (const accept of ["*/*", "application/json", "text/html;Q=0", "text/htmlx"])
      assert.equal(acceptsHtml({ accept }), false, accept);
    assert.equal(acceptsHtml({}), false);
  });
});
