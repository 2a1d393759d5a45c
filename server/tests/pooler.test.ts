import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { testApp } from "#server/testing/test-app.ts";
import { freePort } from "#testing/free-port.ts";
import { createInstance } from "#testing/instance.ts";

const isInstalled = spawnSync("pgbouncer", ["--version"]).status === 0;

// Where it is not installed there is nothing to try: a skipped test would count as a failed one.
if (process.env.TEST_ENGINE === "postgres" && isInstalled) {
  describe("behind PgBouncer in transaction mode", () => {
    it("a server whose settings do not arrive says what to do, and does not start", async (t) => {
      const { instance, pooled } = await behindPooler(t, "");
      const start = testApp(t, { instance: { ...instance, databaseUrl: pooled } });
      await assert.rejects(start, /DATABASE_URL leads to a pooler/);
      const ignoring = await behindPooler(t, IGNORE);
      const started = testApp(t, {
        instance: { ...ignoring.instance, databaseUrl: ignoring.pooled },
      });
      await assert.rejects(started, /DATABASE_URL leads to a pooler/);
    });
  });
}

const IGNORE = "ignore_startup_parameters = lock_timeout,statement_timeout,options";

/** An empty database, and the address at which a pooler of its own leads there. */
async function behindPooler(t: TestContext, settings: string) {
  const instance = await createInstance("postgres");
  t.after(() => instance.atEnd.disposeAsync());
  const direct = new URL(instance.databaseUrl ?? "");
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "kanaat-pooler-"));
  chmodSync(folder, 0o755);
  const file = join(folder, "pgbouncer.ini");
  const { hostname, username, password } = direct;
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${direct.port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
${settings}
`,
  );
  const owner =
    process.getuid?.() === 0
      ? { uid: Number(execFileSync("id", ["-u", "nobody"], { encoding: "utf8" })) }
      : {};
  const pooler: ChildProcess = spawn("pgbouncer", ["-q", file], { stdio: "ignore", ...owner });
  instance.atEnd.defer(async () => {
    pooler.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });
  while (!(await answers(port))) await sleep(20);
  const pooled = Object.assign(new URL(direct), { hostname: "127.0.0.1", port: String(port) });
  return { instance, pooled: pooled.href };
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () =>
      resolve(false),
    );
    socket.once("connect", () => socket.destroy());
  });
