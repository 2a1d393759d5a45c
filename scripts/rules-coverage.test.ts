import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";

const RULE = /^- \*\*R(\d+)\*\* /gm;
const ROW = /^\| R(\d+) \| (.+) \|$/gm;
const TITLE = /\b(?:test|it)\(\s*(["`])((?:(?!\1).)*)\1/g;
const TAGS = /(?: @\w+)+$/;
const BENCH = /^`npm run (bench:\w+)`$/;
const CITED = /\b(?:R(\d+)|ADR-(\d+))\b/g;
/** How rules were cited that stand outside this repository. */
const CITED_ELSEWHERE = /\b(?:decisions? \d|quality [A-Z]\d|spec(?:ification)? §)/i;

const read = (file: string) => readFileSync(file, "utf8");
const numbersIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, number]) => Number(number));

const { scripts } = JSON.parse(read("package.json"));
const rules = numbersIn(read("docs/product-rules.md"), RULE);
const records = globSync("docs/decisions/ADR-*.md").map((file) =>
  Number(/ADR-(\d+)/.exec(file)?.[1]),
);
const rows = [...read("docs/rules-coverage.md").matchAll(ROW)].map(([, number, tests = ""]) => ({
  rule: Number(number),
  proofs: tests.split("<br>"),
}));
const sources = globSync([
  "*.md",
  "{bench,content,contract,docs,e2e,scripts,server,testing,web}/**/*.{ts,tsx,mjs,css,lua,md,json}",
]);
const testFiles = sources.filter((file) => /\.(test|spec)\.tsx?$/.test(file));
const titles = new Map(testFiles.map((file) => [file, titlesOf(read(file))]));

/** The titles of a file's tests, without their tags, each `${…}` standing for any words. */
function titlesOf(text: string): RegExp[] {
  return [...text.matchAll(TITLE)].map(([, , title = ""]) => {
    const parts = title.replace(TAGS, "").split(/\$\{[^}]*\}/);
    const escaped = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    return new RegExp(`^${escaped.join(".+")}$`);
  });
}

const hasTest = (file: string, title: string) =>
  titles.get(file)?.some((known) => known.test(title)) ?? false;

/** What is wrong with one file of a row and its titles, in words that lead to the mend. */
function faultsOf(proof: string): string[] {
  const bench = BENCH.exec(proof)?.[1];
  if (bench) return bench in scripts ? [] : [`package.json has no ${bench}`];
  const [, name, list] = /^`([^`]+)` › (.+)$/.exec(proof) ?? [];
  if (!name || !list) return [`"${proof}" is not of the form \`file\` › title · title`];
  const files = testFiles.filter((file) => `/${file}`.endsWith(`/${name}`));
  const [file = ""] = files;
  if (files.length > 1) return [`"${name}" is more than one file: ${files.join(", ")}`];
  return list.split(" · ").flatMap((title) => {
    if (hasTest(file, title)) return [];
    const elsewhere = testFiles.filter((other) => hasTest(other, title));
    const hint = elsewhere.length > 0 ? `; there is one in ${elsewhere.join(", ")}` : "";
    return [`${file || `"${name}", which is no file,`} has no test "${title}"${hint}`];
  });
}

describe("the rules of the product", () => {
  // Rules that are written at the same time take numbers far from each other, so numbers are missing.
  it("have a number each, and no number twice", () => {
    assert.ok(rules.length > 300);
    const twice = rules.filter((rule, at) => rules.indexOf(rule) !== at);
    assert.deepEqual(twice, []);
  });

  it("each have one row, and no row is about another", () => {
    assert.deepEqual(
      rows.map(({ rule }) => rule),
      rules.toSorted((a, b) => a - b),
    );
  });

  it("are proven by tests that are there", () => {
    const faults = rows.flatMap(({ rule, proofs }) => {
      const alone = proofs.every((proof) => BENCH.test(proof)) ? ["no test"] : [];
      return [...alone, ...proofs.flatMap(faultsOf)].map((fault) => `R${rule}: ${fault}`);
    });
    assert.deepEqual(faults, []);
  });

  it("and the records of decisions are cited by numbers that there are", () => {
    const unknown = sources.flatMap((file) =>
      [...read(file).matchAll(CITED)]
        .filter(([, rule, record]) =>
          rule ? !rules.includes(Number(rule)) : !records.includes(Number(record)),
        )
        .map(([cited]) => `${file}: ${cited}`),
    );
    assert.deepEqual(unknown, []);
  });

  it("are cited by no number of a list outside the repository", () => {
    const lines = sources.flatMap((file) =>
      read(file)
        .split("\n")
        .flatMap((line, at) => (CITED_ELSEWHERE.test(line) ? [`${file}:${at + 1}: ${line}`] : [])),
    );
    assert.deepEqual(lines, []);
  });
});
