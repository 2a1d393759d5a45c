// One person sends several votes for different options at once; exactly one may count.
//   npm run bench:race -- --races 100000 --votes 8 --engine both [--sabotage]
//   npm run bench:race -- --histories 100000 --engine both [--seed 73]
// On PostgreSQL the votes go through two servers. --sabotage removes the primary key first; the
// harness must then report duplicate votes.
// --histories casts, changes, withdraws, hides and ends at random instead, so many steps, and compares
// everything with a naive model after each; a history that fails is printed as its seed.
// Rules: R69, R157, R295, R575, R576.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { createInstance, type Engine, type Instance } from "#testing/instance.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";
import {
  enginesOf,
  optionCounts,
  providePostgres,
  query,
  voteRows,
  wrongCohorts,
} from "../engines.ts";
import {
  connect,
  createPeople,
  createPolls,
  inTurns,
  type Outcome,
  patientApi,
  sendVote,
} from "./voting.ts";

const { values } = parseArgs({
  options: {
    races: { type: "string", default: "2000" },
    votes: { type: "string", default: "8" },
    people: { type: "string", default: "100" },
    engine: { type: "string" },
    histories: { type: "string" },
    seed: { type: "string", default: "73" },
    sabotage: { type: "boolean", default: false },
  },
});
const RACES = Number(values.races);
const VOTES = Number(values.votes);
const PEOPLE = Math.min(Number(values.people), RACES);
const AT_ONCE = 16;
const QUIET = { env: { LOG_LEVEL: "fatal" } };

async function race(engine: Engine): Promise<string[]> {
  const instance = await createInstance(engine);
  const servers = [
    new ServerProcess(instance, QUIET),
    ...(engine === "postgres" ? [new ServerProcess(instance, QUIET)] : []),
  ];
  for (const server of servers) await server.start();
  try {
    return await raceOn(engine, instance, servers);
  } finally {
    for (const server of servers) await server.kill();
    await instance.atEnd.disposeAsync();
  }
}

async function raceOn(
  engine: Engine,
  instance: Instance,
  servers: ServerProcess[],
): Promise<string[]> {
  const api = patientApi(servers[0]?.url ?? "");
  const people = await createPeople(api, PEOPLE);
  const [owner] = people;
  if (!owner) throw new Error("--people must be at least 1.");
  const polls = await createPolls(api, owner, Math.ceil(RACES / PEOPLE));
  if (values.sabotage) await takePrimaryKeyAway(instance);

  const pools = servers.map((server) => connect(server.url, AT_ONCE * VOTES));
  const found: string[] = [];
  const tally: Record<string, number> = {};
  let wins = 0;
  const begun = performance.now();
  await inTurns(RACES, AT_ONCE, async (i) => {
    const person = people[i % PEOPLE] ?? owner;
    const poll = polls[Math.floor(i / PEOPLE)];
    if (!poll) return;
    const outcomes = await Promise.all(
      Array.from({ length: VOTES }, (_, vote) => {
        const pool = pools[vote % pools.length] ?? connect("", 1);
        return sendVote(pool, person, poll.id, poll.options[vote % poll.options.length] ?? 0);
      }),
    );
    for (const outcome of outcomes) tally[String(outcome)] = (tally[String(outcome)] ?? 0) + 1;
    if (outcomes.includes(201)) wins += 1;
    if (!oneWinner(outcomes)) found.push(`race ${i}: ${outcomes.join(" ")}`);
  });
  const seconds = (performance.now() - begun) / 1000;
  await Promise.all(pools.map((pool) => pool.close()));

  const rows = await voteRows(instance);
  const pairs = new Set(rows.map((row) => `${row.survey_id}:${row.user_id}`));
  const counted = (await optionCounts(instance)).reduce(
    (sum, { vote_count }) => sum + vote_count,
    0,
  );
  if (rows.length !== wins) found.push(`${rows.length} rows after ${wins} acknowledged votes`);
  if (pairs.size !== rows.length) found.push(`${rows.length - pairs.size} doubled votes`);
  const wrong = await wrongCohorts(instance);
  if (wrong > 0) found.push(`${wrong} counts of who voted for what are wrong`);
  if (counted !== wins) found.push(`the counters say ${counted}`);
  console.log(
    `${engine}: ${RACES} races of ${VOTES} votes in ${seconds.toFixed(1)} s through ` +
      `${servers.length} server(s); answers ${JSON.stringify(tally)}; ${rows.length} rows, ` +
      `${rows.length - pairs.size} doubled`,
  );
  return found;
}

/** On a busy machine, 503 refuses a vote; the rows then show that it is not there. */
const oneWinner = (outcomes: Outcome[]) =>
  outcomes.every((outcome) => outcome === 201 || outcome === 409 || outcome === 503) &&
  outcomes.filter((outcome) => outcome === 201).length <= 1 &&
  (outcomes.includes(201) || outcomes.includes(503));

/** Replaces the votes table with a copy without the primary key. */
async function takePrimaryKeyAway(instance: Instance): Promise<void> {
  await query(instance, "drop table votes");
  await query(
    instance,
    "create table votes (survey_id bigint not null, user_id bigint not null, option_id bigint not null)",
  );
}

/** Plays one long history in a test. */
async function playHistory(engine: Engine, steps: string): Promise<string[]> {
  const test = "server/features/votes/changes/vote-changes.test.ts";
  const child = spawn(process.execPath, ["--import", "./testing/cheap-work.ts", "--test", test], {
    stdio: "inherit",
    env: { ...process.env, TEST_ENGINE: engine, STEPS: steps, SEED: values.seed },
  });
  const [code] = await once(child, "exit");
  return code === 0 ? [] : [`a history of ${steps} steps on ${engine}: --seed ${values.seed}`];
}

const engines = enginesOf(values.engine);
const endPostgres = engines.includes("postgres") ? await providePostgres() : () => undefined;
const found: string[] = [];
for (const engine of engines) {
  const { histories } = values;
  found.push(...(await (histories ? playHistory(engine, histories) : race(engine))));
}
endPostgres();
for (const line of found.slice(0, 10)) console.error(`BROKEN: ${line}`);
console.log(found.length === 0 ? "race: every promise held" : `race: ${found.length} broken`);
process.exitCode = found.length === 0 ? 0 : 1;
