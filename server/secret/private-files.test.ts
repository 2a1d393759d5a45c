import assert from "node:assert/strict";
import { chmod, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { imageJobs } from "#server/images/image-jobs.ts";
import type { MaintenanceJob } from "#server/maintenance/maintenance.ts";
import { runMaintenance } from "#server/maintenance/maintenance.ts";
import { testApp } from "#server/testing/test-app.ts";
import { createInstance, engineUnderTest } from "#testing/instance.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { keepPrivate } from "./private-files.ts";

/** A folder and everything in it that others can reach. */
async function openPaths(folder: string): Promise<string[]> {
  const names = ["", ...(await readdir(folder, { recursive: true }))];
  const modes = await Promise.all(names.map((name) => stat(join(folder, name))));
  return names.filter((_, i) => ((modes[i]?.mode ?? 0) & 0o077) !== 0);
}

/** As left by an earlier version, which had no security log. */
async function openAll(folder: string): Promise<void> {
  for (const name of ["", ...(await readdir(folder, { recursive: true }))]) {
    if (name.startsWith("security-log/")) continue;
    const path = join(folder, name);
    await chmod(path, (await stat(path)).isDirectory() ? 0o755 : 0o644);
  }
}

describe("what a server keeps", () => {
  it("is for its own user alone, also what an earlier version left open (R215)", async (t) => {
    const instance = await createInstance(engineUnderTest());
    t.after(() => instance.atEnd.disposeAsync());
    await chmod(instance.dataDir, 0o755);
    await keepPrivate(instance.dataDir);
    const first = await testApp(t, { instance });
    const owner = await signUp(first);
    await voteFor(first, owner, await publishSurvey(first, owner), 0);
    await first.runMaintenance();
    const names = await readdir(instance.dataDir);
    assert.ok(
      ["kanaat.secret", "kanaat.images", "images", "uploads"].every((name) => names.includes(name)),
    );
    assert.equal(names.includes("kanaat.sqlite-wal"), engineUnderTest() === "sqlite");
    assert.deepEqual(await openPaths(instance.dataDir), []);
    await first.close();

    // It did not exist in versions that left files open.
    await rm(join(instance.dataDir, "deletions"), { recursive: true });
    await openAll(instance.dataDir);
    await keepPrivate(instance.dataDir);
    // Only the pictures are left to a job; their folder is closed.
    const left = await openPaths(instance.dataDir);
    assert.ok(left.length > 0 && left.every((path) => /^images\/../.test(path)), left.join());
    const again = await testApp(t, { instance });
    const jobs: MaintenanceJob[] = [];
    imageJobs({ ...again, jobs } as unknown as Parameters<typeof imageJobs>[0]);
    const { signal } = new AbortController();
    await runMaintenance(jobs, { clock: again.clock, log: again.app.log, signal }, ["start"]);
    assert.deepEqual(await openPaths(instance.dataDir), []);
  });

  it("leaves alone what is not its own, and a folder for everybody (R215)", async (t) => {
    const instance = await createInstance("sqlite");
    t.after(() => instance.atEnd.disposeAsync());
    await chmod(instance.dataDir, 0o1777);
    await testApp(t, { instance }).then((app) => app.close());
    await openAll(instance.dataDir);
    await chmod(instance.dataDir, 0o1777);
    await keepPrivate(instance.dataDir);
    assert.equal((await stat(instance.dataDir)).mode & 0o7777, 0o1777);
    assert.deepEqual(await openPaths(instance.dataDir), [""]);
  });
});
