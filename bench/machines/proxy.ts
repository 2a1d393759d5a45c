import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "#testing/free-port.ts";

/** Starts HAProxy with `deploy/haproxy.cfg` in front of these servers; returns its address. */
export async function startProxy(atEnd: AsyncDisposableStack, servers: string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "kanaat-proxy-"));
  atEnd.defer(() => rmSync(folder, { recursive: true }));
  const [port, metricsPort] = [await freePort(), await freePort()];
  const file = join(folder, "haproxy.cfg");
  const lines = servers.map(
    (url, i) => `server web${i} ${new URL(url).host.replace("localhost", "127.0.0.1")}`,
  );
  const shipped = readFileSync(join(import.meta.dirname, "../../deploy/haproxy.cfg"), "utf8");
  const ours = shipped
    // No more files than the current user may open.
    .replace("maxconn 20000", "maxconn 4000")
    .replace("bind :80\n", `bind 127.0.0.1:${port}\n`)
    .replace("bind 127.0.0.1:8404", `bind 127.0.0.1:${metricsPort}`)
    .replace(/server web1 .*\n(\s+server web\d .*\n)*/g, `${lines.join("\n  ")}\n`);
  writeFileSync(file, ours);
  const child: ChildProcess = spawn("haproxy", ["-db", "-f", file], { stdio: "ignore" });
  const failed = Promise.race([once(child, "error"), once(child, "exit")]).then(([why]) => {
    throw why instanceof Error ? why : new Error("HAProxy does not start.");
  });
  atEnd.defer(() => void child.kill("SIGKILL"));
  await Promise.race([failed, sleep(1000)]);
  return `http://127.0.0.1:${port}`;
}
