import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { brotliCompressSync } from "node:zlib";
import fastify from "fastify";
import { DAY_MS } from "#contract/durations.ts";
import { handleErrors } from "#server/http/routing/problem.ts";
import type { MaintenanceJob, Stage } from "#server/maintenance/maintenance.ts";
import { runMaintenance } from "#server/maintenance/maintenance.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";
import { serveAssets } from "./assets.ts";

/** A server with the assets of one release, on the database of `kanaat`. */
async function release(t: TestContext, { db, clock }: TestApp, files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), "assets-"));
  t.after(() => rm(folder, { recursive: true }));
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, name), content);
    if (name.endsWith(".js")) {
      await writeFile(join(folder, `${name}.br`), brotliCompressSync(content));
    }
  }
  const app = fastify();
  handleErrors(app, db, () => undefined);
  const jobs: MaintenanceJob[] = [];
  await serveAssets(app, { db, jobs }, folder);
  const signal = new AbortController().signal;
  return {
    get: (name: string, headers = {}) => app.inject({ url: `/assets/${name}`, headers }),
    run: (stage: Stage) => runMaintenance(jobs, { clock, log: app.log, signal }, [stage]),
  };
}

describe("the assets of a release", () => {
  it("are served by its neighbours too, unless no server has them", async (t) => {
    const kanaat = await testApp(t);
    const old = await release(t, kanaat, { "app-old1.js": "old()", "font-1.woff2": "letters" });
    const recent = await release(t, kanaat, {
      "app-new1.js": "recent()",
      "font-1.woff2": "letters",
    });
    await Promise.all([old.run("start"), recent.run("start")]);

    for (const [server, name, code] of [
      [old, "app-new1.js", "recent()"],
      [recent, "app-old1.js?x=1", "old()"],
    ] as const) {
      const plain = await server.get(name);
      assert.equal(plain.statusCode, 200);
      assert.equal(plain.body, code);
      assert.match(`${plain.headers["content-type"]}`, /^text\/javascript/);
      assert.match(`${plain.headers["cache-control"]}`, /max-age=31536000, immutable/);
      const small = await server.get(name, { "accept-encoding": "gzip, br" });
      assert.equal(small.headers["content-encoding"], "br");
      assert.deepEqual(small.rawPayload, brotliCompressSync(code));
    }
    for (const name of ["app-new1.js", "app-old1.js"]) {
      for (const accepted of ["br;Q=0", "gzip;q=0, BR ; q=0.0", "*;q=0"]) {
        const refused = await recent.get(name, { "accept-encoding": accepted });
        assert.equal(refused.headers["content-encoding"], undefined, `${name} ${accepted}`);
      }
      const { headers } = await recent.get(name, { "accept-encoding": "gzip;q=0, *" });
      assert.equal(headers["content-encoding"], "br", name);
    }
    for (const name of [
      "app-none.js",
      "app-new1.js.br",
      "%2e%2e/app-new1.js",
      "app-new1",
      "%E0%A4%A",
    ]) {
      assert.ok([400, 404].includes((await old.get(name)).statusCode), name);
    }
  });

  it("are kept for thirty days after it was last started", async (t) => {
    const kanaat = await testApp(t);
    const old = await release(t, kanaat, { "app-old2.js": "old()" });
    const recent = await release(t, kanaat, { "app-new2.js": "recent()" });
    await old.run("start");
    kanaat.clock.advance(20 * DAY_MS);
    await recent.run("start");
    kanaat.clock.advance(10 * DAY_MS);
    await recent.run("cleanup");
    assert.equal((await recent.get("app-old2.js")).statusCode, 200);
    kanaat.clock.advance(1);
    await recent.run("cleanup");
    assert.equal((await recent.get("app-old2.js")).statusCode, 404);
    assert.equal((await old.get("app-new2.js")).statusCode, 200);
  });
});
