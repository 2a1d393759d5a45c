// Floods of uncached pages and of every other kind of public address, and visitors at the same time:
//   npm run bench:pages -- --seconds 10 --engine both [--sabotage]
// Promised: while 30 or 100 connections constantly request new pages, others get answers from the API
// within 50 ms and pages within 500 ms (medians), at the flood's address and at another one, and none of
// theirs is refused. Visitors' times leave out what the server waited for a processor. Beside floods of any other kind, under the product's own limits, visitors of other
// networks get answers from the API within 50 ms (median). A core renders 500 uncached pages of 12 cards a
// second. --sabotage renders on the server's only thread; the harness must then report it.
// Rules: R238, R419.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Pool } from "undici";
import { createApi } from "#testing/api.ts";
import { createInstance, type Engine } from "#testing/instance.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";
import { enginesOf, providePostgres } from "../engines.ts";
import { newPage } from "../load/new-pages.ts";
import { median } from "../median.ts";
import { floodAddresses } from "./address-floods.ts";
import { createPeople, createPolls } from "./voting.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "10" },
    engine: { type: "string" },
    sabotage: { type: "boolean", default: false },
  },
});
const SECONDS = Number(values.seconds);
const FLOODS = [30, 100];
const API_MAX_MS = 50;
const PAGE_MAX_MS = 500;
const CARDS = 12;
const RENDERED_MIN = 500;
/** Measured before pages were rendered on separate threads (ADR-022). */
const RENDERED_FORMERLY = 230;
const TICKS_PER_SECOND = 100;
const [WARM_UP_PAGES, MEASURED_PAGES] = [2000, 2000];

const word = () => Math.random().toString(36).slice(2, 8);
const newSearchWithoutHits = () => `/surveys?q=${word()}`;

interface Sample {
  status: number;
  milliseconds: number;
  /** A document without its rendered page, as networks get that flood the server (R239). */
  isShell: boolean;
}

async function ask(pool: Pool, path: string, now: () => number): Promise<Sample> {
  const begun = now();
  try {
    const { statusCode, body } = await pool.request({ method: "GET", path });
    const isShell = (await body.text()).includes("data-shell");
    return { status: statusCode, milliseconds: now() - begun, isShell };
  } catch {
    return { status: 0, milliseconds: now() - begun, isShell: false };
  }
}

async function requestUntil(
  pool: Pool,
  path: () => string,
  isOver: () => boolean,
  { pauseMs = 0, now = () => performance.now() } = {},
) {
  const asked: Sample[] = [];
  while (!isOver()) {
    asked.push(await ask(pool, path(), now));
    if (pauseMs > 0) await sleep(pauseMs);
  }
  return asked;
}

async function flood(engine: Engine, server: ServerProcess, connections: number) {
  const pool = new Pool(server.url, { connections });
  const visitors = { "same address": "127.0.0.1", "another address": "127.0.0.2" };
  let over = false;
  const isOver = () => over;
  const flooding = Array.from({ length: connections }, () =>
    requestUntil(pool, newSearchWithoutHits, isOver),
  );
  await sleep(1000);
  const visiting = Object.entries(visitors).map(async ([who, localAddress]) => {
    const own = new Pool(server.url, { connections: 2, localAddress });
    const visitor = { pauseMs: 20, now: () => server.ownTime() };
    const api = requestUntil(own, () => `/api/surveys?q=${word()}`, isOver, visitor);
    const pages = requestUntil(own, newSearchWithoutHits, isOver, visitor);
    const seen = { api: await api, pages: await pages };
    await own.close();
    return [who, seen] as const;
  });
  await sleep(SECONDS * 1000);
  over = true;
  const found: string[] = [];
  const asked = (await Promise.all(flooding)).flat();
  console.log(`${engine}, ${connections} connections: ${line(asked)}`);
  for (const [who, { api, pages }] of await Promise.all(visiting)) {
    console.log(`  ${who}: API ${line(api)}\n  ${who}: pages ${line(pages)}`);
    const limits = [
      ["API", api, API_MAX_MS],
      ["pages", pages, PAGE_MAX_MS],
    ] as const;
    for (const [what, seen, max] of limits) {
      const middle = median(seen.map(({ milliseconds }) => milliseconds));
      const refused = seen.filter(({ status }) => status !== 200).length;
      if (!(middle <= max))
        found.push(`${what} took ${middle.toFixed(0)} ms with ${connections} flooding`);
      if (refused > 0)
        found.push(`${refused} of ${what} were refused with ${connections} flooding`);
    }
  }
  await pool.destroy();
  return found;
}

