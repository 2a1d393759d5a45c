import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync } from "node:fs";
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
/** PostgreSQL notices within a second that a client was killed (`client_connection_check_interval`). */
const NOTICED_MS = 3000;

interface Options {
  home: string;
  engines: Engine[];
  kills: number;
}

/** Copies of one installation of the first release, whose migrations are killed, or run by two servers. */
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
    for (let pair = 0; pair < PAIRS; pair++) lines.push(...(await startTwo(filled)));
    found.push(...lines.map((line) => `${engine}: ${line}`));
  }
  return found;
}

/** Kills `npm run migrate`, every other time npm alone, every third time while it waits for a reader. */
async function killOnce(
  filled: Instance,
  kill: number,
  lastsMs: number,
  wanted: string,
): Promise<string[]> {
  const instance = await copyOf(filled);
  const isWaiting = kill % 3 === 2 && instance.databaseUrl !== undefined;
  const reader = isWaiting ? await startLocks(instance.databaseUrl ?? "") : undefined;
  const signal = kill % 2 === 0 ? "SIGKILL" : "SIGTERM";
  const isNpmAlone = kill % 4 >= 2;
  const afterMs = Math.round(Math.random() * (lastsMs + 1000));
  const child = spawn("npm", ["run", "--silent", "migrate"], {
    env: environmentOf(instance),
    stdio: "ignore",
    detached: true,
  });
  const exit = once(child, "exit");
  await sleep(afterMs);
  if (child.exitCode === null && child.pid)
    process.kill(isNpmAlone ? child.pid : -child.pid, signal);
  await exit;
  await sleep(NOTICED_MS);
  const left = await connectionsOf(instance, isWaiting);
  await reader?.end();
  const failure = await runScript("migrate", instance).then(
    () => undefined,
    (error: { stderr?: string }) => error.stderr,
  );
  const { state, broken } = await stateOf(instance, filled);
  const done = await migrationsDone(instance);
  console.log(
    `${instance.databaseUrl ? "postgres" : "sqlite"}, kill ${kill + 1}: ${signal} to ` +
      `${isNpmAlone ? "npm" : "all"} after ${afterMs} ms${isWaiting ? ", beside a reader" : ""}: ` +
      `${left.length} connections left, ${done} migrations, ${state === wanted ? "same rows" : "OTHER ROWS"}`,
  );
  await instance.atEnd.disposeAsync();
  return [
    ...broken,
    ...(failure === undefined ? [] : [`the run after kill ${kill + 1} fails: ${failure}`]),
    ...left.map((one) => `after kill ${kill + 1} this is left in the database: ${one}`),
    ...(state === wanted ? [] : [`after kill ${kill + 1} the rows are others`]),
  ];
}

/** Two servers start on the old tables: on PostgreSQL both serve, on SQLite one. */
async function startTwo(filled: Instance): Promise<string[]> {
  const instance = await copyOf(filled);
  const env = { LOG_LEVEL: "error" };
  const servers = [0, 1].map(() => new ServerProcess(instance, { env }));
  const started = await Promise.allSettled(servers.map((server) => server.start()));
  const serving = started.filter(({ status }) => status === "fulfilled").length;
  await Promise.all(servers.map((server) => server.kill()));
  const done = await migrationsDone(instance);
  console.log(
    `${instance.databaseUrl ? "postgres" : "sqlite"}: two servers at once, ${serving} serve, ${done} migrations`,
  );
  const counts = differences(await countFirst(filled), await countUpgraded(instance));
  await instance.atEnd.disposeAsync();
  return [
    ...(serving === (instance.databaseUrl ? 2 : 1) ? [] : [`${serving} of two servers serve`]),
    ...counts,
  ];
}

async function copyOf(filled: Instance): Promise<Instance> {
  const { databaseUrl } = filled;
  const template = databaseUrl && new URL(databaseUrl).pathname.slice(1);
  const instance = await createInstance(databaseUrl ? "postgres" : "sqlite", template);
  cpSync(filled.dataDir, instance.dataDir, { recursive: true });
  return instance;
}

/** What the upgraded rows and tables are, and what differs from the first release's. */
async function stateOf(instance: Instance, filled: Instance) {
  const broken = differences(await countFirst(filled), await countUpgraded(instance));
  const backup = join(instance.dataDir, "backup");
  const printed = await runScript("backup", instance, [backup]);
  const checksum = /checksum of the rows (\w+)/.exec(printed)?.[1] ?? "";
  return { state: `${checksum} ${await tablesOf(instance)}`, broken };
}

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

async function connectionsOf(instance: Instance, besideReader: boolean): Promise<string[]> {
  if (!instance.databaseUrl) return [];
  const rows = await query<{ text: string }>(
    instance,
    `select application_name || ': ' || state || ', ' || left(query, 60) as text
      from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and backend_type = 'client backend'
        ${besideReader ? "and application_name <> 'long reader'" : ""}`,
  );
  return rows.map(({ text }) => text);
}
