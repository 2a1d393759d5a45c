import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { createInstance } from "#testing/instance.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";
import { optionCounts, voteRows } from "../engines.ts";
import { pgbench } from "../load/pgbench.ts";
import { createSeed, type Seed } from "../load/seed.ts";
import { fire, requireWrk, type Shot } from "../load/wrk.ts";
import { median } from "../median.ts";

const SECONDS = 2;
const VOTERS = 9000;
const CONNECTIONS = 64;
const TWO_PROMISED = 1.6;
const VIRAL_PROMISED = 0.8;
/** Two servers, PostgreSQL and the load need a processor each before votes can double. */
const PROCESSORS_NEEDED = 4;
const LAYOUTS = [
  { name: "one process", processes: 1, workers: 1 },
  { name: "two processes", processes: 2, workers: 1 },
  { name: "three processes", processes: 3, workers: 1 },
  { name: "npm start with WORKERS=2", processes: 1, workers: 2 },
];

/** Votes a second of one, two and three processes on one PostgreSQL, spread and on one survey. */
export async function processes(rounds: number): Promise<string[]> {
  requireWrk();
  const found: string[] = [];
  const medians = new Map<string, { spread: number; viral: number }>();
  for (const { name, processes, workers } of LAYOUTS) {
    await using atEnd = new AsyncDisposableStack();
    const instance = await createInstance("postgres");
    atEnd.defer(() => instance.atEnd.disposeAsync());
    const env = { WORKERS: String(workers), LOG_LEVEL: "error" };
    const servers = Array.from({ length: processes }, () => new ServerProcess(instance, { env }));
    for (const server of servers) await server.start();
    atEnd.defer(async () => {
      await Promise.all(servers.map((server) => server.kill()));
    });
    const [first] = servers as [ServerProcess];
    const seed = await createSeed(first, VOTERS, rounds);
    const spread: number[] = [];
    const viral: number[] = [];
    const single: number[] = [];
    for (let round = 0; round < rounds; round++) {
      spread.push(await votes(servers, spreadShots(seed, round)));
      viral.push(await votes(servers, viralShots(seed, round)));
      single.push((await pgbench(instance.databaseUrl ?? "", 50, SECONDS)) ?? 0);
    }
    await sleep(500);
    const rows = (await voteRows(instance)).length;
    const counted = (await optionCounts(instance)).reduce((sum, row) => sum + row.vote_count, 0);
    if (rows !== counted) found.push(`${name}: ${rows} votes, counters say ${counted}`);
    medians.set(name, { spread: median(spread), viral: median(viral) });
    console.log(
      `${name}: ${Math.round(median(spread))} votes a second spread, ` +
        `${Math.round(median(viral))} on one survey; pgbench ${Math.round(median(single))}; ` +
        `${rows} rows, counters the same: ${rows === counted}`,
    );
    if (median(viral) < VIRAL_PROMISED * median(spread)) {
      found.push(
        `${name}: one survey takes ${(median(viral) / median(spread)).toFixed(2)} of spread`,
      );
    }
  }
  const one = medians.get("one process")?.spread ?? 1;
  const two = (medians.get("two processes")?.spread ?? 0) / one;
  console.log(
    `two processes: ${two.toFixed(2)} times one, on ${availableParallelism()} processors`,
  );
  if (availableParallelism() >= PROCESSORS_NEEDED && two < TWO_PROMISED) {
    found.push(`two processes are ${two.toFixed(2)} times one`);
  }
  return found;
}

/** Sends votes through all servers at once, each with its share of them. */
async function votes(servers: ServerProcess[], shots: Shot[]): Promise<number> {
  const connections = Math.ceil(CONNECTIONS / servers.length);
  const runs = await Promise.all(
    servers.map((server, i) => {
      const own = shots.filter((_, at) => at % servers.length === i);
      return fire(server.url, own, { seconds: SECONDS, connections, once: true });
    }),
  );
  return runs.reduce((sum, run) => sum + run.answered / run.seconds, 0);
}

const ballot = (token: string, survey: number, option: number | undefined): Shot => ({
  ...{ method: "POST", path: "/api/auth/surveys/responses", token },
  body: { survey_id: survey, survey_option_id: option },
});

const spreadShots = ({ voters, polls }: Seed, round: number): Shot[] =>
  voters.flatMap(({ token }, i) => {
    const poll = polls[(i + round) % polls.length];
    return poll ? [ballot(token, poll.id, poll.options[i % poll.options.length])] : [];
  });

const viralShots = ({ voters, viral }: Seed, round: number): Shot[] => {
  const poll = viral[round];
  if (!poll) return [];
  return voters.map(({ token }, i) => ballot(token, poll.id, poll.options[i % 4]));
};
