// How long staff waits for its screens, with many open reports and surveys:
//   npm run bench:queue [-- --engine postgres --surveys 1000000 --reports 100000 --pages 500]
// Promised: every page of the queue, a case, the record and the decisions take less than 50 ms at p99.
// Pages are read one after the other, by their keys. `--sabotage` drops the queue's index and must fail.
// Rules: R676.

import { parseArgs } from "node:util";
import { Pool } from "undici";
import { createInstance, type Engine } from "#testing/instance.ts";
import { waitedMs } from "#testing/servers/process-tree.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";
import { enginesOf, providePostgres } from "../engines.ts";
import { fillQueue, type Sizes } from "./fill-queue.ts";

const { values } = parseArgs({
  options: {
    engine: { type: "string" },
    surveys: { type: "string", default: "1000000" },
    people: { type: "string", default: "200000" },
    reports: { type: "string", default: "100000" },
    pages: { type: "string", default: "500" },
    sabotage: { type: "boolean", default: false },
  },
});
const SIZES: Sizes = {
  surveys: Number(values.surveys),
  people: Number(values.people),
  reports: Number(values.reports),
};
const PAGES = Number(values.pages);
const P99_MAX_MS = 50;
const WARM_UP = 10;

interface Place {
  name: string;
  /** The address of the round, or undefined once there is no further page. */
  pathOf: (round: number, cursor: string) => string | undefined;
}

const paged = (name: string, path: string): Place => ({
  name,
  pathOf: (round, cursor) => {
    if (round === 0) return path;
    return cursor === "" ? undefined : `${path}?cursor=${encodeURIComponent(cursor)}`;
  },
});

const PLACES: Place[] = [
  paged("queue, page by page", "/api/auth/moderation/cases"),
  {
    name: "cases of many reports",
    pathOf: (round) => `/api/auth/moderation/cases/${1 + (round % 100)}`,
  },
  {
    name: "cases",
    pathOf: (round) =>
      `/api/auth/moderation/cases/${1 + ((round * 97) % Math.ceil(SIZES.reports / 2))}`,
  },
  paged("record, page by page", "/api/auth/moderation/record"),
];
/** Asked for by the account with the most of them. */
const OWN = paged("own decisions, page by page", "/api/auth/account/my/decisions");

/**
 * Milliseconds of each call, without the time in which the server's main thread or this process
 * waited for a processor that other programs used.
 */
async function measure(
  { pool, server }: { pool: Pool; server: ServerProcess },
  { name, pathOf }: Place,
  token: string,
): Promise<number[]> {
  const ownTime = () => server.ownTime() - waitedMs(process.pid);
  const times: number[] = [];
  let cursor = "";
  for (let round = 0; round < WARM_UP + PAGES; round++) {
    const path = pathOf(round, cursor);
    if (path === undefined) break;
    const begun = ownTime();
    const headers = { authorization: `Bearer ${token}` };
    const answer = await pool.request({ method: "GET", path, headers });
    const body = (await answer.body.json()) as { next_cursor?: string | null };
    if (round >= WARM_UP) times.push(ownTime() - begun);
    if (answer.statusCode !== 200) throw new Error(`${name}: ${answer.statusCode}`);
    cursor = body.next_cursor ?? "";
  }
  return times;
}

const quantile = (times: readonly number[], q: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * q))] ?? 0;

async function tryOn(engine: Engine): Promise<string[]> {
  const instance = await createInstance(engine);
  const server = new ServerProcess(instance);
  try {
    await server.start();
    await server.stop();
    const begun = performance.now();
    const { admin, decided } = await fillQueue(instance, SIZES, Date.now(), values.sabotage);
    const seconds = ((performance.now() - begun) / 1000).toFixed(0);
    console.log(
      `${engine}: ${SIZES.reports} open reports, ${SIZES.surveys} surveys, in ${seconds} s`,
    );
    await server.start();
    const pool = new Pool(server.url, { connections: 1 });
    const broken: string[] = [];
    for (const place of [...PLACES, OWN]) {
      const times = await measure({ pool, server }, place, place === OWN ? decided : admin);
      const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
      const figures = `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
      console.log(`  ${place.name.padEnd(30)} ${times.length} times: ${figures}`);
      if (p99 >= P99_MAX_MS) broken.push(`${engine}: ${place.name} takes ${p99.toFixed(1)} ms`);
    }
    await pool.close();
    return broken;
  } finally {
    await server.stop();
    await instance.atEnd.disposeAsync();
  }
}

const engines = enginesOf(values.engine);
const stopPostgres = engines.includes("postgres") ? await providePostgres() : () => undefined;
const broken: string[] = [];
for (const engine of engines) broken.push(...(await tryOn(engine)));
stopPostgres();
for (const one of broken) console.error(`Broken: ${one}`);
process.exitCode = broken.length === 0 ? 0 : 1;
