import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE_MS } from "#contract/durations.ts";
import { fillInstance, type SeededPerson } from "#testing/fill-instance.ts";
import { freePort } from "#testing/free-port.ts";
import { createInstance, type Instance } from "#testing/instance.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";
import { query, voteRows } from "../engines.ts";
import { startProxy } from "../machines/proxy.ts";
import { Calls, type Poll } from "./calls.ts";
import { EarlierRelease, LAST_RELEASE, runScript } from "./earlier-release.ts";
import { findDump, startDump, startLocks } from "./long-reader.ts";

const CALLS_PER_SECOND = 50;
const WRITE_WITHIN_MS = 2000;
/** The pause between two steps. */
const STEADY_MS = 3000;
const MINUTES_LEFT = 60;
/** The phase in which only the last release serves. */
const BEFORE = "before";

interface Options {
  home: string;
  runs: number;
  people: number;
  readerSeconds: number;
  reader: "dump" | "locks";
  /** Loaded before this checkout's servers, to break them. */
  preload: string | undefined;
}

/** The start of all runs: an installation of the last release, filled. */
interface Filled {
  release: EarlierRelease;
  database: string;
  people: SeededPerson[];
  polls: Poll[];
}

/** A phase, and what starts it. */
type Step = [name: string, happen: () => Promise<void>];

/**
 * Upgrades two servers of the last release, behind the shipped HAProxy, one after the other and back again,
 * while people vote, read and register and a reader holds all tables in one transaction.
 */
export async function rolling(options: Options): Promise<string[]> {
  await using atEnd = new AsyncDisposableStack();
  const instance = await createInstance("postgres");
  atEnd.defer(() => instance.atEnd.disposeAsync());
  const filled = await fill(instance, options);
  const found: string[] = [];
  console.log("run  migrated by      migrations  slowest write  load  answers");
  for (let run = 1; run <= options.runs; run++) {
    const broken = await upgradeOnce(filled, run, options);
    for (const line of broken) console.log(`     ${line}`);
    found.push(...broken.map((line) => `run ${run}: ${line}`));
  }
  return found;
}

async function fill(instance: Instance, { home, people: count }: Options): Promise<Filled> {
  const release = await EarlierRelease.install(LAST_RELEASE, home);
  const server = release.server(instance, { env: { LOG_LEVEL: "error" } });
  await server.start();
  await server.stop();
  const people = await fillInstance(instance, count);
  const rows = await query<{ id: number; options_count: number }>(
    instance,
    `select surveys.id, count(*) as options_count from surveys join options on survey_id = surveys.id
      where listed = 1 and start_time < ${Date.now()}
        and (expire_time is null or expire_time > ${Date.now() + MINUTES_LEFT * MINUTE_MS})
      group by surveys.id`,
  );
  const polls = rows.map(({ id, options_count }) => ({
    id,
    options: Array.from({ length: options_count }, (_, i) => id * 4 + 1 + i),
  }));
  const [votes] = await query<{ count: number }>(instance, "select count(*) as count from votes");
  console.log(`${count} people, ${count} surveys (${polls.length} open), ${votes?.count} votes`);
  const database = new URL(instance.databaseUrl ?? "").pathname.slice(1);
  return { release, database, people, polls };
}

async function upgradeOnce(filled: Filled, run: number, options: Options): Promise<string[]> {
  await using atEnd = new AsyncDisposableStack();
  const instance = await createInstance("postgres", filled.database);
  atEnd.defer(() => instance.atEnd.disposeAsync());
  const ports = [await freePort(), await freePort()] as const;
  const servers = ports.map((port) => serversAt(instance, port, filled, options));
  atEnd.defer(async () => {
    for (const { old, recent } of servers) await Promise.all([old.kill(), recent.kill()]);
  });
  for (const { old } of servers) await old.start();
  const url = await startProxy(
    atEnd,
    ports.map((port) => `http://127.0.0.1:${port}`),
  );
  const calls = new Calls(url, filled.people, filled.polls);
  calls.phase = BEFORE;
  calls.start(CALLS_PER_SECOND);
  await sleep(STEADY_MS);

  const isBeforehand = run % 2 === 0;
  let migratedIn = 0;
  const timed = async (migrate: () => Promise<unknown>) => {
    const begun = performance.now();
    await migrate();
    migratedIn = (performance.now() - begun) / 1000;
  };
  const to = (at: 0 | 1, which: "old" | "recent") => async () => {
    const server = servers[at];
    if (!server) return;
    await (which === "old" ? server.recent : server.old).stop();
    await server[which].start();
  };
  const reader = await startReader(instance.databaseUrl ?? "", options);
  const reading = sleep(options.readerSeconds * 1000).then(reader.end);
  const steps: Step[] = isBeforehand
    ? [
        ["npm run migrate", () => timed(() => runScript("migrate", instance))],
        ["first server", to(0, "recent")],
      ]
    : [["first server", () => timed(to(0, "recent"))]];
  steps.push(
    ["second server", to(1, "recent")],
    ["first one back", to(0, "old")],
    ["second one back", to(1, "old")],
    ["first one again", to(0, "recent")],
    ["second one again", to(1, "recent")],
  );
  for (const [name, happen] of steps) {
    calls.phase = name;
    await happen();
    await sleep(STEADY_MS);
  }
  await reading;
  await calls.end();
  const { slowest, statuses, broken } = judge(calls);
  const by = isBeforehand ? "npm run migrate" : "first server";
  console.log(
    `${`${run}`.padStart(3)}  ${by.padEnd(15)}  ${migratedIn.toFixed(1).padStart(8)} s  ` +
      `${`${Math.round(slowest.ms)}`.padStart(10)} ms  ${loadavg()[0]?.toFixed(1).padStart(4)}  ` +
      `${statuses}; ${slowest.kind} while ${slowest.phase}`,
  );
  return [...broken, ...(await whatIsMissing(instance, calls))];
}

