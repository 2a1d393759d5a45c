// Many simultaneous pictures made to consume memory or time:
//   npm run bench:bombs -- --at-once 50 [--sabotage no-decode-turns | unfair-decode-turns | no-picture-inspection]
// Promised: each is kept or refused, none takes more than two seconds, memory grows by at most 300 MB,
// decoders included, and while twenty of any kind from different people are processed, an ordinary
// picture is kept within three seconds. --sabotage names what is broken on purpose; the harness must
// then report it.
// Rules: R169, R221, R222, R223.
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { updateAccount } from "#contract/endpoints/account.ts";
import { createApi } from "#testing/api.ts";
import { createInstance } from "#testing/instance.ts";
import { signUp } from "#testing/people.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";
import { bombs, square } from "./bomb-pictures.ts";

const { values } = parseArgs({
  options: {
    "at-once": { type: "string", default: "10" },
    sabotage: { type: "string" },
  },
});
const AT_ONCE = Number(values["at-once"]);
const MORE_MAX = 300_000_000;
const EACH_MAX_MS = 2000;
const ORDINARY_MAX_MS = 3000;
const BESIDE_ORDINARY = 20;
const SAMPLE_MS = 20;

const instance = await createInstance("sqlite");
const preload = values.sabotage
  ? join(import.meta.dirname, `../sabotage/${values.sabotage}.ts`)
  : undefined;
const server = new ServerProcess(instance, { preload, env: { LOG_LEVEL: "error" } });
await server.start();
const api = createApi(server.url, fetch);
const sender = await signUp(api);
const other = await signUp(api);
const crowd = await Promise.all(Array.from({ length: BESIDE_ORDINARY }, () => signUp(api)));

async function upload(token: string, bytes: Buffer, times = 1): Promise<Record<string, number>> {
  const tally: Record<string, number> = {};
  const image = new File([new Uint8Array(bytes)], "resim");
  await Promise.all(
    Array.from({ length: times }, async () => {
      const what = await api.call(updateAccount, { token, body: { image } }).then(
        ({ status, problem }) => (status === 200 ? "kept" : `${status} ${problem.code}`),
        () => "cut off",
      );
      tally[what] = (tally[what] ?? 0) + 1;
    }),
  );
  return tally;
}

/** The time, in milliseconds, until a picture like a phone's is kept. */
async function timeOrdinary(): Promise<number> {
  const start = performance.now();
  await upload(other.token, ordinary);
  return performance.now() - start;
}

const ordinary = await square(1600).jpeg().toBuffer();
// Caches are filled first.
await upload(sender.token, ordinary, AT_ONCE);
await sleep(1000);
const before = server.memory();
let most = before;
const found: string[] = [];
for (const [name, { bytes, mustBe }] of Object.entries(await bombs())) {
  const start = performance.now();
  await upload(sender.token, bytes);
  const each = performance.now() - start;
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, server.memory());
  }, SAMPLE_MS);
  const tally = await upload(sender.token, bytes, AT_ONCE);
  clearInterval(watch);
  most = Math.max(most, peak);
  const twenty = Promise.all(crowd.map(({ token }) => upload(token, bytes)));
  await sleep(300);
  const waited = await timeOrdinary();
  await twenty;
  const more = Math.round((peak - before) / 1e6);
  const times = `one ${Math.round(each)} ms, an ordinary one beside ${Math.round(waited)} ms`;
  console.log(`${AT_ONCE} × ${name}: ${JSON.stringify(tally)}, +${more} MB at most, ${times}`);
  for (const what of Object.keys(tally)) {
    const became = what.startsWith("422") ? "refused" : what;
    const isPromised = became === "kept" || became === "refused";
    if (!isPromised || (mustBe && became !== mustBe)) found.push(`${name}: ${what}`);
  }
  if (each > EACH_MAX_MS) found.push(`${name}: took ${Math.round(each)} ms`);
  if (waited > ORDINARY_MAX_MS)
    found.push(`${name}: kept an ordinary one ${Math.round(waited)} ms`);
}
if (most - before > MORE_MAX) found.push(`memory grew by ${Math.round((most - before) / 1e6)} MB`);
await server.kill();
await instance.atEnd.disposeAsync();
for (const line of found) console.error(`BROKEN: ${line}`);
console.log(found.length === 0 ? "bombs: every promise held" : `bombs: ${found.length} broken`);
process.exitCode = found.length === 0 ? 0 : 1;
