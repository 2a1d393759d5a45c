import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { hash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { promisify } from "node:util";
import { lockFile } from "#server/db/sqlite/file-lock.ts";
import { SECRET_FILE } from "#server/secret/secret-file.ts";
import { testApp } from "#server/testing/test-app.ts";
import { signUp } from "#testing/people.ts";
import { picture } from "#testing/pictures.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { backUp } from "./backup.ts";
import { LOCK, readManifest, verify } from "./manifest.ts";
import { prune } from "./retention.ts";

const kanaat = await testApp({ after });
await publishSurvey(kanaat, await signUp(kanaat, { image: await picture() }));
const original = join(kanaat.instance.dataDir, "original");
await backUp(kanaat.instance, original);

let folders = 0;
/** An empty folder for backups. */
async function newParent(): Promise<string> {
  const parent = join(kanaat.instance.dataDir, `backups-${folders++}`);
  await mkdir(parent);
  return parent;
}

/** Makes a whole backup dated `madeAt`; returns its folder. */
async function backupOf(parent: string, madeAt: string): Promise<string> {
  const folder = join(parent, madeAt.replaceAll(":", "-"));
  await cp(original, folder, { recursive: true });
  const manifest = await readFile(join(folder, "backup.json"), "utf8");
  const changed = manifest.replace(/"made_at": "[^"]*"/, `"made_at": "${madeAt}"`);
  await writeFile(join(folder, "backup.json"), changed);
  const sums = await readFile(join(folder, "SHA256SUMS"), "utf8");
  const line = `${hash("sha256", changed)}  backup.json`;
  await writeFile(join(folder, "SHA256SUMS"), sums.replace(/^\w{64} {2}backup\.json$/m, line));
  return folder;
}

const command = (...args: string[]) =>
  promisify(execFile)(process.execPath, ["scripts/backup.ts", ...args], {
    env: {
      ...process.env,
      DATA_DIR: kanaat.instance.dataDir,
      DATABASE_URL: kanaat.instance.databaseUrl ?? "",
    },
  });

describe("older backups", () => {
  it("are kept by number, and by day, week and month of Türkiye (R362)", async () => {
    const times = [
      "2026-09-30T00:00:00.000Z",
      "2026-10-31T00:00:00.000Z",
      // Sunday in UTC, and Monday in Türkiye.
      "2026-11-15T21:30:00.000Z",
      "2026-11-20T00:00:00.000Z",
      "2026-11-25T00:00:00.000Z",
      "2026-11-26T00:00:00.000Z",
      "2026-11-26T12:00:00.000Z",
    ];
    const cases: [Parameters<typeof prune>[1], number[]][] = [
      [{ last: 2 }, [5, 6]],
      [{ daily: 2 }, [4, 6]],
      [{ weekly: 2 }, [3, 6]],
      [{ monthly: 2 }, [1, 6]],
      [{ daily: 1, weekly: 3, monthly: 9 }, [0, 1, 3, 6]],
    ];
    for (const [retention, kept] of cases) {
      const parent = await newParent();
      const all: string[] = [];
      for (const time of times) all.push(await backupOf(parent, time));
      const { removed } = await prune(all.at(-1) ?? "", retention);
      const names = times.map((time) => time.replaceAll(":", "-"));
      assert.deepEqual(
        (await readdir(parent)).sort(),
        names.filter((_, i) => kept.includes(i)),
        JSON.stringify(retention),
      );
      assert.equal(removed.length, times.length - kept.length);
    }
  });

  it("stay where they are another's, damaged, or something else (R362)", async () => {
    const parent = await newParent();
    const [other, torn, tableless, newest] = [
      await backupOf(parent, "2026-11-21T00:00:00.000Z"),
      await backupOf(parent, "2026-11-22T00:00:00.000Z"),
      await backupOf(parent, "2026-11-23T00:00:00.000Z"),
      // Older than all others, as after a clock was set back.
      await backupOf(parent, "2026-11-20T00:00:00.000Z"),
    ];
    await backupOf(parent, "2026-11-24T00:00:00.000Z");
    await writeFile(join(other, SECRET_FILE), "baska-kurulumun-otuz-iki-harfli-sirri");
    await writeFile(join(torn, "SHA256SUMS"), "");
    await rm(join(tableless, "tables/votes.jsonl"));
    await mkdir(join(parent, "notes"));
    await writeFile(join(parent, "list.txt"), "");
    const before = await readdir(parent);
    const { removed, foreign } = await prune(newest, { last: 1 });
    assert.deepEqual(removed, []);
    assert.equal(foreign.length, 3);
    assert.deepEqual(await readdir(parent), before);
  });

  it("that were broken off are removed, but not those that are being made (R362)", async () => {
    const parent = await newParent();
    const newest = await backupOf(parent, "2026-11-26T00:00:00.000Z");
    for (const name of ["empty", "half", "running", "photos"]) {
      await mkdir(join(parent, `${name}.unfinished`, "tables"), { recursive: true });
    }
    await mkdir(join(parent, "half.unfinished/images/00"), { recursive: true });
    await writeFile(join(parent, "half.unfinished", LOCK), "");
    await writeFile(join(parent, "photos.unfinished/holiday.jpg"), "");
    const lock = lockFile(join(parent, "running.unfinished", LOCK));
    await prune(newest, { last: 1 });
    const left = (await readdir(parent)).filter((name) => name.endsWith(".unfinished"));
    assert.deepEqual(left.sort(), ["photos.unfinished", "running.unfinished"]);
    await assert.rejects(
      backUp(kanaat.instance, join(parent, "running")),
      /Another backup is being made/,
    );
    lock?.close();
    await backUp(kanaat.instance, join(parent, "running"));
    assert.ok(!(await readdir(join(parent, "running"))).includes(LOCK));
  });

  it("are removed by the command after the new one is whole, never when it fails (R362)", async () => {
    const parent = await newParent();
    await backupOf(parent, "2026-11-20T00:00:00.000Z");
    const before = await readdir(parent);
    const nowhere = { ...process.env, DATA_DIR: `${parent}-nowhere`, DATABASE_URL: "" };
    const args = ["scripts/backup.ts", "--in", parent, "--keep", "1"];
    await assert.rejects(promisify(execFile)(process.execPath, args, { env: nowhere }));
    assert.deepEqual(await readdir(parent), before);
    const { stdout } = await command("--in", parent, "--keep", "1");
    assert.match(stdout, /Removed the older backup 2026-11-20T00-00-00\.000Z/);
    const [name = "", another] = await readdir(parent);
    assert.match(name, /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/);
    assert.equal(another, undefined);
    // It shared its pictures with the removed one.
    const manifest = await readManifest(join(parent, name));
    assert.ok(manifest.pictures > 0);
    await verify(join(parent, name), manifest);
    const missing = join(parent, "not-mounted");
    await assert.rejects(command("--in", missing), /There is no folder .*make or mount it/);
    await assert.rejects(
      command("--in", parent, "--keep", "0"),
      /--keep=0 is not a number from 1 on/,
    );
  });
});
