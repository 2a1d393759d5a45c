import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createInstance, type Engine, type Instance } from "#testing/instance.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";
import { query } from "../engines.ts";
import { EarlierRelease, environmentOf, FIRST_RELEASE, runScript } from "./earlier-release.ts";
import { countFirst, countUpgraded, differences, fillFirstRelease } from "./first-installation.ts";
import { startLocks } from "./long-reader.ts";

const SIZES = { people: 3000, votes: 20_000 };
const PAIRS = 3;
/** `at` is the position in the chain npm, its shell, scripts/setup.mjs and the program. */
const WAYS = [
  { signal: "SIGKILL", to: "npm", at: 0 },
  { signal: "SIGKILL", to: "the launcher", at: 2 },
  { signal: "SIGKILL", to: "the program", at: 3 },
  { signal: "SIGTERM", to: "npm", at: 0 },
  { signal: "SIGTERM", to: "the launcher", at: 2 },
] as const;
/** Longer than PostgreSQL takes to notice that a client was killed (`client_connection_check_interval`). */
const GONE_WITHIN_MS = 30_000;

interface Options {
  home: string;
  engines: Engine[];
  kills: number;
}

/** Kills migrations on copies of one installation of the first release, and lets two servers run them. */
export async function killed({ home, engines, kills }: Options): Promise<string[]> {
  const release = await EarlierRelease.install(FIRST_RELEASE, home);
  const found: string[] = [];
  for (const engine of engines) {
    await using atEnd = new AsyncDisposableStack();
    const filled = await createInstance(engine);
    atEnd.defer(() => filled.atEnd.disposeAsync());
    await fillFirstRelease(filled, release, SIZES);
    const whole = await copyOf(filled);
    const begun = performance.now();
    await runScript("migrate", whole);
    const lastsMs = performance.now() - begun;
    const wanted = await stateOf(whole, filled);
    await whole.atEnd.disposeAsync();
    const lines = [...wanted.broken];
    for (let kill = 0; kill < kills; kill++) {
      lines.push(...(await killOnce(filled, kill, lastsMs, wanted.state)));
    }
    for (let pair = 0; pair < PAIRS; pair++) {
      lines.push(
        ...(await startTwo(filled, wanted.state)),
        ...(await migrateTwice(filled, wanted.state)),
      );
    }
    found.push(...lines.map((line) => `${engine}: ${line}`));
  }
  return found;
}

/** Kills one process of `npm run migrate`, every third time while the migration waits for a reader. */
async function killOnce(
  filled: Instance,
  kill: number,
  lastsMs: number,
  wanted: string,
): Promise<string[]> {
  const instance = await copyOf(filled);
  const isWaiting = kill % 3 === 2 && instance.databaseUrl !== undefined;
  const reader = isWaiting ? await startLocks(instance.databaseUrl ?? "") : undefined;
  const { signal, to, at } = WAYS[kill % WAYS.length] ?? WAYS[0];
  const afterMs = Math.round(Math.random() * (lastsMs + 1000));
  const child = spawn("npm", ["run", "--silent", "migrate"], {
    env: environmentOf(instance),
    stdio: ["ignore", "pipe", "ignore"],
  });
  // Each of its processes holds the output open.
  const ended = once(child.stdout.resume(), "close");
  await sleep(afterMs);
  const chain = processChain(child.pid ?? 0);
  const pid = chain[Math.min(at, chain.length - 1)];
  const begun = performance.now();
  if (pid !== undefined) process.kill(pid, signal);
  const isGone = await Promise.race([ended.then(() => true), sleep(GONE_WITHIN_MS, false)]);
  const left = await connectionsLeft(instance, begun + GONE_WITHIN_MS);
  const goneAfterMs = Math.round(performance.now() - begun);
  await reader?.end();
  const failure = await failureOf(runScript("migrate", instance));
  const { state, broken } = await stateOf(instance, filled);
  const done = await migrationsDone(instance);
  console.log(
    `${instance.databaseUrl ? "postgres" : "sqlite"}, kill ${kill + 1}: ${signal} to ${to} ` +
      `(${chain.length} processes) after ${afterMs} ms${isWaiting ? ", beside a reader" : ""}: ` +
      `nothing left after ${goneAfterMs} ms, ${done} migrations, ${state === wanted ? "same rows" : "OTHER ROWS"}`,
  );
  await instance.atEnd.disposeAsync();
  return [
    ...broken,
    ...(isGone ? [] : [`after kill ${kill + 1} a process goes on`]),
    ...(failure === undefined ? [] : [`the run after kill ${kill + 1} fails: ${failure}`]),
    ...left.map((one) => `after kill ${kill + 1} this is left in the database: ${one}`),
    ...(state === wanted ? [] : [`after kill ${kill + 1} the rows are others`]),
  ];
}

/** A process, its child, that one's child and so on, as far as they exist. */
function processChain(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").match(/\d+/g) ?? [];
    return [pid, ...(children[0] ? processChain(Number(children[0])) : [])];
  } catch {
    return [];
  }
}

