import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "#testing/free-port.ts";
import type { Browser } from "./journey.ts";

/** WebKitGTK by its WebDriver, on a screen that nobody sees. */
export async function openWebKit(): Promise<Browser> {
  const port = await freePort();
  const args = ["-a", "WebKitWebDriver", `--port=${port}`];
  const driver = spawn("xvfb-run", args, { stdio: "ignore", detached: true });
  async function send<T>(method: string, path: string, body?: object): Promise<T> {
    const url = `http://127.0.0.1:${port}${path}`;
    const answer = await fetch(url, { method, body: body ? JSON.stringify(body) : null });
    const { value } = (await answer.json()) as { value: T };
    if (!answer.ok) throw new Error(JSON.stringify(value));
    return value;
  }
  for (let wait = 0; wait < 100; wait++) {
    if (await send("GET", "/status").then(Boolean, () => false)) break;
    await sleep(100);
  }
  const capabilities = { alwaysMatch: {} };
  const { sessionId } = await send<{ sessionId: string }>("POST", "/session", { capabilities });
  const session = `/session/${sessionId}`;
  return {
    open: (url) => send("POST", `${session}/url`, { url }),
    run: (script) => send("POST", `${session}/execute/sync`, { script, args: [] }),
    close: async () => {
      await send("DELETE", session);
      const ended = once(driver, "exit");
      process.kill(-(driver.pid ?? 0), "SIGTERM");
      await ended;
    },
  };
}
