import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { embedCode, embedFrame } from "./embed.ts";
import { Html, html } from "./html.ts";

const HOSTILE = `"'><script>alert(1)</script>&lt;`;
const ESCAPED = "&quot;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;lt;";

describe("markup", () => {
  it("shows hostile text as it was written in elements, attributes and lists", () => {
    assert.equal(html`<b>${HOSTILE}</b>`.text, `<b>${ESCAPED}</b>`);
    assert.equal(html`<a title="${HOSTILE}">`.text, `<a title="${ESCAPED}">`);
    assert.equal(html`<p>${[HOSTILE, [HOSTILE, 1], undefined]}`.text, `<p>${ESCAPED}${ESCAPED}1`);
  });

  it("contains other markup unchanged, and what that contains escaped once", () => {
    const rows = [HOSTILE, "b"].map((text) => html`<li>${text}</li>`);
    assert.equal(html`<ul>${rows}</ul>`.text, `<ul><li>${ESCAPED}</li><li>b</li></ul>`);
    assert.equal(html`<style>${new Html("a > b {}")}</style>`.text, "<style>a > b {}</style>");
  });
});

describe("the code that embeds a survey", () => {
  const survey = { id: 7, question: HOSTILE, options: [{ content: HOSTILE }] };

  it("has the question as the frame's title, whatever it contains (R299)", () => {
    assert.equal(
      embedFrame(survey, "https://kanaat.example", { width: 560, height: 300 }),
      `<iframe src="https://kanaat.example/embed/surveys/7" title="Anket: ${ESCAPED}" width="560" height="300" loading="lazy" style="border:0;max-width:100%"></iframe>`,
    );
    const code = embedCode(survey, "https://kanaat.example");
    assert.ok(code.includes(`title="Anket: ${ESCAPED}"`));
    assert.equal(code.match(/<script/g)?.length, 1);
  });
});
