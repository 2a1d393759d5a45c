import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type AddressedLetter, toHtml, toText } from "./letter.ts";
import type { Words } from "./words.ts";

/** The type lets nothing else into a letter than the product's own text (R404). */
const forged = (text: string) => text as Words;

const letter: AddressedLetter = {
  kind: "reset",
  subject: forged("Deneme & <sonuç>"),
  name: forged('Ayşe "A" <b>'),
  paragraphs: [forged("Birinci."), forged("<script>alert(1)</script>")],
  action: { label: forged("Aç"), url: forged("https://kanaat.example/x#a=1&b=2") },
  notes: [forged("Not.")],
};

const HOSTILE = `"'><script>alert(1)</script>&lt;`;
const ESCAPED = "&quot;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;lt;";

/** A letter that has `text` in each of its parts. */
const lettersWith = (text: Words): AddressedLetter[] => [
  { ...letter, subject: text },
  { ...letter, name: text },
  { ...letter, paragraphs: [forged("Bir."), text] },
  { ...letter, action: { label: text, url: forged("https://kanaat.example") } },
  { ...letter, action: { label: forged("Aç"), url: text } },
  { ...letter, notes: [forged("Bir."), text] },
];

describe("a letter", () => {
  it("has everything in plain text, the address on a line of its own (R246)", () => {
    assert.equal(
      toText(letter),
      `Merhaba Ayşe "A" <b>,

Birinci.

<script>alert(1)</script>

Aç:
https://kanaat.example/x#a=1&b=2

Not.

-- \nKanaat
`,
    );
  });

  it("shows what people wrote as text in HTML, and loads nothing (R246)", () => {
    const html = toHtml(letter);
    assert.ok(html.includes("Merhaba Ayşe &quot;A&quot; &lt;b&gt;,"));
    assert.ok(html.includes("&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert.ok(html.includes('href="https://kanaat.example/x#a=1&amp;b=2"'));
    assert.doesNotMatch(html, /<script|<img|<link|url\(|@import/);
    assert.deepEqual([...html.matchAll(/https?:[^"<\s]+/g)].map(([url]) => url).length, 2);
  });

  it("shows hostile text as it was written in each of its parts (R246)", () => {
    const harmless = lettersWith(forged("zararsız"));
    for (const [at, hostile] of lettersWith(forged(HOSTILE)).entries()) {
      const expected = toHtml(harmless[at] ?? letter).replaceAll("zararsız", ESCAPED);
      assert.equal(toHtml(hostile), expected);
      assert.ok(expected.includes(ESCAPED));
    }
  });
});
