// Pictures made to take memory, many at once:
//   npm run bench:bombs -- --at-once 50 [--sabotage]
// Promised: each is kept or refused, and memory grows by 300 MB at most. --sabotage decodes all of
// them at once; the harness must then report it.
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import sharp, { type Sharp } from "sharp";
import { updateAccount } from "#contract/account.ts";
import { createApi } from "#testing/api.ts";
import { createInstance } from "#testing/instance.ts";
import { signUp } from "#testing/people.ts";
import { ServerProcess } from "#testing/server-process.ts";

const { values } = parseArgs({
  options: {
    "at-once": { type: "string", default: "10" },
    sabotage: { type: "boolean", default: false },
  },
});
const AT_ONCE = Number(values["at-once"]);
const MORE_MAX = 300_000_000;
const SAMPLE_MS = 20;

const square = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: "#336699" } });

/** At most as large as a picture may be, each dear to decode in its own way. */
const BOMBS: Record<string, () => Sharp> = {
  "PNG of 39 megapixels": () => square(6300).png(),
  "interlaced PNG of 39 megapixels": () => square(6300).png({ progressive: true }),
  "progressive JPEG of 39 megapixels, 4:2:0": () => square(6300).jpeg({ progressive: true }),
  "progressive JPEG of 39 megapixels, 4:4:4": () =>
    square(6300).jpeg({ progressive: true, chromaSubsampling: "4:4:4" }),
  "progressive JPEG of 32 megapixels, 4:4:4": () =>
    square(5700).jpeg({ progressive: true, chromaSubsampling: "4:4:4" }),
};

const instance = await createInstance("sqlite");
const preload = values.sabotage
  ? join(import.meta.dirname, "../sabotage/no-decode-limit.ts")
  : undefined;
const server = new ServerProcess(instance, { preload, env: { LOG_LEVEL: "error" } });
await server.start();
const api = createApi(server.url, fetch);
const { token } = await signUp(api);

async function upload(bytes: Buffer, times: number): Promise<Record<string, number>> {
  const tally: Record<string, number> = {};
  const image = new File([new Uint8Array(bytes)], "resim");
  await Promise.all(
    Array.from({ length: times }, async () => {
      const { status, problem } = await api.call(updateAccount, { token, body: { image } });
      const what = status === 200 ? "kept" : `${status} ${problem.code}`;
      tally[what] = (tally[what] ?? 0) + 1;
    }),
  );
  return tally;
}

// What is kept to be quick is filled first.
await upload(await square(500).png().toBuffer(), AT_ONCE);
await sleep(1000);
const before = server.memory();
let most = before;
const found: string[] = [];
for (const [name, bomb] of Object.entries(BOMBS)) {
  const bytes = await bomb().toBuffer();
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, server.memory());
  }, SAMPLE_MS);
  const tally = await upload(bytes, AT_ONCE);
  clearInterval(watch);
  most = Math.max(most, peak);
  const more = Math.round((peak - before) / 1e6);
  console.log(`${AT_ONCE} × ${name}: ${JSON.stringify(tally)}, +${more} MB at most`);
  for (const what of Object.keys(tally)) {
    if (what !== "kept" && !what.startsWith("422")) found.push(`${name}: ${what}`);
  }
}
if (most - before > MORE_MAX) found.push(`memory grew by ${Math.round((most - before) / 1e6)} MB`);
await server.kill();
await instance.atEnd.disposeAsync();
for (const line of found) console.error(`BROKEN: ${line}`);
console.log(found.length === 0 ? "bombs: every promise held" : `bombs: ${found.length} broken`);
process.exitCode = found.length === 0 ? 0 : 1;
