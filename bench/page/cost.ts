// What a page that is in no cache costs the main thread, the threads that render, and all others:
//   npm run bench:page-cost -- [--pages 200] [--rounds 5] [--only discovery]
// Prints the least and the median of the rounds (ADR-061). Needs a build and Linux.
import { readdirSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Pool } from "undici";
import { createApi } from "#testing/api.ts";
import { createInstance } from "#testing/instance.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";
import { createPeople, createPolls } from "../faults/voting.ts";
import { newPage } from "../load/new-pages.ts";
import { median } from "../median.ts";

const { values } = parseArgs({
  options: {
    pages: { type: "string", default: "200" },
    rounds: { type: "string", default: "5" },
    only: { type: "string" },
  },
});
const PAGES = Number(values.pages);
const ROUNDS = Number(values.rounds);
const SURVEYS = 20;

interface Cost {
  main: number;
  workers: number;
  others: number;
}

/** Processor time of a process's threads in milliseconds, to the microsecond. */
function costOf(pid: number): Cost {
  const cost = { main: 0, workers: 0, others: 0 };
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const folder = `/proc/${pid}/task/${thread}`;
    const spent = Number(readFileSync(`${folder}/schedstat`, "utf8").split(" ")[0]) / 1e6;
    const name = readFileSync(`${folder}/comm`, "utf8");
    if (Number(thread) === pid) cost.main += spent;
    else if (name.startsWith("WorkerThread")) cost.workers += spent;
    else cost.others += spent;
  }
  return cost;
}

let asked = 0;
/** An address that is in no cache: caches do not know that a fragment does not matter. */
const fresh = (path: string) => () => `${path}#${asked++}`;

const instance = await createInstance("sqlite");
const server = new ServerProcess(instance, { env: { LOG_LEVEL: "error" } });
await server.start();
try {
  const api = createApi(server.url, fetch);
  const [owner] = await createPeople(api, 1);
  if (!owner) throw new Error("No owner was created.");
  const polls = await createPolls(api, owner, SURVEYS);
  const [poll] = polls;
  const kinds: Record<string, () => string> = {
    home: fresh("/"),
    discovery: fresh("/discovery"),
    search: newPage,
    survey: fresh(`/surveys/${poll?.id}`),
    results: fresh(`/surveys/${poll?.id}/results`),
    profile: fresh(`/profile/${owner.nickname}`),
  };
  const pool = new Pool(server.url, { connections: 1 });
  const read = async (path: string): Promise<number> => {
    const { statusCode, body } = await pool.request({ method: "GET", path });
    const html = await body.text();
    if (statusCode !== 200 || html.includes("data-shell"))
      throw new Error(`${path}: ${statusCode}`);
    return html.length;
  };
  for (const [kind, path] of Object.entries(kinds)) {
    if (values.only && values.only !== kind) continue;
    for (let i = 0; i < PAGES; i++) await read(path());
    const rounds: Cost[] = [];
    let size = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const before = costOf(server.pid);
      for (let i = 0; i < PAGES; i++) size = await read(path());
      const after = costOf(server.pid);
      const each = (part: keyof Cost) => (after[part] - before[part]) / PAGES;
      rounds.push({ main: each("main"), workers: each("workers"), others: each("others") });
    }
    const total = ({ main, workers, others }: Cost) => main + workers + others;
    const of = (part: (cost: Cost) => number) => {
      const all = rounds.map(part);
      return `${Math.min(...all).toFixed(2)} (${median(all).toFixed(2)})`;
    };
    console.log(
      `${kind.padEnd(10)} ${of(total)} ms in all: main thread ${of(({ main }) => main)}, ` +
        `rendering ${of(({ workers }) => workers)}, others ${of(({ others }) => others)}; ` +
        `${(size / 1000).toFixed(0)} kB`,
    );
  }
  await pool.close();
} finally {
  await server.kill();
  await instance.atEnd.disposeAsync();
}
