import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { getAccount, logout } from "#contract/endpoints/account.ts";
import { getResults } from "#contract/endpoints/votes.ts";
import { testApp } from "#server/testing/test-app.ts";
import { freePort } from "#testing/free-port.ts";
import { createInstance } from "#testing/instance.ts";
import { type Person, signIn, signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";

const { status, stdout } = spawnSync("pgbouncer", ["--version"], { encoding: "utf8" });
const isInstalled = status === 0;
const [, major = 0, minor = 0] = /PgBouncer (\d+)\.(\d+)/.exec(stdout ?? "") ?? [];
const keepsStatements = Number(major) > 1 || Number(minor) >= 21;

// Without PgBouncer there is no test: a skipped one would count as failed.
if (process.env.TEST_ENGINE === "postgres" && isInstalled) {
  describe("behind PgBouncer in transaction mode", () => {
    it("a server whose settings do not arrive says what to do, and does not start (R302)", async (t) => {
      const { instance, pooled } = await behindPooler(t, "");
      const start = testApp(t, { instance: { ...instance, databaseUrl: pooled } });
      await assert.rejects(start, /DATABASE_URL leads to a pooler/);
      const ignoring = await behindPooler(t, IGNORE);
      const started = testApp(t, {
        instance: { ...ignoring.instance, databaseUrl: ignoring.pooled },
      });
      await assert.rejects(started, /DATABASE_URL leads to a pooler/);
    });

    it("a server starts only where its prepared statements are kept (R302)", async (t) => {
      const starter = async (settings: string) => {
        const { instance, pooled } = await behindPooler(t, `${IGNORE}\n${settings}`, SET);
        const config = { databaseDirectUrl: instance.databaseUrl };
        return () => testApp(t, { instance: { ...instance, databaseUrl: pooled }, config });
      };
      const forgets = await starter(keepsStatements ? "max_prepared_statements = 0" : "");
      await assert.rejects(forgets(), /leads to a pooler that does not keep prepared statements/);
      if (!keepsStatements) return;
      const start = await starter("max_prepared_statements = 200");
      const [here, there] = [await start(), await start()];
      const people = await Promise.all(Array.from({ length: 8 }, () => signUp(here)));
      const [owner] = people as [Person];
      const survey = await publishSurvey(here, owner, { result_visibility: "before" } as never);
      await Promise.all(people.map((one, i) => voteFor(i % 2 ? here : there, one, survey, i % 2)));
      const counted = async () => {
        const { body } = await there.call(getResults, { params: { id: survey.id } });
        return body.items.reduce((sum, { count }) => sum + count, 0);
      };
      while ((await counted()) < people.length) there.clock.advance(1001);
      const { token } = await signIn(here, owner);
      assert.equal((await there.call(getAccount, { token })).status, 200);
      await here.call(logout, { token });
      while ((await there.call(getAccount, { token })).status !== 401) await sleep(10);
    });

    it("npm run doctor names what the pooler does not pass on (R344)", async (t) => {
      const doctor = async (settings: string, connectQuery?: string) => {
        const { instance, pooled } = await behindPooler(t, settings, connectQuery);
        const env = {
          ...{ PATH: process.env.PATH, DATA_DIR: instance.dataDir, DATABASE_URL: pooled },
          DATABASE_DIRECT_URL: instance.databaseUrl,
        };
        const args = ["scripts/doctor.ts", "--json"];
        const { stdout } = spawnSync(process.execPath, args, { encoding: "utf8", env });
        const findings: { check: string; state: string; text: string }[] = JSON.parse(stdout);
        return findings.find(({ check }) => check === "pooler");
      };
      for (const settings of ["", IGNORE]) {
        const wrong = await doctor(settings);
        assert.equal(wrong?.state, "error");
        assert.match(wrong?.text ?? "", /DATABASE_URL leads to a pooler/);
      }
      if (keepsStatements) {
        const right = await doctor(`${IGNORE}\nmax_prepared_statements = 200`, SET);
        assert.equal(right?.state, "ok", `${right?.text}`);
      }
    });

    it("a server needs PostgreSQL itself for its notices (R302)", async (t) => {
      const { instance, pooled } = await behindPooler(t, IGNORE, SET);
      const start = testApp(t, { instance: { ...instance, databaseUrl: pooled } });
      const says = keepsStatements ? /in DATABASE_DIRECT_URL/ : /does not keep prepared/;
      await assert.rejects(start, says);
    });

    it("a pooler in session mode passes on everything (R302)", async (t) => {
      const { instance, pooled } = await behindPooler(t, `${IGNORE}\npool_mode = session`, SET);
      const kanaat = await testApp(t, { instance: { ...instance, databaseUrl: pooled } });
      await signUp(kanaat);
    });
  });
}

const IGNORE = "ignore_startup_parameters = lock_timeout,statement_timeout,options";
/** As in docs/operations.md, but with the tests' time limits. */
const SET = `connect_query='set lock_timeout = 30000; set statement_timeout = 30000;
  set plan_cache_mode = force_generic_plan; set max_parallel_workers_per_gather = 0;
  set enable_memoize = off; set random_page_cost = 1.1'`.replaceAll("\n ", "");

/** An empty database, and the address of a pooler that leads to it. */
async function behindPooler(t: TestContext, settings: string, connect = "") {
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
* = host=${hostname} port=${direct.port} user=${username} password=${password} ${connect}
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
