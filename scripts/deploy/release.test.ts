import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, it, type TestContext } from "node:test";

const script = resolve("deploy/release.sh");
const IDENTITY = ["-c", "user.name=t", "-c", "user.email=t@example.org"];

describe("deploy/release.sh", { skip: process.platform !== "linux" }, () => {
  it("builds a release in a folder of its own before it switches to it (R339)", (t) => {
    const { home, release, commit } = place(t);
    const first = commit("1");
    assert.equal(release("install", "main").status, 0);
    assert.equal(readlinkSync(join(home, "current")), `releases/${first}`);
    assert.equal(readFileSync(join(home, "current/built"), "utf8"), "1");
    const second = commit("2");
    assert.equal(release("install", second).status, 0);
    assert.equal(readFileSync(join(home, "current/built"), "utf8"), "2");
    assert.equal(readFileSync(join(home, "releases", first, "built"), "utf8"), "1");
    assert.match(readFileSync(join(home, "current/.git/HEAD"), "utf8"), new RegExp(`^${second}`));
  });

  it("stays with the current release where the new one cannot be built, found or stored (R339)", (t) => {
    const { home, release, commit } = place(t);
    const first = commit("1");
    release("install", "main");
    commit("fails");
    assert.notEqual(release("install", "main").status, 0);
    assert.match(release("install", "v9").stderr, /no tag or commit v9/);
    const full = release("install", "main", { KANAAT_NEEDED_MB: "999999999" });
    assert.match(full.stderr, /MB free, and a release needs/);
    assert.equal(readlinkSync(join(home, "current")), `releases/${first}`);
    assert.deepEqual(readdirSync(join(home, "releases")), [first]);
  });

  it("ends with 2 and its call where it is called wrongly, and changes nothing (R384)", (t) => {
    const { home, release, commit } = place(t);
    commit("1");
    const wrong: [string, string?][] = [
      ["", ""],
      ["install"],
      ["install", ""],
      ["rolback"],
      ["list", "all"],
    ];
    for (const [name, argument] of wrong) {
      const { status, stderr } = release(name, argument);
      assert.deepEqual([status, stderr.slice(0, 31)], [2, "Call it as: sh release.sh insta"], name);
    }
    assert.equal(release("rollback").status, 1);
    assert.deepEqual(readdirSync(join(home, "releases")), []);
  });

  it("returns to the previous release, and deletes none that a link names (R339)", (t) => {
    const { home, release, commit } = place(t);
    const all = ["1", "2", "3", "4"].map((text) => {
      const name = commit(text);
      assert.equal(release("install", "main", { KANAAT_KEEP: "2" }).status, 0);
      return name;
    });
    assert.deepEqual(readdirSync(join(home, "releases")).sort(), all.slice(2).sort());
    assert.equal(release("rollback").status, 0);
    assert.equal(readFileSync(join(home, "current/built"), "utf8"), "3");
    assert.equal(readlinkSync(join(home, "previous")), `releases/${all[3]}`);
  });
});

/** A bare clone, made as documented, of a repository whose setup copies a text or fails. */
function place(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), "kanaat-release-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const [source, home] = [join(folder, "source"), join(folder, "home")];
  const run = (command: string, args: string[], env: NodeJS.ProcessEnv = {}) =>
    spawnSync(command, args, {
      cwd: source,
      encoding: "utf8",
      env: { ...process.env, KANAAT_HOME: home, KANAAT_NEEDED_MB: "1", ...env },
    });
  mkdirSync(join(source, "scripts"), { recursive: true });
  run("git", ["init", "--quiet", "-b", "main"]);
  writeFileSync(
    join(source, "scripts/setup.mjs"),
    `import { readFileSync, writeFileSync } from "node:fs";
     const text = readFileSync("text", "utf8");
     if (text === "fails") process.exit(1);
     writeFileSync("built", text);`,
  );
  const commit = (text: string) => {
    writeFileSync(join(source, "text"), text);
    run("git", ["add", "."]);
    run("git", [...IDENTITY, "commit", "--quiet", "-m", text]);
    const name = run("git", ["rev-parse", "HEAD"]).stdout.slice(0, 12);
    if (!existsSync(home)) {
      mkdirSync(join(home, "releases"), { recursive: true });
      run("git", ["clone", "--quiet", "--bare", source, join(home, "repository.git")]);
    }
    return name;
  };
  const release = (command: string, name?: string, env?: NodeJS.ProcessEnv) =>
    run("sh", [script, command, ...(name === undefined ? [] : [name])], env);
  return { home, release, commit };
}
