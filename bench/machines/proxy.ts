import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "#testing/free-port.ts";

/** HAProxy before these servers, with the health check and the affinity that docs/operations.md recommends. */
export async function startProxy(atEnd: AsyncDisposableStack, servers: string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "kanaat-proxy-"));
  atEnd.defer(() => rmSync(folder, { recursive: true }));
  const port = await freePort();
  const file = join(folder, "haproxy.cfg");
  const lines = servers.map(
    (url, i) => `  server s${i} ${new URL(url).host.replace("localhost", "127.0.0.1")} check`,
  );
  writeFileSync(
    file,
    `
global
  maxconn 4000
defaults
  mode http
  timeout connect 1s
  timeout client 30s
  timeout server 30s
  retries 3
  option redispatch 1
  retry-on conn-failure empty-response
frontend site
  bind 127.0.0.1:${port}
  default_backend servers
backend servers
  balance hdr(authorization)
  hash-type consistent
  option httpchk GET /readyz
  default-server inter 200ms fall 1 rise 1
${lines.join("\n")}
`,
  );
  const child: ChildProcess = spawn("haproxy", ["-db", "-f", file], { stdio: "ignore" });
  const failed = once(child, "error").then(([error]) => {
    throw error;
  });
  atEnd.defer(() => void child.kill("SIGKILL"));
  await Promise.race([failed, sleep(1000)]);
  return `http://127.0.0.1:${port}`;
}
