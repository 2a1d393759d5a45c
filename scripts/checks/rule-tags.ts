import { globSync, readFileSync } from "node:fs";

const RULE = /^- \*\*R(\d+)\*\* /gm;
const TITLE = /(?<![.\w])(?:test|it)\(\s*(["`])((?:(?!\1).)*)\1/g;
/** Playwright's tags, which select journeys. */
const JOURNEY_TAGS = /(?: @\w+)+$/;
const RULE_TAGS = / \(((?:R\d+, )*R\d+)\)$/;
/** The line in a bench's head comment that names the rules it tests. */
const BENCH_TAGS = /^\/\/ Rules: ((?:R\d+, )*R\d+)\.$/m;

export interface TestTitle {
  file: string;
  /** Without tags. */
  words: string;
  rules: number[];
}

const read = (file: string) => readFileSync(file, "utf8");
const numbersIn = (tags = ""): number[] => (tags.match(/\d+/g) ?? []).map(Number);
const ascending = (a: number, b: number): number => a - b;

/** The numbers of the product's rules, in the order of docs/product-rules.md. */
export function listRules(): number[] {
  return [...read("docs/product-rules.md").matchAll(RULE)].map(([, number]) => Number(number));
}

export function listTestTitles(): TestTitle[] {
  const folders = "{contract,e2e,scripts,server,testing,web}";
  const files = globSync(`${folders}/**/*.{test,spec}.{ts,tsx}`).sort();
  return files.flatMap((file) => titlesIn(read(file)).map((title) => ({ file, ...title })));
}

/** Titles written as literals in a test file; computed titles have no tags. */
export function titlesIn(source: string): Omit<TestTitle, "file">[] {
  return [...source.matchAll(TITLE)].map(([, , title = ""]) => {
    const words = title.replace(JOURNEY_TAGS, "");
    const [tags, numbers] = RULE_TAGS.exec(words) ?? [""];
    return { words: words.slice(0, words.length - tags.length), rules: numbersIn(numbers) };
  });
}

/** The benches of package.json, such as `bench:race`, by each rule that their head comments name. */
function benchesByRule(): Map<number, string[]> {
  const scripts: Record<string, string> = JSON.parse(read("package.json")).scripts;
  const benches = Object.entries(scripts).filter(([name]) => name.startsWith("bench"));
  const tags = benches.flatMap(([name, line]) => {
    const files = line.match(/\bbench\/\S+\.ts/g) ?? [];
    return files
      .flatMap((file) => numbersIn(BENCH_TAGS.exec(read(file))?.[1]))
      .map((rule) => ({ rule, bench: `npm run ${name}` }));
  });
  const byRule = Map.groupBy(tags, ({ rule }) => rule);
  return new Map([...byRule].map(([rule, all]) => [rule, all.map(({ bench }) => bench)]));
}

/** The shortest end of each file's path that distinguishes it from the others. */
function shortNames(files: readonly string[]): Map<string, string> {
  return new Map(
    files.map((file) => {
      const parts = file.split("/");
      const ends = parts.map((_, at) => parts.slice(-at - 1).join("/"));
      const isAlone = (end: string) =>
        files.filter((other) => `/${other}`.endsWith(`/${end}`)).length === 1;
      return [file, ends.find(isAlone) ?? file];
    }),
  );
}

const HEAD = `# Rules and their tests

Which tests fail when the product breaks a [rule](product-rules.md), as the tags in their titles say, \`(R16, R20)\`, and \`// Rules: R16.\` in the heads of benches. Files are named by as much of their path as tells them apart; between titles stands \`·\`.

\`npm run rules\` writes this file. Edit the tags, not the table.

| Rule | Tests |
|---|---|
`;

/** Returns the text of docs/rules-coverage.md. */
export function rulesCoverage(): string {
  const tests = listTestTitles();
  const names = shortNames([...new Set(tests.map(({ file }) => file))]);
  const benches = benchesByRule();
  const rows = listRules()
    .toSorted(ascending)
    .map((rule) => {
      const own = Map.groupBy(
        tests.filter(({ rules }) => rules.includes(rule)),
        ({ file }) => names.get(file) ?? file,
      );
      const cells = [...own].map(([name, all]) => {
        const titles = new Set(all.map(({ words }) => words));
        return `\`${name}\` › ${[...titles].join(" · ")}`;
      });
      const all = [...cells, ...(benches.get(rule) ?? []).map((bench) => `\`${bench}\``)];
      return `| R${rule} | ${all.join("<br>").replaceAll("|", "\\|")} |\n`;
    });
  return HEAD + rows.join("");
}
