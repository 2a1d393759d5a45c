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

/** A registry that reports one vulnerability in a package, or does not answer audits. */
async function registry(t: TestContext, vulnerable?: { name: string; severity: string }) {
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    if (!vulnerable || request.method !== "POST") return response.writeHead(404).end("{}");
    const { name, severity } = vulnerable;
    const advisory = { id: 1, url: "x", title: "x", severity, vulnerable_versions: "*" };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ [name]: [advisory] }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Audits with a separate cache, since npm caches what registries answer. */
async function audit(
  t: TestContext,
  known?: { name: string; severity: string },
): Promise<{ code: number; output: string }> {
  const address = await registry(t, known);
  const cache = mkdtempSync(join(tmpdir(), "kanaat-audit-"));
  t.after(() => rmSync(cache, { recursive: true }));
  const child = spawn(process.execPath, [join(import.meta.dirname, "audit.ts")], {
    cwd: join(import.meta.dirname, ".."),
    env: { ...process.env, npm_config_registry: address, npm_config_cache: cache },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  return { code, output };
}

describe("known vulnerabilities", () => {
  it("of what runs fail, however low", async (t) => {
    const { code, output } = await audit(t, { name: "fastify", severity: "low" });
    assert.match(output, /^low: fastify/m);
    assert.equal(code, 1);
  });

  it("of a tool fail from high on", async (t) => {
    const low = await audit(t, { name: "axe-core", severity: "moderate" });
    assert.match(low.output, /^moderate: axe-core .*\(a tool\)/m);
    assert.equal(low.code, 0);
    const high = await audit(t, { name: "axe-core", severity: "high" });
    assert.equal(high.code, 1);
  });

  it("are skipped, and reported as skipped, where no registry responds (R225)", async (t) => {
    assert.deepEqual(await audit(t), {
      code: 0,
      output: "skipped: the registry offers no audits\n",
    });
  });
});
