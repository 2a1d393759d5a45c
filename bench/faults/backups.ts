// Backs up a server under votes, registrations, uploads and sealing; each backup must show one moment.
//   npm run bench:backup -- --backups 10 --voters 40 --engine both [--sabotage]
// Each backup is restored and compared by `npm run restore -- --check`. It must contain everything that
// was acknowledged before it began, and nothing that was never sent. --sabotage reads each table in its
// current state; the harness must then find backups that contradict themselves.
// Rules: R361.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs, promisify } from "node:util";
import { closeSurvey } from "#contract/endpoints/surveys.ts";
import { type Api, succeed } from "#testing/api.ts";
import { createInstance, type Engine, type Instance } from "#testing/instance.ts";
import { type Person, signUp } from "#testing/people.ts";
import { picture } from "#testing/pictures.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { enginesOf, providePostgres, query } from "../engines.ts";
import {
  connect,
  createPeople,
  createPolls,
  type Poll,
  patientApi,
  sendVote,
  voteKey,
} from "./voting.ts";

const { values } = parseArgs({
  options: {
    backups: { type: "string", default: "4" },
    voters: { type: "string", default: "20" },
    engine: { type: "string" },
    sabotage: { type: "boolean", default: false },
  },
});
const BACKUPS = Number(values.backups);
const VOTERS = Number(values.voters);
const POLLS_A_ROUND = 2;
/** Pictures are decoded one after another, so that voting is not held up. */
const PAUSE_MS = 300;
/** Sealing begins two minutes after the end, when jobs run next, at most a minute later. */
const ENDED_AGO_MS = 150_000;
/** The limit on backups while none contains a sealed survey. */
const MOST_BACKUPS = 20 * BACKUPS;
const SABOTAGE = join(import.meta.dirname, "../sabotage/no-snapshot.ts");

/** Everything that the server has acknowledged, and the votes sent, with their options. */
class Acknowledged {
  readonly votes = new Set<string>();
  readonly users = new Set<number>();
  readonly surveys = new Set<number>();
  readonly sent = new Map<string, number>();
}

interface Load {
  api: Api;
  server: ServerProcess;
  instance: Instance;
  voters: Person[];
  acknowledged: Acknowledged;
  isOver: boolean;
}

async function backups(engine: Engine): Promise<string[]> {
  const instance = await createInstance(engine);
  const server = new ServerProcess(instance, { env: { LOG_LEVEL: "fatal" } });
  await server.start();
  try {
    return await backupsOf(engine, instance, server);
  } finally {
    await server.kill();
    await instance.atEnd.disposeAsync();
  }
}

async function backupsOf(engine: Engine, instance: Instance, server: ServerProcess) {
  const api = patientApi(server.url);
  const voters = await createPeople(api, VOTERS);
  const acknowledged = new Acknowledged();
  const load: Load = { api, server, instance, voters, acknowledged, isOver: false };
  const loading = Promise.all([voteInRounds(load), register(load), publish(load)]);
  const found: string[] = [];
  const folders: string[] = [];
  const durations: number[] = [];
  let seals = 0;
  while (folders.length < BACKUPS || (seals === 0 && folders.length < MOST_BACKUPS)) {
    const folder = join(instance.dataDir, `backup-${folders.length}`);
    const before = structuredClone({ ...acknowledged });
    const begun = performance.now();
    await run(instance, "backup", [folder]);
    durations.push(performance.now() - begun);
    folders.push(folder);
    const rows = rowsOf(folder);
    seals = rows.seals.length;
    found.push(...missing(rows, before).map((line) => `backup ${folders.length}: ${line}`));
    found.push(...neverSent(rows, acknowledged).map((line) => `backup ${folders.length}: ${line}`));
    if (seals === 0) await sleep(1000);
  }
  load.isOver = true;
  await loading;
  for (const [i, folder] of folders.entries()) {
    const printed = await run(instance, "restore", ["--check", folder]).catch(
      ({ stdout, stderr }) => `${stdout}${stderr}`,
    );
    if (!/can be restored/.test(printed) || /Note/.test(printed)) {
      found.push(`backup ${i + 1} is not whole: ${printed.trim().replaceAll("\n", "; ")}`);
    }
  }
  if (seals === 0) found.push("no survey was sealed meanwhile");
  const slowest = Math.round(Math.max(...durations));
  console.log(
    `${engine}: ${folders.length} backups while ${acknowledged.votes.size} votes, ` +
      `${acknowledged.users.size} accounts and ${acknowledged.surveys.size} surveys with pictures ` +
      `were acknowledged; ${seals} sealed surveys in the last; the slowest took ${slowest} ms`,
  );
  return found;
}

