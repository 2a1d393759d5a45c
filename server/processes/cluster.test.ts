import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { get } from "node:http";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { it, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

/** Serves its process id, ends in order when told to, and fails as its environment says. */
const PROGRAM = `
import cluster from "node:cluster";
import { createServer } from "node:http";
import { SHARED_PORT, superviseWorkers, tellListening } from ${JSON.stringify(join(import.meta.dirname, "cluster.ts"))};
import { whenToldToEnd } from ${JSON.stringify(join(import.meta.dirname, "told-to-end.ts"))};
import { createSiblings } from ${JSON.stringify(join(import.meta.dirname, "siblings.ts"))};
if (process.env.FAILED_FORKS && cluster.isPrimary) {
  const { Process } = process.binding("process_wrap");
  const { spawn } = Process.prototype;
  const errors = process.env.FAILED_FORKS.split(",").map(Number);
  Process.prototype.spawn = function (...options) {
    return -errors.shift() || spawn.apply(this, options);
  };
}
if (cluster.isPrimary) {
  const onListening = (port) => console.log("port", port);
  const port = Number(process.env.PORT ?? 0);
  superviseWorkers({ count: 3, port, host: "127.0.0.1", onListening }).catch((error) => {
    console.error(error.code);
    process.exit(4);
  });
} else {
  const number = process.env.KANAAT_WORKER_NUMBER;
  console.log("started", number, process.pid);
  if (process.env.FAILS === number) process.exit(3);
  const siblings = createSiblings();
  let told = "";
  siblings.onTold((names) => { told = names.join(); });
  const server = createServer(async (request, response) => {
    if (request.url.startsWith("/tell/")) {
      const names = request.url.slice(6).split(",");
      await Promise.all(names.map((name) => siblings.tell(name)));
    }
    if (request.url === "/told") return response.end(process.pid + " " + told);
    setTimeout(() => response.end(String(process.pid)), request.url === "/slow" ? 500 : 0);
  });
  whenToldToEnd(() => server.close(() => {
    console.log("closed", number);
    if (process.env.STAYS !== number) process.exit(0);
  }));
  const port = Number(process.env.PORT);
  server.listen({ port, host: "127.0.0.1", ...SHARED_PORT }, () => tellListening(server.address().port));
  setInterval(() => {}, 1000);
}
`;

async function start(t: TestContext, env: NodeJS.ProcessEnv = {}) {
  const folder = await mkdtemp(join(tmpdir(), "kanaat-cluster-"));
  const program = join(folder, "program.mjs");
  await writeFile(program, PROGRAM);
  const child = spawn(process.execPath, [program], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
    detached: true,
  });
  const group = -(child.pid ?? 0);
  const ended = once(child, "exit");
  // The processes that it started hold its output open.
  const allEnded = once(child.stdout, "close");
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  t.after(async () => {
    try {
      process.kill(group, "SIGKILL");
    } catch {
      // They have ended already.
    }
    await rm(folder, { recursive: true });
  });
  const count = (text: RegExp) => output.match(new RegExp(text, "gm"))?.length ?? 0;
  const until = async (text: RegExp, times = 1) => {
    while (count(text) < times) await sleep(10);
  };
  const portOf = () => /port (\d+)/.exec(output)?.[1];
  const ask = async (path = "/"): Promise<string> => {
    const port = portOf();
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    get(`http://127.0.0.1:${port}${path}`, { agent: false }, (response) => {
      let body = "";
      response.on("data", (part) => {
        body += part;
      });
      response.on("end", () => resolve(body));
    }).on("error", reject);
    return promise;
  };
  const serving = async (times: number) => {
    const pids = new Set<string>();
    while (pids.size < times) pids.add(await ask());
    return [...pids].map(Number);
  };
  return {
    child,
    group,
    ended,
    allEnded,
    until,
    count,
    ask,
    serving,
    portOf,
    output: () => output,
  };
}

it("processes serve on one port, the first one first (R273)", async (t) => {
  const { until, serving, output } = await start(t);
  await until(/started/, 3);
  assert.match(output(), /^started 0 \d+\nport \d+\n/);
  assert.equal((await serving(3)).length, 3);
});

