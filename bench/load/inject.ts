// What real requests cost a server that also handles requests made within its own process, as by
// fastify's `inject`, compared with one that does not; why pages call the API without HTTP:
//   npm run bench:inject -- --rounds 5
import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import fastify from "fastify";
import { median } from "../median.ts";
import { fire, requireWrk } from "./wrk.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    serve: { type: "string" },
  },
});
const INJECTED = 3000;
const CONNECTIONS = 64;
/** The server uses it too: without it, half of all processes are slow by chance. */
const WORKAROUND = ["--import", "./server/processes/next-tick-workaround.ts"];

async function serve(injected: number): Promise<void> {
  const app = fastify();
  app.get("/", async () => ({ question: "Sabah ne içersiniz?" }));
  app.get("/spent", async () => process.cpuUsage());
  for (let i = 0; i < injected; i++) await app.inject("/");
  console.log(await app.listen({ port: 0, host: "127.0.0.1" }));
  process.stdin.resume().on("end", () => process.exit());
}

/** Processor time per request in microseconds, in a separate process. */
async function measure(injected: number): Promise<number> {
  const args = [...WORKAROUND, import.meta.filename, "--serve", String(injected)];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const url = String((await once(child.stdout, "data"))[0]).trim();
  const spent = async () => {
    const usage = await (await fetch(`${url}/spent`)).json();
    return usage.user + usage.system;
  };
  const ask = (seconds: number) =>
    fire(url, [{ path: "/" }], { seconds, connections: CONNECTIONS });
  await ask(2);
  const before = await spent();
  const { answered } = await ask(2);
  const each = ((await spent()) - before) / answered;
  child.stdin.end();
  return each;
}

if (values.serve !== undefined) {
  await serve(Number(values.serve));
} else {
  requireWrk();
  const [none, some]: [number[], number[]] = [[], []];
  for (let round = 0; round < Number(values.rounds); round++) {
    none.push(await measure(0));
    some.push(await measure(INJECTED));
  }
  const ratio = (median(some) / median(none)).toFixed(2);
  console.log(
    `${median(none).toFixed(1)} µs a request, ${median(some).toFixed(1)} µs after ${INJECTED} made up in the process: ${ratio} times`,
  );
}
