import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, it, type TestContext } from "node:test";

interface Registry {
  /** The one package with a vulnerability. */
  known?: { name: string; severity: string };
  /** What it responds instead, or 0 to close the connection. */
  status?: number;
}

/** Starts a registry; returns its address, and how often it was asked for vulnerabilities. */
async function registry(t: TestContext, { known, status }: Registry) {
  let asked = 0;
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    if (request.url?.endsWith("/bulk")) asked += 1;
    if (status === 0) return request.socket.destroy();
    if (!known || request.method !== "POST") return response.writeHead(status ?? 404).end("{}");
    const { name, severity } = known;
    const advisory = { id: 1, url: "x", title: "x", severity, vulnerable_versions: "*" };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ [name]: [advisory] }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/`, asked: () => asked };
}

/** Audits with a separate cache, since npm caches what registries answer. */
async function audit(t: TestContext, of: Registry, env: NodeJS.ProcessEnv = {}) {
  const { address, asked } = await registry(t, of);
  const cache = mkdtempSync(join(tmpdir(), "kanaat-audit-"));
  t.after(() => rmSync(cache, { recursive: true }));
  const at = { npm_config_registry: address, npm_config_cache: cache };
  const child = spawn(process.execPath, [join(import.meta.dirname, "audit.ts")], {
    cwd: join(import.meta.dirname, ".."),
    env: { ...process.env, CI: "", npm_config_offline: "", ...at, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  return { code, output: output + errors, asked: asked() };
}

describe("known vulnerabilities", () => {
  it("of what runs fail, however low", async (t) => {
    const { code, output } = await audit(t, { known: { name: "fastify", severity: "low" } });
    assert.match(output, /^low: fastify/m);
    assert.equal(code, 1);
  });

  it("of a tool fail from high on", async (t) => {
    const low = await audit(t, { known: { name: "axe-core", severity: "moderate" } });
    assert.match(low.output, /^moderate: axe-core .*\(a tool\)/m);
    assert.equal(low.code, 0);
    const high = await audit(t, { known: { name: "axe-core", severity: "high" } });
    assert.equal(high.code, 1);
  });

  it("are skipped, also on CI, where the registry offers no audits (R225)", async (t) => {
    const { code, output } = await audit(t, { status: 405 }, { CI: "true" });
    assert.deepEqual([code, output], [0, "skipped: the registry offers no audits\n"]);
  });

  for (const status of [0, 503]) {
    it(`fail on CI where a registry twice ${status ? "is overloaded" : "does not respond"} (R225)`, async (t) => {
      const { code, output, asked } = await audit(t, { status }, { CI: "true" });
      const said = "No registry responded to two requests; npm test --offline skips the audit.\n";
      assert.deepEqual([code, output, asked], [1, said, 2]);
    });
  }

  it("are skipped elsewhere where no registry responds (R225)", async (t) => {
    const { code, output } = await audit(t, { status: 0 });
    assert.deepEqual([code, output], [0, "skipped: no registry responded\n"]);
  });

  it("are not asked for where npm is offline, also on CI (R225)", async (t) => {
    const env = { CI: "true", npm_config_offline: "true" };
    const { code, output, asked } = await audit(t, { status: 0 }, env);
    assert.deepEqual([code, output, asked], [0, "skipped: npm is offline\n", 0]);
  });
});