it("a message has reached all processes when its sender continues (R273)", async (t) => {
  const { until, serving, ask } = await start(t);
  await until(/started/, 3);
  await serving(3);
  for (let round = 0; round < 20; round++) {
    const names = `a${round},b${round}`;
    const teller = await ask(`/tell/${names}`);
    const heard = new Set<string>();
    while (heard.size < 2) {
      const [pid = "", told] = (await ask("/told")).split(" ");
      if (pid === teller) continue;
      assert.equal(told, names);
      heard.add(pid);
    }
  }
});

it("a process that dies is started again under its number, and the others keep running (R273)", async (t) => {
  const { until, serving, ask } = await start(t);
  await until(/started/, 3);
  const [one = 0] = await serving(3);
  process.kill(one, "SIGKILL");
  // Its connections are cut, and no client is left waiting.
  for (let i = 0; i < 20; i++) await ask().catch(() => undefined);
  await until(/^Process \d ended \(SIGKILL\) and is started again in \d\.\d s\.$/);
  await until(/started/, 4);
  const now = await serving(3);
  assert.equal(now.includes(one), false);
});

it("a process that keeps failing is started again with growing pauses (R273)", async (t) => {
  const { until, output, serving } = await start(t, { FAILS: "1" });
  await until(/Process 1 ended/, 4);
  const pauses = [...output().matchAll(/again in ([\d.]+) s/g)].map(([, s]) => Number(s));
  // Doubled each time, and shortened or lengthened by up to a half.
  assert.ok((pauses[3] ?? 0) >= 1, pauses.join());
  assert.equal((await serving(2)).length, 2);
});

it("a process that the system cannot start is tried again, the first one too (R356)", async (t) => {
  const { EAGAIN, ENOMEM, EMFILE } = constants.errno;
  const failures = [EAGAIN, ENOMEM, EMFILE, 0, ENOMEM, EAGAIN];
  const { until, serving, output } = await start(t, { FAILED_FORKS: failures.join() });
  await until(/^started/, 3);
  assert.equal((await serving(3)).length, 3);
  const said = [
    ...output().matchAll(/^Process (\d) could not be started \((\w+)\) and is started again/gm),
  ].map(([, number, code]) => `${number} ${code}`);
  assert.deepEqual(said.slice(0, 3), ["0 EAGAIN", "0 ENOMEM", "0 EMFILE"]);
  assert.deepEqual(new Set(said.slice(3)), new Set(["1 ENOMEM", "2 EAGAIN"]));
});

it("none starts where the port is taken by another installation", async (t) => {
  const first = await start(t);
  await first.until(/started/, 3);
  const second = await start(t, { PORT: first.portOf() });
  assert.deepEqual(await second.ended, [4, null]);
  assert.equal(second.output(), "EADDRINUSE\n");
});

it("all end with the code of the first one, if that cannot start (R273)", async (t) => {
  const { ended, count } = await start(t, { FAILS: "0" });
  assert.deepEqual(await ended, [3, null]);
  assert.equal(count(/started/), 1);
});

for (const whom of ["the supervisor", "all of them"]) {
  it(`they finish requests when ${whom} gets SIGTERM, and exit with 0`, async (t) => {
    const { until, child, group, ended, ask, serving, count } = await start(t);
    await until(/started/, 3);
    await serving(3);
    const slow = Array.from({ length: 20 }, () => ask("/slow"));
    await sleep(100);
    process.kill(whom === "all of them" ? group : (child.pid ?? 0), "SIGTERM");
    for (const answer of await Promise.all(slow)) assert.match(answer, /^\d+$/);
    assert.deepEqual(await ended, [0, null]);
    assert.equal(count(/closed/), 3);
  });
}

it("they end in order when the supervisor is killed (R273)", async (t) => {
  const { until, child, allEnded, serving, ask, count } = await start(t);
  await until(/started/, 3);
  await serving(3);
  const slow = ask("/slow");
  await sleep(100);
  child.kill("SIGKILL");
  assert.ok(Number(await slow) > 0);
  await allEnded;
  assert.equal(count(/closed/), 3);
});

it("one that does not end is killed within ten seconds (R273)", async (t) => {
  const { until, child, ended, allEnded, serving } = await start(t, { STAYS: "2" });
  await until(/started/, 3);
  await serving(3);
  child.kill("SIGTERM");
  assert.deepEqual(await ended, [1, null]);
  await allEnded;
});
