import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";

/** The levels of ASVS 5.0's requirements, a digit each, by section: 1.2.10 is the tenth of 1.2. */
const LEVELS = `
  1.1:22 1.2:1111122223 1.3:112222222223 1.4:222 1.5:123 2.1:122 2.2:112 2.3:12223 2.4:23
  3.1:3 3.2:113 3.3:12223 3.4:11222233 3.5:11122333 3.6:3 3.7:22333 4.1:12233 4.2:23333 4.3:22
  4.4:1222 5.1:2 5.2:112333 5.3:113 5.4:222 6.1:122 6.2:111111112222 6.3:11223333 6.4:112233
  6.5:22222333 6.6:2223 6.7:33 6.8:2222 7.1:222 7.2:1111 7.3:22 7.4:11222 7.5:223 7.6:22
  8.1:1233 8.2:1123 8.3:133 8.4:23 9.1:111 9.2:1222 10.1:22 10.2:223 10.3:22223
  10.4:1111122222233333 10.5:22222 10.6:22 10.7:222 11.1:2233 11.2:22233 11.3:11233 11.4:1222
  11.5:23 11.6:23 11.7:33 12.1:12233 12.2:11 12.3:22223 13.1:2333 13.2:222223 13.3:2233
  13.4:1222233 14.1:22 14.2:12223333 14.3:122 15.1:12233 15.2:12233 15.3:1222222 15.4:3333
  16.1:2 16.2:22222 16.3:2222 16.4:222 16.5:2223 17.1:23 17.2:22223333 17.3:22`;

const STATES = ["holds", "exception", "operator's", "does not apply"];

/** Where only the proxy's side, or the operator's own network, is left to test. */
const UNTESTED = ["4.1.2", "12.3.3", "12.3.4", "16.4.3"];

/** What needs the operator's proxy, network or other names below the same domain. */
const OPERATORS = [
  "3.4.1",
  "4.1.2",
  "12.1.1",
  "12.1.2",
  "12.2.1",
  "12.2.2",
  "12.3.1",
  "12.3.3",
  "12.3.4",
  "13.2.1",
  "16.4.3",
];

const text = readFileSync("docs/asvs.md", "utf8");
const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \|(.*)\|$/gm)].map(
  ([, number = "", rest = ""]) => {
    const [level = "", state = "", words = "", tests = ""] = rest
      .split(" | ")
      .map((cell) => cell.trim());
    return {
      number,
      level,
      state,
      words,
      tests: [...tests.matchAll(/`([^`]+)`/g)].map((one) => one[1]),
    };
  },
);

describe("the assessment by ASVS", () => {
  it("has each requirement of levels 1 and 2 once, in order", () => {
    const expected = LEVELS.trim()
      .split(/\s+/)
      .flatMap((section) => {
        const [chapter, levels = ""] = section.split(":");
        return [...levels].map((level, at) => `${chapter}.${at + 1} ${level}`);
      })
      .filter((requirement) => !requirement.endsWith(" 3"));
    assert.equal(expected.length, 253);
    assert.deepEqual(
      rows.map(({ number, level }) => `${number} ${level}`),
      expected,
    );
  });

  it("gives each a state and a reason, and tests that exist where something holds", () => {
    for (const { number, state, words, tests } of rows) {
      assert.ok(STATES.includes(state), `${number}: ${state}`);
      assert.ok(words.length > 5, number);
      const isTested = state !== "does not apply" && !UNTESTED.includes(number);
      assert.equal(tests.length > 0, isTested, `${number}: ${tests}`);
      for (const file of tests) {
        assert.match(file ?? "", /\.(test|spec)\.tsx?$/, number);
        assert.ok(existsSync(file ?? ""), `${number}: ${file}`);
      }
    }
  });

  it("leaves open only what the operator sets up", () => {
    const open = rows.filter(({ state }) => state === "operator's").map(({ number }) => number);
    assert.deepEqual(open, OPERATORS);
  });

  it("refers to parts of itself and to documents that there are", () => {
    const headings = [...text.matchAll(/^##+ (.+)$/gm)].map(
      ([, words = ""]) => `#${words.toLowerCase().replaceAll(" ", "-")}`,
    );
    for (const [, target = ""] of text.matchAll(/\]\(([^)]+)\)/g)) {
      if (target.startsWith("#")) assert.ok(headings.includes(target), target);
      else if (!target.includes(":")) assert.ok(existsSync(`docs/${target.split("#")[0]}`), target);
    }
  });
});
