import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { deferScripts } from "./deferred-scripts.ts";

const style = '<link rel="stylesheet" href="/assets/app.css"/>';
const preload = ["index", "libraries", "page"]
  .map((name) => `<link rel="modulepreload" href="/assets/${name}.js" fetchPriority="low"/>`)
  .join("");
const entry = '<script type="module" async="" src="/assets/index.js" nonce="n1"></script>';

describe("loadAfterPaint", () => {
  it("leaves all code to one inline script", () => {
    const page = `<head>${style}${preload}</head><body>Soru${entry}</body>`;
    const html = deferScripts(page, "n1").join("");
    assert.match(html, /^<head><link rel="stylesheet"[^>]*><\/head><body>Soru<script nonce="n1">/);
    assert.match(html, /before=\["\/assets\/libraries.js","\/assets\/page.js"\]/);
    assert.match(html, /entry="\/assets\/index.js"/);
    assert.doesNotMatch(html, / src=/);
  });

  it("leaves a document without an entry as it is", () => {
    const html = `<head>${preload}</head><body>Soru</body>`;
    assert.deepEqual(deferScripts(html, "n1"), [html]);
  });
});
