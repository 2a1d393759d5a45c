import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";

const DOCUMENT = "docs/specification-coverage.md";
const SECTIONS = 9;
const DECISIONS = 40;

const TITLE = /\b(?:test|it)\(\s*(["`])((?:(?!\1).)*)\1/g;
const PROOF = /^`([^`]+)` › (.+)$/;
const TAGS = /(?: @\w+)+$/;

interface Row {
  section: string;
  what: string;
  proofs: string[];
}

const rows = readRows(readFileSync(DOCUMENT, "utf8"));

function readRows(text: string): Row[] {
  let section = "";
  return text.split("\n").flatMap((line) => {
    if (line.startsWith("## ")) section = line.slice(3);
    const [, what = "", right = ""] = line.split("|").map((cell) => cell.trim());
    const isRow = line.startsWith("|") && what !== "What" && !what.startsWith("---");
    return isRow ? [{ section, what, proofs: right.split("<br>") }] : [];
  });
}

/** The titles of a file's tests, without their tags, each `${…}` standing for any words. */
function titlesOf(file: string): RegExp[] {
  return [...readFileSync(file, "utf8").matchAll(TITLE)].map(([, , title = ""]) => {
    const parts = title.replace(TAGS, "").split(/\$\{[^}]*\}/);
    const escaped = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    return new RegExp(`^${escaped.join(".+")}$`);
  });
}

function hasTest(proof: string): boolean {
  const [, file = "", title = ""] = PROOF.exec(proof) ?? [];
  return existsSync(file) && titlesOf(file).some((known) => known.test(title));
}

const numbersIn = (texts: string[], pattern: RegExp) =>
  new Set(texts.map((text) => Number(pattern.exec(text)?.[1])));
const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);

describe("the coverage of the specification", () => {
  it("names tests that are there, at least one for each row", () => {
    const missing = rows.flatMap(({ what, proofs }) =>
      proofs.filter((proof) => !hasTest(proof)).map((proof) => `${what}: ${proof || "no proof"}`),
    );
    assert.deepEqual(missing, []);
  });

  it("leaves out no section and no decision", () => {
    const sections = numbersIn(
      rows.map(({ section }) => section),
      /^Specification §(\d+)/,
    );
    const decisions = numbersIn(
      rows.map(({ what }) => what),
      /^Decision (\d+)/,
    );
    assert.deepEqual(
      upTo(SECTIONS).filter((number) => !sections.has(number)),
      [],
    );
    assert.deepEqual(
      upTo(DECISIONS).filter((number) => !decisions.has(number)),
      [],
    );
  });
});