const failureOf = (running: Promise<string>): Promise<string | undefined> =>
  running.then(
    () => undefined,
    (error: { stderr?: string }) => error.stderr ?? String(error),
  );

/** Two servers start on the old tables: on PostgreSQL both serve, on SQLite one. */
async function startTwo(filled: Instance, wanted: string): Promise<string[]> {
  const instance = await copyOf(filled);
  const env = { LOG_LEVEL: "error", ...(instance.databaseUrl && { ROLE: "web" }) };
  const servers = [0, 1].map(() => new ServerProcess(instance, { env }));
  const started = await Promise.allSettled(servers.map((server) => server.start()));
  const serving = started.filter(({ status }) => status === "fulfilled").length;
  await Promise.all(servers.map((server) => server.stop()));
  // Servers record their version and secret.
  const isSame = (state: string) => tablesIn(state) === tablesIn(wanted);
  const broken = await twoEnded(filled, instance, isSame, `${serving} servers serve`, serving);
  // A server on SQLite also runs jobs, which notify voters of ended surveys.
  return instance.databaseUrl ? broken : broken.filter((line) => !/^notifications:/.test(line));
}

/** `npm run migrate` is called twice at once: on PostgreSQL both succeed, on SQLite one is refused. */
async function migrateTwice(filled: Instance, wanted: string): Promise<string[]> {
  const instance = await copyOf(filled);
  const failures = await Promise.all([0, 1].map(() => failureOf(runScript("migrate", instance))));
  const count = failures.filter((failure) => failure === undefined).length;
  const isSame = (state: string) => state === wanted;
  const what = `${count} migrators end well`;
  const unexpected = failures.filter(
    (failure) => failure && !/ is in use by another /.test(failure),
  );
  return [
    ...(await twoEnded(filled, instance, isSame, what, count)),
    ...unexpected.map((failure) => `of two migrators one fails: ${failure}`),
  ];
}

async function twoEnded(
  filled: Instance,
  instance: Instance,
  isSame: (state: string) => boolean,
  what: string,
  count: number,
): Promise<string[]> {
  const { state, broken } = await stateOf(instance, filled);
  console.log(
    `${instance.databaseUrl ? "postgres" : "sqlite"}: of two at once ${what}, ` +
      `${await migrationsDone(instance)} migrations, ${isSame(state) ? "as they should be" : "OTHERS"}`,
  );
  await instance.atEnd.disposeAsync();
  return [
    ...broken,
    ...(count === (filled.databaseUrl ? 2 : 1) ? [] : [`of two at once ${what}`]),
    ...(isSame(state) ? [] : [`after two at once (${what}) rows or tables are others`]),
  ];
}

async function copyOf(filled: Instance): Promise<Instance> {
  const { databaseUrl } = filled;
  const template = databaseUrl && new URL(databaseUrl).pathname.slice(1);
  const instance = await createInstance(databaseUrl ? "postgres" : "sqlite", template);
  cpSync(filled.dataDir, instance.dataDir, { recursive: true });
  return instance;
}

/** The upgraded rows and tables, and how they differ from the first release's. */
async function stateOf(instance: Instance, filled: Instance) {
  const broken = differences(await countFirst(filled), await countUpgraded(instance));
  const backup = join(instance.dataDir, "backup");
  const printed = await runScript("backup", instance, [backup]);
  const checksum = /checksum of the rows (\w+)/.exec(printed)?.[1] ?? "";
  return { state: `${checksum} ${await tablesOf(instance)}`, broken };
}

const tablesIn = (state: string): string => state.slice(state.indexOf(" "));

/** Tables, columns and indexes, as one text. */
async function tablesOf(instance: Instance): Promise<string> {
  const rows = await query<{ text: string }>(
    instance,
    instance.databaseUrl
      ? `select table_name || ' ' || column_name || ' ' || data_type || ' ' || is_nullable as text
            from information_schema.columns where table_schema = 'public'
          union all select indexdef from pg_indexes where schemaname = 'public' order by 1`
      : "select coalesce(sql, name) as text from sqlite_master order by 1",
  );
  return rows.map(({ text }) => text).join("\n");
}

async function migrationsDone(instance: Instance): Promise<number> {
  const tables = ["kysely_migration", "kanaat_migration"];
  const counts = tables.map((table) => `(select count(*) from ${table})`).join(" + ");
  const [row] = await query<{ count: number }>(instance, `select ${counts} as count`);
  return row?.count ?? 0;
}

/** The migration's connections that are still open at `until`. */
async function connectionsLeft(instance: Instance, until: number): Promise<string[]> {
  if (!instance.databaseUrl) return [];
  for (;;) {
    const rows = await query<{ text: string }>(
      instance,
      `select application_name || ': ' || state || ', ' || left(query, 60) as text
        from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
          and backend_type = 'client backend' and application_name <> 'long reader'`,
    );
    if (rows.length === 0 || performance.now() > until) return rows.map(({ text }) => text);
    await sleep(100);
  }
}