/** The last release's server and this checkout's, which alternate on one port. */
function serversAt(instance: Instance, port: number, { release }: Filled, { preload }: Options) {
  const env = { PORT: `${port}`, TRUST_PROXY: "127.0.0.1", LOG_LEVEL: "error" };
  const onLine = () => undefined;
  const old = release.server(instance, { env, onLine });
  return { old, recent: new ServerProcess(instance, { env, onLine, preload }) };
}

function startReader(databaseUrl: string, { reader }: Options) {
  const dump = findDump();
  if (reader === "locks") return startLocks(databaseUrl);
  if (!dump) throw new Error("pg_dump is missing; Debian has it: apt-get install postgresql");
  return startDump(dump.binary, databaseUrl);
}

function judge({ seen }: Calls) {
  const writes = seen.filter(({ kind }) => kind === "vote" || kind === "register");
  const [slowest] = writes.toSorted((a, b) => b.ms - a.ms);
  if (!slowest) throw new Error("Nobody wrote.");
  const isFault = ({ status }: (typeof seen)[number]) => status === null || status >= 500;
  const faults = Map.groupBy(
    seen.filter(isFault),
    ({ kind, phase, status }) => `${kind} answered ${status ?? "by a cut connection"} (${phase})`,
  );
  const statuses = [...Map.groupBy(seen, ({ status }) => status)]
    .sort(([a], [b]) => (a ?? 0) - (b ?? 0))
    .map(([status, all]) => `${all.length} × ${status}`)
    .join(", ");
  const late = writes.filter(({ ms }) => ms > WRITE_WITHIN_MS);
  const beforehand = [...seen.filter(isFault), ...late].filter(({ phase }) => phase === BEFORE);
  return {
    slowest,
    statuses,
    broken: [
      ...(beforehand.length > 0
        ? [
            `${beforehand.length} calls fail before the upgrade: the machine is too busy to judge it`,
          ]
        : []),
      ...[...faults].map(([what, all]) => `${all.length} × ${what}`),
      ...[...Map.groupBy(late, ({ kind, phase }) => `${kind} (${phase})`)].map(
        ([what, all]) =>
          `${all.length} × ${what} took up to ${Math.round(Math.max(...all.map(({ ms }) => ms)))} ms`,
      ),
    ],
  };
}

/** Acknowledged calls that are not in the database, and counters that differ from the rows. */
async function whatIsMissing(instance: Instance, { votes, registered }: Calls): Promise<string[]> {
  const rows = await voteRows(instance);
  const kept = new Map(rows.map((row) => [`${row.survey_id}:${row.user_id}`, row.option_id]));
  const lost = [...votes].filter(([key, option]) => kept.get(key) !== option).length;
  const users = await query<{ nickname: string }>(instance, "select nickname from users");
  const nicknames = new Set(users.map(({ nickname }) => nickname));
  const gone = registered.filter((nickname) => !nicknames.has(nickname)).length;
  const [wrong] = await query<{ count: number }>(
    instance,
    `select count(*) as count from (select options.id from options left join votes
        on votes.option_id = options.id and votes.survey_id = options.survey_id
      group by options.id, options.vote_count
      having count(votes.survey_id) <> options.vote_count) as wrong`,
  );
  console.log(
    `     ${votes.size} votes and ${registered.length} registrations acknowledged, ${lost + gone} lost; ` +
      `${rows.length} votes, ${wrong?.count} counters differ`,
  );
  return [
    ...(lost > 0 ? [`${lost} acknowledged votes are lost`] : []),
    ...(gone > 0 ? [`${gone} acknowledged registrations are lost`] : []),
    ...(wrong?.count ? [`${wrong.count} counters differ from the votes`] : []),
  ];
}
