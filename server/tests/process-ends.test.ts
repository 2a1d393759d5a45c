import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import { migrate } from "#server/db/migrate.ts";
import { recordedMigrations } from "#server/db/migration-records.ts";
import { openUnmigrated } from "#server/db/open.ts";
import { createInstance, engineUnderTest, type Instance } from "#testing/instance.ts";

const root = join(import.meta.dirname, "../..");

/** Starts the product from source after `code`, which runs in each of its processes. */
async function start(
  t: TestContext,
  code: string,
  env: NodeJS.ProcessEnv = {},
  prepare?: (instance: Instance) => Promise<void>,
) {
  const instance = await createInstance(engineUnderTest());
  await prepare?.(instance);
  const preload = `data:text/javascript,${encodeURIComponent(code)}`;
  const child = spawn(process.execPath, ["--import", preload, "server/main.ts", "--dev"], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      DATA_DIR: instance.dataDir,
      DATABASE_URL: instance.databaseUrl ?? "",
      ...{
        HOST: "127.0.0.1",
        PORT: "0",
        LOG_LEVEL: "silent",
        ROLE: instance.databaseUrl ? "worker" : "both",
      },
      ...env,
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  const closed = once(child, "close");
  t.after(async () => {
    child.kill("SIGKILL");
    await closed;
    await instance.atEnd.disposeAsync();
  });
  return {
    child,
    instance,
    output: () => output,
    ended: async () => {
      const [code] = await closed;
      return { code, output };
    },
    until: async (text: RegExp) => {
      for (; !text.test(output); await sleep(10)) {
        const hasEnded = child.exitCode !== null || child.signalCode !== null;
        assert.ok(!hasEnded, `ended without ${text}: ${output}`);
      }
    },
  };
}

const onceListening = (what: string) =>
  `import { Server } from "node:net";
  const { listen } = Server.prototype;
  Server.prototype.listen = function (...args) {
    this.once("listening", () => setTimeout(() => { ${what} }, 100));
    return listen.apply(this, args);
  };`;

/** Replaces the source of one of the server's modules. */
const replaced = (path: string, source: string) =>
  `import { registerHooks } from "node:module";
  const url = ${JSON.stringify(pathToFileURL(join(root, "server", path)).href)};
  const source = ${JSON.stringify(source)};
  registerHooks({ load: (asked, context, next) =>
    asked === url ? { format: "module-typescript", source, shortCircuit: true } : next(asked, context) });`;

// A process that only runs jobs needs no built pages, but PostgreSQL.
if (process.env.TEST_ENGINE === "postgres") {
  describe("what ends the server", () => {
    it("is written with its stack when it is an exception, also where nothing else is logged (R309)", async (t) => {
      const server = await start(t, onceListening('throw new Error("bang")'));
      const { code, output } = await server.ended();
      assert.equal(code, 1);
      assert.match(output, /Error: bang\n\s+at /);
    });

    it("is written with its stack when it is a rejection that nobody handles (R309)", async (t) => {
      const bang = 'Promise.reject(new TypeError("no one listens"))';
      const server = await start(t, onceListening(bang), { LOG_LEVEL: "error" });
      const { code, output } = await server.ended();
      assert.equal(code, 1);
      assert.match(output, /TypeError: no one listens(\\n|\n)\s+at /);
    });

    it("is a stack where the program fails while it starts, and one line where its settings do (R309)", async (t) => {
      const broken = await start(
        t,
        replaced("db/open.ts", "export const openDatabase = () => null.x;"),
      );
      const fault = await broken.ended();
      assert.equal(fault.code, 1);
      assert.match(fault.output, /^TypeError: .*\n\s+at /);
      const refused = await start(t, "", { PORT: "many" });
      const { code, output } = await refused.ended();
      assert.equal(code, 1);
      assert.match(output, /^PORT=many is wrong: .*\n$/);
    });
  });

  describe("a server of several processes", () => {
    it("ends after each of them has ended in order, with 0 (R355)", async (t) => {
      const whoEnds = `import cluster from "node:cluster";
        process.on("exit", (code) =>
          process._rawDebug(cluster.isPrimary ? "supervisor" : "process", "ended with", code));`;
      const server = await start(t, whoEnds, { WORKERS: "2" });
      await server.until(/http:\/\/localhost/);
      server.child.kill("SIGTERM");
      const { code, output } = await server.ended();
      assert.equal(code, 0);
      const ends = output.match(/(supervisor|process) ended with.*/g);
      assert.deepEqual(ends?.at(-1), "supervisor ended with 0");
      assert.ok(
        ends.slice(0, -1).every((one) => one === "process ended with 0"),
        output,
      );
      assert.ok(ends.length > 1);
    });
  });

  describe("a server that is asked to end while it starts", () => {
    const HOLDS = `export const openDatabase = () => {
    console.log("opens");
    return new Promise(() => setInterval(() => undefined, 1000));
  };`;

    /** A signal to itself, or to its supervisor, while the program is being loaded. */
    const whileLoading = `import cluster from "node:cluster";
      import { registerHooks } from "node:module";
      let isTold = cluster.isPrimary && process.env.WORKERS > 1;
      registerHooks({ load: (url, context, next) => {
        if (!isTold && url.endsWith("/server/config/config.ts")) {
          isTold = true;
          process.kill(cluster.isPrimary ? process.pid : process.ppid, "SIGTERM");
        }
        return next(url, context);
      } });`;

    for (const WORKERS of ["1", "2"]) {
      it(`ends with 0 while it is loaded, with WORKERS=${WORKERS} (R355)`, async (t) => {
        const server = await start(t, whileLoading, { WORKERS });
        const { code, output } = await server.ended();
        assert.deepEqual([code, output], [0, ""]);
      });
    }

    it("ends immediately, with 0 (R309)", async (t) => {
      const server = await start(t, replaced("db/open.ts", HOLDS));
      await server.until(/opens/);
      server.child.kill("SIGTERM");
      assert.equal((await server.ended()).code, 0);
    });

    it("ends immediately, with 0, while its first process starts (R309)", async (t) => {
      const server = await start(t, replaced("db/open.ts", HOLDS), { WORKERS: "2" });
      await server.until(/opens/);
      server.child.kill("SIGTERM");
      // It would be 1 if the process had to be killed.
      assert.equal((await server.ended()).code, 0);
    });

    it("prints every five seconds what it is doing (R317)", async (t) => {
      const quick = `const { setInterval } = globalThis;
        globalThis.setInterval = (work, ms, ...more) =>
          setInterval(work, ms === 5000 ? 20 : ms, ...more);`;
      const NEVER = "await new Promise(() => setInterval(() => undefined, 1000));";
      const loading = await start(t, quick + replaced("app.ts", NEVER));
      await loading.until(/^Starting for \d+ s: loading the program$/m);
      const opening = await start(t, quick + replaced("db/open.ts", HOLDS));
      await opening.until(/^Starting for \d+ s: opening the database$/m);
      const hangs = `export const createApp = async () => { ${NEVER} };`;
      const rendering = await start(t, quick + replaced("app.ts", hangs));
      await rendering.until(/^Starting for \d+ s: rendering the first page$/m);
    });
  });

  describe("a server that is asked to end", () => {
    const SHORT = replaced(
      "serve.ts",
      readFileSync(join(root, "server/serve.ts"), "utf8").replace(
        /MAX_CLOSING_MS = \d+/,
        "MAX_CLOSING_MS = 300",
      ),
    );
    const HANGS = `import { Server } from "node:net"; Server.prototype.close = function () {};`;

    it("ends with 1 and a line where its closing hangs (R357)", async (t) => {
      const server = await start(t, HANGS + SHORT, { SHUTDOWN_DELAY_MS: "0" });
      await server.until(/http:\/\/localhost/);
      server.child.kill("SIGTERM");
      const { code, output } = await server.ended();
      assert.equal(code, 1);
      assert.match(output, /^Closing has not ended after 300 ms\.$/m);
    });
  });
}

describe("a server that is asked to end while it migrates", () => {
  it("ends between two statements, with 0, and leaves nothing half done (R355)", async (t) => {
    const TOLD = `import { sql } from "kysely";
      export async function up(db) {
        await sql\`create table half_done (id bigint)\`.execute(db);
        process.kill(process.pid, "SIGTERM");
        for (let i = 0; i < 100; i++) await sql\`insert into half_done values (1)\`.execute(db);
        console.log("all is done");
      }`;
    const before: string[] = [];
    const server = await start(
      t,
      replaced("db/migrations/046-differing-seals.ts", TOLD),
      {},
      async (instance) => {
        await using db = await opened(instance);
        await migrate(db, "042-vote-cohorts");
        before.push(...(await recordedMigrations(db)));
      },
    );
    const { code, output } = await server.ended();
    assert.equal(code, 0);
    assert.doesNotMatch(output, /all is done/);
    await using db = await opened(server.instance);
    assert.deepEqual(await recordedMigrations(db), before);
    await assert.rejects(sql`select 1 from half_done`.execute(db.query), /half_done/);
  });
});

async function opened(instance: Instance) {
  const db = await openUnmigrated(instance);
  return Object.assign(db, { [Symbol.asyncDispose]: () => db.close() });
}
