import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { createInstance } from "#testing/instance.ts";

const root = join(import.meta.dirname, "../..");

/** Starts the product from source after `code`, which runs in every process of it. */
async function start(t: TestContext, code: string, env: NodeJS.ProcessEnv = {}) {
  const instance = await createInstance("postgres");
  const preload = `data:text/javascript,${encodeURIComponent(code)}`;
  const child = spawn(process.execPath, ["--import", preload, "server/main.ts", "--dev"], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      DATA_DIR: instance.dataDir,
      DATABASE_URL: instance.databaseUrl ?? "",
      ...{ HOST: "127.0.0.1", PORT: "0", LOG_LEVEL: "silent", ROLE: "worker" },
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
    output: () => output,
    ended: async () => {
      const [code] = await closed;
      return { code, output };
    },
    until: async (text: RegExp) => {
      while (!text.test(output)) await sleep(10);
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

/** Makes a module of the server another one. */
const replaced = (path: string, source: string) =>
  `import { registerHooks } from "node:module";
  const url = ${JSON.stringify(pathToFileURL(join(root, "server", path)).href)};
  const source = ${JSON.stringify(source)};
  registerHooks({ load: (asked, context, next) =>
    asked === url ? { format: "module", source, shortCircuit: true } : next(asked, context) });`;

// A process that only runs jobs needs no built pages, and PostgreSQL.
if (process.env.TEST_ENGINE === "postgres") {
  describe("what ends the server", () => {
    it("is written with its stack when it is an exception, also where nothing else is logged", async (t) => {
      const server = await start(t, onceListening('throw new Error("bang")'));
      const { code, output } = await server.ended();
      assert.equal(code, 1);
      assert.match(output, /Error: bang\n\s+at /);
    });

    it("is written with its stack when it is a rejection that nobody handles", async (t) => {
      const bang = 'Promise.reject(new TypeError("no one listens"))';
      const server = await start(t, onceListening(bang), { LOG_LEVEL: "error" });
      const { code, output } = await server.ended();
      assert.equal(code, 1);
      assert.match(output, /TypeError: no one listens(\\n|\n)\s+at /);
    });

    it("is a stack where the program fails while it starts, and one line where its settings do", async (t) => {
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

  describe("a server that is told to end while it starts", () => {
    const HOLDS = `export const openDatabase = () => {
    console.log("opens");
    return new Promise(() => setInterval(() => undefined, 1000));
  };`;

    it("ends at once, with 0", async (t) => {
      const server = await start(t, replaced("db/open.ts", HOLDS));
      await server.until(/opens/);
      server.child.kill("SIGTERM");
      assert.equal((await server.ended()).code, 0);
    });

    it("ends at once, with 0, while its first process starts", async (t) => {
      const server = await start(t, replaced("db/open.ts", HOLDS), { WORKERS: "2" });
      await server.until(/opens/);
      const begun = performance.now();
      server.child.kill("SIGTERM");
      assert.equal((await server.ended()).code, 0);
      // It would be killed after 9 s.
      assert.ok(performance.now() - begun < 8000);
    });
  });
}
