import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";

const read = (path: string) => readFileSync(path, "utf8");
const folder = mkdtempSync(join(tmpdir(), "kanaat-schedule-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const NODE = "/opt/kanaat/current/node_modules/.bin/node";

/** A unit's settings, `Name=value`, without those that name what it runs. */
const settingsOf = (unit: string) =>
  read(unit)
    .split("\n")
    .filter((line) => /^[A-Z]\w+=/.test(line));

describe("nightly backups and monthly trials", () => {
  it("are as restricted as the server, and their units are valid (R363)", (t) => {
    const wall = settingsOf("deploy/kanaat.service").filter((line) =>
      /^(NoNew|Protect|Private|ProcSubset|Restrict|Lock|RemoveIPC|Capab|Ambient|SystemCall|UMask)/.test(
        line,
      ),
    );
    assert.ok(wall.length > 20);
    const names = ["kanaat-backup", "kanaat-backup-check"];
    for (const name of names) {
      const backup = settingsOf(`deploy/${name}.service`);
      for (const line of [...wall, "DynamicUser=yes", "WorkingDirectory=/opt/kanaat/current"]) {
        assert.ok(backup.includes(line), line);
      }
      assert.ok(settingsOf(`deploy/${name}.timer`).includes("Persistent=true"));
    }
    const ofNames = names.flatMap((name) => [`${name}.service`, `${name}.timer`]);
    const units = ["kanaat.service", ...ofNames];
    for (const unit of units) {
      // systemd checks whether the program of a unit exists.
      const text = read(`deploy/${unit}`).replaceAll(NODE, process.execPath);
      writeFileSync(join(folder, unit), text);
    }
    const paths = units.map((unit) => join(folder, unit));
    const verified = spawnSync("systemd-analyze", ["verify", "--man=no", ...paths]);
    if (verified.error) return t.diagnostic("systemd-analyze is not installed");
    const complaints = String(verified.stderr)
      .split("\n")
      .filter((line) => line.includes(folder) || /kanaat/.test(line));
    assert.deepEqual(complaints, []);
  });

  it("are made and tried by cron's lines as they stand, which print something only on failure (R363)", () => {
    const cron = read("deploy/kanaat-backup.cron");
    assert.ok(read("docs/operations.md").includes(cron.slice(cron.indexOf("MAILTO="))));
    const [, path = ""] = /^PATH=(.+)$/m.exec(cron) ?? [];
    const [data, backups] = [join(folder, "data"), join(folder, "backups")];
    writeFileSync(
      join(folder, "kanaat.env"),
      `DATA_DIR=${data}\nPUBLIC_URL="https://kanaat.example"\n`,
    );
    const env = { ...process.env, DATA_DIR: data, DATABASE_URL: "" };
    execFileSync(process.execPath, ["scripts/migrate.ts"], { env, stdio: "ignore" });
    const run = (time: string) => {
      const line = cron.split("\n").find((one) => one.startsWith(`${time} kanaat `)) ?? "";
      const command = line
        .slice(`${time} kanaat `.length)
        .replace("/opt/kanaat/current", process.cwd())
        .replace("/etc/kanaat/kanaat.env", join(folder, "kanaat.env"))
        .replace("/var/lib/kanaat/backup.lock", join(folder, "backup.lock"))
        .replace(" /backups", ` ${backups}`);
      // Cron sets PATH alone; the cache changes only how fast modules load.
      const { NODE_COMPILE_CACHE = join(folder, "compiled") } = process.env;
      const ofCron = { PATH: path, NODE_COMPILE_CACHE };
      return spawnSync("sh", ["-c", command], { encoding: "utf8", env: ofCron });
    };
    const [nightly, monthly] = ["0 3 * * *", "0 5 1 * *"];
    const failed = run(nightly);
    assert.match(failed.stderr, /There is no folder .*backups/);
    assert.match(failed.stdout, /No backup was made/);
    mkdirSync(backups);
    const untried = run(monthly);
    assert.match(untried.stderr, /backups is not a backup and contains none/);
    assert.match(untried.stdout, /The newest backup could not be tried/);
    for (const time of [nightly, monthly]) {
      const { stdout, stderr } = run(time);
      assert.deepEqual([stdout, stderr], ["", ""], time);
    }
    assert.equal(readdirSync(backups).length, 1);
    assert.ok(readdirSync(data).includes("last-backup-check.json"));
  });
});
