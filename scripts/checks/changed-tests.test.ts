import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { changedFiles, testsOf } from "./changed-tests.ts";

const tests = globSync("{contract,scripts,server,web}/**/*.test.{ts,tsx}");

describe("the tests of a change", () => {
  it("are those of its feature, and those that import or name its files", () => {
    const chosen = testsOf(["server/features/follows/follows.writes.ts", "CHANGELOG.md"], tests);
    assert.ok(chosen.includes("server/features/follows/follows.test.ts"));
    assert.ok(chosen.includes("scripts/deploy/versions.test.ts"));
    assert.ok(!chosen.includes("server/features/votes/votes.test.ts"));
  });

  it("are those of the features that serve its endpoints", () => {
    const chosen = testsOf(["contract/endpoints/account.ts"], tests);
    assert.ok(chosen.includes("server/features/sign-in/sessions.test.ts"));
    assert.ok(!chosen.includes("server/features/follows/follows.test.ts"));
  });

  it("are those in its folder outside of features, and those that import it from another", () => {
    const chosen = testsOf(["server/db/open.ts"], tests);
    assert.ok(chosen.includes("server/db/migrations.test.ts"));
    assert.ok(chosen.includes("server/db/postgres/start.test.ts"));
  });

  it("are not those that name what nearly all of them name", () => {
    const chosen = testsOf(["testing/people.ts"], tests);
    assert.ok(!chosen.some((test) => test.startsWith("server/features/")));
  });

  it("include the tests of the repository as a whole", () => {
    assert.deepEqual(
      testsOf(["web/styles/app.css"], tests).filter((test) => test.startsWith("scripts/checks/")),
      tests.filter((test) => test.startsWith("scripts/checks/")),
    );
  });
});

describe("the files of a change", () => {
  /** A clone with two commits on main. */
  function clone(t: TestContext) {
    const folder = mkdtempSync(join(tmpdir(), "kanaat-changed-"));
    t.after(() => rmSync(folder, { recursive: true }));
    const git = (...args: string[]) => {
      const as = ["-c", "user.name=Test", "-c", "user.email=test@ornek.example"];
      assert.equal(spawnSync("git", [...as, ...args], { cwd: folder }).status, 0, args.join(" "));
    };
    const commit = (...files: string[]) => {
      for (const file of files) writeFileSync(join(folder, file), `${Math.random()}`);
      git("add", "--all");
      git("commit", "--quiet", "--message", "Change files");
    };
    git("init", "--quiet", "--initial-branch=main");
    commit("first", "deleted");
    commit("ölçü.ts", "second");
    return { folder, git, commit };
  }
  const sorted = (folder: string) => changedFiles(folder)?.sort();

  it("are those since the branch left main, with what is not committed", (t) => {
    const { folder, git, commit } = clone(t);
    git("switch", "--quiet", "--create", "branch");
    commit("committed");
    git("rm", "--quiet", "deleted");
    writeFileSync(join(folder, "second"), "changed");
    writeFileSync(join(folder, "yeni.ts"), "");
    assert.deepEqual(sorted(folder), ["committed", "deleted", "second", "yeni.ts"]);
    git("switch", "--quiet", "main");
    git("reset", "--quiet", "--hard");
    commit("later on main");
    git("switch", "--quiet", "branch");
    assert.deepEqual(sorted(folder), ["committed"]);
  });

  it("are those of the last commit where nothing differs from main", (t) => {
    const { folder } = clone(t);
    assert.deepEqual(sorted(folder), ["second", "ölçü.ts"]);
  });

  it("are unknown without a history", (t) => {
    const folder = mkdtempSync(join(tmpdir(), "kanaat-unpacked-"));
    t.after(() => rmSync(folder, { recursive: true }));
    assert.equal(changedFiles(folder), undefined);
  });
});
