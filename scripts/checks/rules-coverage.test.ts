import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { listRules, listTestTitles, rulesCoverage, titlesIn } from "./rule-tags.ts";

const CITED = /\b(?:R(\d+)|ADR-(\d+))\b/g;
/** Obsolete citations of rules that are defined outside this repository. */
const CITED_ELSEWHERE = /\b(?:decisions? \d|quality [A-Z]\d|spec(?:ification)? §)/i;
/** A rule in a group's title, which proves nothing. */
const TAGGED_GROUP = /\bdescribe\(\s*(["`]).*\bR\d+\b.*\1/g;

const read = (file: string) => readFileSync(file, "utf8");

const rules = listRules();
const titles = listTestTitles();
const records = globSync("docs/decisions/ADR-*.md").map((file) =>
  Number(/ADR-(\d+)/.exec(file)?.[1]),
);
const sources = globSync([
  "*.md",
  "{bench,content,contract,docs,e2e,scripts,server,testing,web}/**/*.{ts,tsx,mjs,css,lua,md,json}",
]);

describe("the rules of the product", () => {
  // Rules written at the same time get numbers far apart, so some numbers are missing.
  it("have a number each, and no number twice", () => {
    assert.ok(rules.length > 300);
    const twice = rules.filter((rule, at) => rules.indexOf(rule) !== at);
    assert.deepEqual(twice, []);
  });

  it("each have a test whose title cites them", () => {
    const proven = new Set(titles.flatMap((title) => title.rules));
    const unproven = rules.filter((rule) => !proven.has(rule)).map((rule) => `R${rule}`);
    assert.deepEqual(unproven, []);
  });

  it("are cited where the table of rules and tests sees it", () => {
    const hidden = titles.filter(({ words }) => /\bR\d+\b/.test(words));
    assert.deepEqual(hidden, []);
    const groups = sources.flatMap((file) =>
      /\.(test|spec)\.tsx?$/.test(file) ? (read(file).match(TAGGED_GROUP) ?? []) : [],
    );
    assert.deepEqual(groups, []);
  });

  it("are found in titles of every form that tests have", () => {
    // The calls are inserted so that these samples do not count as titles of this file.
    const [test, it] = ["test", "it"];
    const source = `
      ${test}("a vote counts (R1)", run); ${it}(\`\${name}: is refused (R2, R30) @main @postgres\`, run);
      ${it}(
        "has no rule @layout",
      ); /pattern/.${test}("nothing (R4)"); sub${it}("nothing (R5)"); ${test}(computed, run);`;
    assert.deepEqual(
      titlesIn(source).map(({ words, rules }) => [words.replace("$", ""), rules]),
      [
        ["a vote counts", [1]],
        ["{name}: is refused", [2, 30]],
        ["has no rule", []],
      ],
    );
  });

  it("stand beside their tests as `npm run rules` writes them", () => {
    assert.equal(
      read("docs/rules-coverage.md"),
      rulesCoverage(),
      "docs/rules-coverage.md is stale: npm run rules",
    );
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