/** Everybody votes on all polls of a round, which then end and are sealed while others vote. */
async function voteInRounds(load: Load): Promise<void> {
  const [owner] = load.voters;
  if (!owner) throw new Error("--voters must be at least 1.");
  const pool = connect(load.server.url, load.voters.length);
  while (!load.isOver) {
    const polls = await createPolls(load.api, owner, POLLS_A_ROUND);
    await Promise.all(load.voters.map((voter, i) => vote(load, pool, { voter, polls, choice: i })));
    await end(load, owner, polls);
  }
  await pool.destroy();
}

async function vote(
  { acknowledged }: Load,
  pool: ReturnType<typeof connect>,
  { voter, polls, choice }: { voter: Person; polls: Poll[]; choice: number },
): Promise<void> {
  for (const poll of polls) {
    const key = voteKey({ survey_id: poll.id, user_id: voter.id });
    const option = poll.options[choice % poll.options.length] ?? 0;
    acknowledged.sent.set(key, option);
    if ((await sendVote(pool, voter, poll.id, option)) === 201) acknowledged.votes.add(key);
  }
}

async function end({ api, instance }: Load, { token }: Person, polls: Poll[]): Promise<void> {
  for (const { id } of polls) await succeed(api.call(closeSurvey, { token, params: { id } }));
  const ids = polls.map(({ id }) => id).join();
  const earlier = ["start_time", "expire_time"].map(
    (name) => `${name} = ${name} - ${ENDED_AGO_MS}`,
  );
  await query(instance, `update surveys set ${earlier.join()} where id in (${ids})`);
}

async function register(load: Load): Promise<void> {
  while (!load.isOver) {
    const { id } = await signUp(load.api, { image: await picture() });
    load.acknowledged.users.add(id);
    await sleep(PAUSE_MS);
  }
}

async function publish(load: Load): Promise<void> {
  const owner = await signUp(load.api);
  while (!load.isOver) {
    load.acknowledged.surveys.add((await publishSurvey(load.api, owner)).id);
    await sleep(PAUSE_MS);
  }
}

/** Runs a command as operators do, with the sabotage where it reads. Returns its output. */
async function run(instance: Instance, name: string, args: string[]): Promise<string> {
  const preload = values.sabotage && name === "backup" ? ["--import", SABOTAGE] : [];
  const env = {
    ...process.env,
    DATA_DIR: instance.dataDir,
    DATABASE_URL: instance.databaseUrl ?? "",
  };
  const command = [...preload, `scripts/${name}.ts`, ...args];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, command, { env });
  return name === "restore" ? stdout + stderr : stdout;
}

type Rows = Record<
  "votes" | "users" | "surveys" | "credentials" | "seals",
  Record<string, number>[]
>;

function rowsOf(folder: string): Rows {
  const read = (table: keyof Rows) => {
    const text = readFileSync(join(folder, `tables/${table}.jsonl`), "utf8").trimEnd();
    const [names = [], ...rows] = text.split("\n").map((line) => JSON.parse(line));
    return rows.map((row) =>
      Object.fromEntries(names.map((name: string, i: number) => [name, row[i]])),
    );
  };
  return {
    votes: read("votes"),
    users: read("users"),
    surveys: read("surveys"),
    credentials: read("credentials"),
    seals: read("seals"),
  };
}

/** What was acknowledged before a backup began but is missing from it. */
function missing(rows: Rows, before: Acknowledged): string[] {
  const votes = new Set(rows.votes.map((row) => voteKey(row as never)));
  const users = new Set(rows.users.map(({ id }) => id));
  const passwords = new Set(rows.credentials.map(({ user_id }) => user_id));
  const surveys = new Set(rows.surveys.map(({ id }) => id));
  return [
    ...[...before.votes].filter((key) => !votes.has(key)).map((key) => `no vote ${key}`),
    ...[...before.users]
      .filter((id) => !users.has(id) || !passwords.has(id))
      .map((id) => `no account ${id}`),
    ...[...before.surveys].filter((id) => !surveys.has(id)).map((id) => `no survey ${id}`),
  ];
}

const neverSent = ({ votes }: Rows, { sent }: Acknowledged): string[] =>
  votes
    .filter((row) => sent.get(voteKey(row as never)) !== row.option_id)
    .map((row) => `the vote ${voteKey(row as never)} was never sent`);

const engines = enginesOf(values.engine);
const endPostgres = engines.includes("postgres") ? await providePostgres() : () => undefined;
const found: string[] = [];
for (const engine of engines) found.push(...(await backups(engine)));
endPostgres();
for (const line of found.slice(0, 10)) console.error(`BROKEN: ${line}`);
console.log(found.length === 0 ? "backup: every promise held" : `backup: ${found.length} broken`);
process.exitCode = found.length === 0 ? 0 : 1;
