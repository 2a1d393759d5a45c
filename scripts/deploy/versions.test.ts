import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { it } from "node:test";

const json = (file: string) => JSON.parse(readFileSync(file, "utf8"));
const numbers = (version: string) => version.split(".").map(Number);
const isNewer = (one: string, other: string) => {
  const [a, b] = [numbers(one), numbers(other)];
  const at = a.findIndex((number, i) => number !== b[i]);
  return at >= 0 && (a[at] ?? 0) > (b[at] ?? 0);
};

const { version } = json("package.json");

it("the lock file and the container have the version of package.json", () => {
  const lock = json("package-lock.json");
  assert.deepEqual([lock.version, lock.packages[""].version], [version, version]);
  const file = readFileSync("deploy/Containerfile", "utf8");
  assert.equal(/^ARG VERSION="(.+)"$/m.exec(file)?.[1], version);
});

it("the version is newer than the last release, and older than no entry of the changelog", () => {
  const { version: last } = json("testing/last-release.json");
  assert.ok(isNewer(version, last), `${version} is not newer than ${last}`);
  const released = [...readFileSync("CHANGELOG.md", "utf8").matchAll(/^## \[(\d[^\]]*)\]/gm)];
  assert.ok(released.length > 0);
  for (const [, one = ""] of released) assert.ok(!isNewer(one, version), `${one} is newer`);
});

const git = (...args: string[]) => spawnSync("git", args, { encoding: "utf8" });

it("the last release is in the history, says its version, and is tagged or states why not", (t) => {
  const { version: last, commit, untagged } = json("testing/last-release.json");
  if (git("cat-file", "-e", `${commit}^{commit}`).status !== 0) {
    return t.diagnostic("its commit is not in the history of this clone");
  }
  assert.equal(git("merge-base", "--is-ancestor", commit, "HEAD").status, 0);
  const file = git("show", `${commit}:package.json`).stdout;
  assert.equal(JSON.parse(file).version, last);
  const tag = git("rev-parse", "--verify", "--quiet", `v${last}^{commit}`).stdout.trim();
  if (untagged === undefined) {
    assert.equal(tag, commit, `tag v${last}, or state under "untagged" why there is no tag`);
  } else {
    assert.equal(tag, "", `v${last} is tagged: name its commit and remove "untagged"`);
    assert.ok(untagged.length > 20);
  }
});