function line(asked: Sample[]): string {
  const times = asked.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)]?.toFixed(1);
  const statuses = Object.entries(Object.groupBy(asked, ({ status }) => status));
  const counts = statuses.map(([status, all]) => `${all?.length} × ${status}`).join(", ");
  const shells = asked.filter(({ isShell }) => isShell).length;
  return `${counts} (${shells} without their page), median ${at(0.5)} ms, p99 ${at(0.99)} ms`;
}

/** Processor time, in seconds, of a process's main thread and of its workers. */
function processorSeconds(pid: number): { main: number; workers: number } {
  const used = { main: 0, workers: 0 };
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, "utf8");
    const times = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 13);
    const seconds = (Number(times[0]) + Number(times[1])) / TICKS_PER_SECOND;
    if (Number(thread) === pid) used.main += seconds;
    else if (stat.includes("(WorkerThread)")) used.workers += seconds;
  }
  return used;
}

/** Measured by processor time, so that other load on the machine does not matter. */
async function rendering(engine: Engine, server: ServerProcess): Promise<string[]> {
  const html = await (await fetch(server.url + newPage())).text();
  const cards = html.split("<article").length - 1;
  const pool = new Pool(server.url, { connections: 2 });
  const render = async (count: number) => {
    let left = count;
    const loops = [0, 1].map(() => requestUntil(pool, newPage, () => left-- <= 0));
    return (await Promise.all(loops)).flat();
  };
  // Counted, since on a busy machine seconds are too few pages for V8 to optimise what renders them.
  await render(WARM_UP_PAGES);
  const before = processorSeconds(server.pid);
  const asked = await render(MEASURED_PAGES);
  const after = processorSeconds(server.pid);
  await pool.close();
  const pages = asked.filter(({ isShell, status }) => status === 200 && !isShell).length;
  const main = after.main - before.main;
  const workers = after.workers - before.workers;
  const each = (seconds: number) => ((seconds / pages) * 1000).toFixed(2);
  const rendered = pages / (values.sabotage ? main : workers);
  console.log(
    `${engine}: ${rendered.toFixed(0)} pages of ${cards} cards a second of a core ` +
      `(formerly ${RENDERED_FORMERLY}); each takes ${each(workers)} ms of the workers and ` +
      `${each(main)} ms of the main thread`,
  );
  const found: string[] = [];
  if (cards !== CARDS) found.push(`a page had ${cards} cards`);
  if (rendered < RENDERED_MIN) found.push(`only ${rendered.toFixed(0)} pages a second of a core`);
  return found;
}

/** Of the server process alone, in megabytes. */
function memory({ pid }: ServerProcess): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(kilobytes) / 1000);
}

async function run(engine: Engine): Promise<string[]> {
  const instance = await createInstance(engine);
  const sabotage = join(import.meta.dirname, "../sabotage/render-on-the-only-thread.ts");
  const preload = values.sabotage ? sabotage : undefined;
  const server = new ServerProcess(instance, { preload, env: { LOG_LEVEL: "error" } });
  await server.start();
  try {
    const api = createApi(server.url, fetch);
    const [owner] = await createPeople(api, 1);
    if (!owner) throw new Error("No owner was created.");
    await createPolls(api, owner, CARDS + 8);
    const before = memory(server);
    const found = await rendering(engine, server);
    for (const connections of FLOODS) found.push(...(await flood(engine, server, connections)));
    console.log(`${engine}: ${before} MB before, ${memory(server)} MB afterwards`);
    return found;
  } finally {
    await server.kill();
    await instance.atEnd.disposeAsync();
  }
}

const engines = enginesOf(values.engine);
const endPostgres = engines.includes("postgres") ? await providePostgres() : () => undefined;
const found: string[] = [];
for (const engine of engines) {
  found.push(...(await run(engine)));
  if (!values.sabotage) found.push(...(await floodAddresses(engine, Math.min(SECONDS, 5))));
}
endPostgres();
for (const line of found) console.error(`BROKEN: ${line}`);
console.log(found.length === 0 ? "pages: every promise held" : `pages: ${found.length} broken`);
process.exitCode = found.length === 0 ? 0 : 1;
