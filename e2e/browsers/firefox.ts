import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Browser } from "./journey.ts";

const PREFERENCES = {
  "privacy.resistFingerprinting": true,
  "datareporting.policy.dataSubmissionEnabled": false,
};

/** Firefox by WebDriver BiDi, hiding from being recognised; `preload` runs before every page. */
export async function openFirefox(preload: string): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), "kanaat-firefox-"));
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref("${name}", ${value});`,
  );
  writeFileSync(join(profile, "user.js"), lines.join("\n"));
  const args = ["--headless", "--remote-debugging-port", "0", "--profile", profile, "about:blank"];
  const firefox = spawn("firefox-esr", args, { stdio: ["ignore", "ignore", "pipe"] });
  const socket = new WebSocket(`${await announced(firefox)}/session`);
  await once(socket, "open");
  let calls = 0;
  const waiting = new Map<number, (answer: { result?: unknown; message?: string }) => void>();
  socket.addEventListener("message", ({ data }) => {
    const answer = JSON.parse(String(data));
    waiting.get(answer.id)?.(answer);
  });
  async function send<T>(method: string, params: object): Promise<T> {
    calls += 1;
    const id = calls;
    const { promise, resolve } = Promise.withResolvers<{ result?: unknown; message?: string }>();
    waiting.set(id, resolve);
    socket.send(JSON.stringify({ id, method, params }));
    const { result, message } = await promise;
    if (result === undefined) throw new Error(`${method}: ${message}`);
    return result as T;
  }

  await send("session.new", { capabilities: {} });
  const { contexts } = await send<{ contexts: { context: string }[] }>(
    "browsingContext.getTree",
    {},
  );
  const context = contexts[0]?.context;
  await send("script.addPreloadScript", { functionDeclaration: preload });
  return {
    open: async (url) => {
      await send("browsingContext.navigate", { context, url, wait: "complete" });
    },
    run: async (source) => {
      const expression = `JSON.stringify((() => { ${source} })() ?? null)`;
      const answer = await send<{
        result?: { value: string };
        exceptionDetails?: { text: string };
      }>("script.evaluate", { expression, target: { context }, awaitPromise: false });
      if (!answer.result) throw new Error(answer.exceptionDetails?.text);
      return JSON.parse(answer.result.value);
    },
    close: async () => {
      const ended = once(firefox, "exit");
      firefox.kill("SIGKILL");
      await ended;
    },
  };
}

async function announced(firefox: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: firefox.stderr as NodeJS.ReadableStream })) {
    const address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
    if (address) return address;
  }
  throw new Error("Firefox ended before it listened.");
}
