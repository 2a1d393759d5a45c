import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toDocument } from "./page-document.ts";

const html = (head: string) => `<!DOCTYPE html><html><head>${head}</head><body></body></html>`;
const PRELOADING = html('<link rel="preload" as="image" href="/images/a.webp"/>');

const headersOf = (page: string, settings = {}) =>
  toDocument(
    { status: 200, html: [page], location: null },
    { nonce: "n", apiBase: "", imageBase: "", origin: "https://kanaat.example", ...settings },
  ).headers;
const picturesFrom = (headers: Record<string, string>) =>
  /img-src ([^;]+)/.exec(headers["content-security-policy"] ?? "")?.[1];

describe("a document", () => {
  it("may show pictures of the origin that serves them, and of no other (R276)", () => {
    const own = "'self' data: blob:";
    assert.equal(picturesFrom(headersOf(PRELOADING)), own);
    const apiBase = "https://api.kanaat.example";
    assert.equal(picturesFrom(headersOf(PRELOADING, { apiBase })), `${own} ${apiBase}`);
    const imageBase = "https://resim.kanaat.example/kanaat";
    const headers = headersOf(PRELOADING, { apiBase, imageBase });
    assert.equal(picturesFrom(headers), `${own} https://resim.kanaat.example`);
    assert.match(headers["content-security-policy"] ?? "", /connect-src 'self' https:\/\/api/);
  });

  it("connects to that origin early where it begins with pictures (R276)", () => {
    const imageBase = "https://resim.kanaat.example/kanaat";
    const { link } = headersOf(PRELOADING, { imageBase });
    assert.equal(link, "<https://resim.kanaat.example>; rel=preconnect");
    assert.ok(!("link" in headersOf(html(""), { imageBase })));
    assert.ok(!("link" in headersOf(PRELOADING)));
  });
});
