import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { importsOf } from "./engine-tests.ts";

/** What a branch is compared with; the first of them that the clone has. */
const MAIN = ["origin/main", "@{upstream}", "main"];

/**
 * Files that were changed, added or deleted since the branch left main, committed or not; where
 * there are none, those of the last commit. Undefined where there is no history.
 */
export function changedFiles(folder = "."): string[] | undefined {
  const git = (...args: string[]) => {
    const { status, stdout } = spawnSync("git", args, { cwd: folder, encoding: "utf8" });
    return status === 0 ? stdout : undefined;
  };
  const since = (commit: string) =>
    git("diff", "--name-only", "--no-renames", "-z", commit)?.split("\0").filter(Boolean);
  const bases = MAIN.map((name) => git("merge-base", "HEAD", name)?.trim());
  const changed = since(bases.find((base) => base !== undefined) ?? "HEAD");
  const untracked = git("ls-files", "--others", "--exclude-standard", "-z") ?? "";
  const all = [...(changed ?? []), ...untracked.split("\0").filter(Boolean)];
  return all.length > 0 ? all : since("HEAD~1");
}

/** Tests of the repository as a whole, which any change may break. */
const isOfRepository = (test: string) => dirname(test) === "scripts/checks";

/** The feature, or the folder, that a file is a part of. */
const partOf = (file: string) => /^(server|web)\/features\/[^/]+/.exec(file)?.[0] ?? dirname(file);

/** The parts that a changed file belongs to: endpoints, to the features that serve them. */
function partsOf(file: string): string[] {
  if (!file.startsWith("contract/endpoints/")) return [partOf(file)];
  const routes = globSync("server/features/**/*.routes.ts");
  return routes.filter((one) => importsOf(one).includes(file)).map(partOf);
}

/** A file that more tests name, such as one that starts servers, would break any of them. */
const NAMED_AT_MOST = 20;

/** The tests in the same feature or folder as a changed file, and those that name the file. */
export function testsOf(changed: readonly string[], tests: readonly string[]): string[] {
  const parts = new Set(changed.flatMap(partsOf));
  const texts = tests.map((test) => ({
    test,
    text: readFileSync(test, "utf8"),
    imports: new Set(importsOf(test)),
  }));
  const naming = changed
    .map((file) => texts.filter(({ text, imports }) => imports.has(file) || text.includes(file)))
    .filter((those) => those.length <= NAMED_AT_MOST);
  const named = new Set(naming.flat().map(({ test }) => test));
  return tests.filter((test) => isOfRepository(test) || parts.has(partOf(test)) || named.has(test));
}
