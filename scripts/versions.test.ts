import assert from "node:assert/strict";
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
