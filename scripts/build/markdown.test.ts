import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { parseText } from "./markdown.ts";

const parse = (...lines: string[]) => parseText(lines.join("\n\n"), "example.md", { brand: "K" });
const p = (text: string) => ({ tag: "p", children: [text] });

describe("the texts of content/", () => {
  it("have their placeholders filled in", () => {
    assert.deepEqual(parse("{brand} ile {other}"), [p("K ile {other}")]);
  });

  it("mark what stands only where the installation offers something, or does not (R349)", () => {
    const tree = parse(
      "Her zaman",
      "{if mail}",
      "Bir",
      "İki",
      "{end}",
      "{if not providers}",
      "Üç",
      "{end}",
    );
    assert.deepEqual(tree, [
      p("Her zaman"),
      { condition: "mail", expected: true, children: [p("Bir"), p("İki")] },
      { condition: "providers", expected: false, children: [p("Üç")] },
    ]);
  });

  it("mark for how many days logs are kept, by what the operator set (R365)", () => {
    const tree = parse(
      "{if deletion_log}",
      "**Notlar:** {deletion_log_days} gün, {other_days}",
      "{end}",
    );
    const strong = { tag: "strong", children: ["Notlar:"] };
    const children = [strong, " ", { daysOf: "deletion_log" }, " gün, {other_days}"];
    assert.deepEqual(tree, [
      { condition: "deletion_log", expected: true, children: [{ tag: "p", children }] },
    ]);
  });

  it("name no number of days that a setting changes (R365)", () => {
    for (const name of ["kvkk", "privacy"]) {
      const tree = JSON.stringify(parseText(readFileSync(`content/${name}.md`, "utf8"), name, {}));
      const log = name === "kvkk" ? "deletion_log" : "security_log";
      for (const expected of [true, false]) {
        assert.match(tree, new RegExp(`{"condition":"${log}","expected":${expected},`));
      }
      assert.match(tree, new RegExp(`{"daysOf":"${log}"}`));
      assert.doesNotMatch(tree, /genellikle \d/);
    }
  });

  it("stop the build where a condition is unknown, nested, left open or within a paragraph (R349)", () => {
    for (const lines of [
      ["{if post}", "Bir", "{end}"],
      ["{if mail}", "{if providers}", "Bir", "{end}", "{end}"],
      ["{if mail}", "Bir"],
      ["Bir", "{end}"],
      ["{if mail}\nBir", "{end}"],
      ["{if mail}", "Bir\n{end}"],
    ]) {
      assert.throws(() => parse(...lines), /example\.md: misplaced condition/);
    }
  });

  it("can all be read, the same from a checkout on Windows", () => {
    const texts = readdirSync("content").filter(
      (name) => name.endsWith(".md") && name !== "README.md",
    );
    assert.ok(texts.length > 5);
    for (const name of texts) {
      const text = readFileSync(`content/${name}`, "utf8");
      const onWindows = `\uFEFF${text.replaceAll("\n", "\r\n")}`;
      assert.deepEqual(parseText(onWindows, name, {}), parseText(text, name, {}), name);
    }
  });
});
