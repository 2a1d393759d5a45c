// Connections that are reset, half-closed or destroyed at any byte, and a visitor at the same time:
//   npm run bench:peers -- --connections 100000 [--sabotage]
// They are divided among the settings of TRUST_PROXY. Promised: the same process throughout, nothing
// in its log, as many open handles as before, at most 200 MB more memory, and an answer to each of the
// visitor's calls. --sabotage makes connections without an address throw; the harness must report it.
// Rules: R309.
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { listSurveys } from "#contract/endpoints/surveys.ts";
import { createApi } from "#testing/api.ts";
import { createInstance } from "#testing/instance.ts";
import { signUp } from "#testing/people.ts";
import { sendRudePeers } from "#testing/rude-peers.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";
import { publishSurvey } from "#testing/surveys.ts";

const { values } = parseArgs({
  options: {
    connections: { type: "string", default: "100000" },
    sabotage: { type: "boolean", default: false },
  },
});
const SETTINGS = ["off", "on", "loopback", "127.0.0.0/9, 10.0.0.1"];
const AT_ONCE = 100;
const MORE_MAX = 200_000_000;
/** A number of handles that is stable for this long counts as the minimum. */
const SETTLED_AFTER_S = 8;
const preload = values.sabotage
  ? join(import.meta.dirname, "../sabotage/no-address-is-a-fault.ts")
  : undefined;
const found = new Set<string>();

for (const [seed, trustProxy] of SETTINGS.entries()) {
  await tryPeers(trustProxy, seed, Math.ceil(Number(values.connections) / SETTINGS.length));
}
for (const line of found) console.error(`BROKEN: ${line}`);
console.log(found.size === 0 ? "peers: every promise held" : `peers: ${found.size} broken`);
// A reset that fails leaves a handle, which would keep the process.
process.exit(found.size === 0 ? 0 : 1);

async function tryPeers(trustProxy: string, seed: number, connections: number): Promise<void> {
  const broken = (what: string) => found.add(`TRUST_PROXY=${trustProxy}: ${what}`);
  const instance = await createInstance("sqlite");
  const env = { TRUST_PROXY: trustProxy, LOG_LEVEL: "error", ACCESS_LOG: "off" };
  const onLine = (line: string) => broken(`logged ${line.slice(0, 300)}`);
  const server = new ServerProcess(instance, { preload, env, onLine });
  await server.start();
  const api = createApi(server.url, fetch);
  const owner = await signUp(api);
  const survey = await publishSurvey(api, owner);
  const port = Number(new URL(server.url).port);
  const peers = { port, token: owner.token, survey: survey.id, atOnce: AT_ONCE };
  // Caches, statements and compiled code must exist before the first measurement.
  await sendRudePeers({ ...peers, connections: 5000, seed: seed + 1000 });
  const handles = await settled(server, 0);
  const before = { pid: server.pid, memory: server.memory() };

  const begun = performance.now();
  let over = false;
  let visits = 0;
  const visitor = (async () => {
    while (!over && server.running) {
      const { status } = await api.call(listSurveys).catch(() => ({ status: 0 }));
      if (status !== 200) broken(`a visitor got ${status}`);
      visits += 1;
      await sleep(20);
    }
  })();
  await sendRudePeers({ ...peers, connections, seed });
  over = true;
  await visitor;
  const seconds = (performance.now() - begun) / 1000;
  if (!server.running || server.pid !== before.pid) {
    broken("the process ended");
  } else {
    const left = await settled(server, handles);
    const more = Math.round((server.memory() - before.memory) / 1e6);
    if (left > handles) broken(`${left - handles} more handles are open`);
    if (more * 1e6 > MORE_MAX) broken(`${more} MB more`);
    console.log(
      `TRUST_PROXY=${trustProxy}: ${connections} connections in ${seconds.toFixed(0)} s, ` +
        `process ${before.pid} throughout, ${handles} handles before and ${left} after, ` +
        `${more} MB more, ${visits} visits`,
    );
    await server.stop();
  }
  await instance.atEnd.disposeAsync();
}

/** The number of open handles once it is at most `before`, or the lowest that it reaches. */
async function settled(server: ServerProcess, before: number): Promise<number> {
  let least = server.openHandles();
  for (let unchanged = 0; least > before && unchanged < SETTLED_AFTER_S; unchanged += 0.2) {
    await sleep(200);
    const now = server.openHandles();
    if (now < least) [least, unchanged] = [now, 0];
  }
  return least;
}
