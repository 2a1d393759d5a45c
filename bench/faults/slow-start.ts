// Starts on a tenth of a processor, with one process, and on PostgreSQL with two:
//   npm run bench:slow-start -- --starts 5 --share 0.1 --engine both [--sabotage]
// Promised: `npm start` succeeds however long it takes, prints what it is waiting for, answers the home
// page, a survey with pictures and a vote, and ends with 0 on SIGTERM, together with all that it has
// started. --sabotage gives the first page three seconds; the harness must then report failed starts.

import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { parseArgs } from "node:util";
import { MINUTE_MS } from "#contract/durations.ts";
import { createApi } from "#testing/api.ts";
import { freePort } from "#testing/free-port.ts";
import { createInstance, type Engine } from "#testing/instance.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { enginesOf, providePostgres } from "../engines.ts";
import { createSlowProcessor } from "../slow-processor.ts";

const { values } = parseArgs({
  options: {
    starts: { type: "string", default: "5" },
    share: { type: "string" },
    engine: { type: "string" },
    sabotage: { type: "boolean", default: false },
  },
});
/** With a tenth, the first page sometimes takes less than the sabotage's three seconds. */
const SHARE = Number(values.share ?? (values.sabotage ? "0.04" : "0.1"));
/** For the whole run of one start, so that a start that hangs ends the bench. */
const HANGS_AFTER_MS = 10 * MINUTE_MS;
const SABOTAGE = ["--import", "./bench/sabotage/impatient-first-page.ts"];
const COMMAND = values.sabotage
  ? ["node", "scripts/setup.mjs", "--build", ...SABOTAGE, "server/main.ts"]
  : ["npm", "start"];

/** The timed steps, in order; `rest` lasts until everything that was started has ended. */
const STEPS = ["ready", "home", "account", "survey", "vote", "end", "rest"] as const;
type Step = (typeof STEPS)[number];

interface Setup {
  engine: Engine;
  workers: number;
}

/** The duration of one start, in seconds by step, and its output before it was ready. */
interface Start {
  seconds: Partial<Record<Step, number>>;
  said: string[];
  failure?: string;
}

const methods = new Set<string>();

async function startOnce({ engine, workers }: Setup): Promise<Start> {
  const instance = await createInstance(engine);
  const slow = createSlowProcessor(SHARE);
  methods.add(slow.method);
  const port = await freePort();
  const [command = "", ...args] = COMMAND;
  const begun = performance.now();
  const child = slow.spawn(command, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      ...{ HOST: "127.0.0.1", PORT: String(port), WORKERS: String(workers) },
      ...{ DATA_DIR: instance.dataDir, DATABASE_URL: instance.databaseUrl ?? "" },
      LOG_LEVEL: "warn",
    },
  });
  const start: Start = { seconds: {}, said: [] };
  const hanging = setTimeout(() => {
    for (const pid of slow.running()) process.kill(pid, "SIGKILL");
  }, HANGS_AFTER_MS);
  const exit = once(child, "exit");
  let since = begun;
  const note = (step: Step) => {
    start.seconds[step] = (performance.now() - since) / 1000;
    since = performance.now();
  };
  try {
    await ready(child, exit, start);
    note("ready");
    await use(`http://127.0.0.1:${port}`, note);
  } catch (error) {
    start.failure = String(error);
  }
  // The signal would end npm itself immediately, before the exit code is known.
  for (const pid of slow.running()) if (isLauncher(pid)) process.kill(pid, "SIGTERM");
  const [code, signal] = await exit;
  note("end");
  if (code !== 0) start.failure ??= `ended with ${signal ?? code}`;
  await slow.end();
  note("rest");
  clearTimeout(hanging);
  await instance.atEnd.disposeAsync();
  return start;
}

/** Resolves once the product has printed its address. */
function ready(child: ChildProcess, exit: Promise<unknown[]>, { said }: Start): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  void exit.then(([code]) => reject(new Error(`ended with ${code} before it listened`)));
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream as Readable }).on("line", (line) => {
      if (/http:\/\/localhost:\d+/.test(line)) resolve();
      // npm repeats the command.
      else if (line !== "" && !line.startsWith("> ")) said.push(line);
    });
  }
  return promise;
}

async function use(url: string, note: (step: Step) => void): Promise<void> {
  const page = await fetch(url);
  const html = await page.text();
  if (page.status !== 200) throw new Error(`the home page was ${page.status}`);
  if (html.includes("data-shell")) throw new Error("the home page came without its content");
  note("home");
  const api = createApi(url, fetch);
  const owner = await signUp(api);
  note("account");
  const survey = await publishSurvey(api, owner);
  note("survey");
  await voteFor(api, owner, survey, 0);
  note("vote");
}

/** Whether this is the process that npm starts, which starts the server and forwards signals. */
function isLauncher(pid: number): boolean {
  try {
    return /^node\0scripts\/setup\.mjs\0/.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"));
  } catch {
    return false;
  }
}

function row({ engine, workers }: Setup, number: number, { seconds, said, failure }: Start) {
  return {
    engine,
    workers,
    start: number,
    ...Object.fromEntries(STEPS.map((step) => [step, seconds[step]?.toFixed(1) ?? "-"])),
    said: said.length,
    failure: failure ?? "",
  };
}

const engines = enginesOf(values.engine);
const endPostgres = engines.includes("postgres") ? await providePostgres() : () => undefined;
// Several processes need PostgreSQL.
const setups = engines.flatMap((engine) =>
  (engine === "postgres" ? [1, 2] : [1]).map((workers) => ({ engine, workers })),
);
const rows = await Promise.all(
  setups.map(async (setup) => {
    const starts = [];
    for (let number = 1; number <= Number(values.starts); number++) {
      const start = await startOnce(setup);
      starts.push(row(setup, number, start));
      const name = `${setup.engine}, WORKERS=${setup.workers}, start ${number}`;
      console.log(`${name}: ${start.failure ?? "held"}`);
      for (const line of start.said) console.log(`  ${line}`);
    }
    return starts;
  }),
);
endPostgres();
console.log(`${SHARE * 100} % of a processor by ${[...methods].join()}`);
console.table(rows.flat());
const failed = rows.flat().filter(({ failure }) => failure !== "");
console.log(
  failed.length === 0 ? "slow start: every promise held" : `slow start: ${failed.length} broken`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
