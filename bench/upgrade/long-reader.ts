import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** Reads all tables in one transaction until `end`. */
export interface LongReader {
  name: string;
  end(): Promise<void>;
}

const versionOf = (binary: string): number =>
  Number(/(\d+)/.exec(execFileSync(binary, ["--version"], { encoding: "utf8" }))?.[1]);

/** The newest `pg_dump` on this machine, and its PostgreSQL major version. */
export function findDump(): { binary: string; version: number } | undefined {
  const found = [process.env.PG_DUMP ?? [], globSync("/usr/lib/postgresql/*/bin/pg_dump")].flat();
  const [newest] = found
    .map((binary) => ({ binary, version: versionOf(binary) }))
    .sort((a, b) => b.version - a.version);
  return newest;
}

/** Starts `pg_dump` and stops reading its output once it has begun, like a full disk or a slow network. */
export async function startDump(binary: string, databaseUrl: string): Promise<LongReader> {
  const child = spawn(binary, ["--dbname", databaseUrl], { stdio: ["ignore", "pipe", "inherit"] });
  await waitForLocks(child, databaseUrl);
  return {
    name: `pg_dump ${versionOf(binary)}`,
    async end() {
      const exit = once(child, "exit");
      child.stdout.resume();
      const [code] = await exit;
      if (code !== 0) throw new Error(`pg_dump ended with ${code}.`);
    },
  };
}

async function waitForLocks(child: ChildProcess, databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    for (;;) {
      if (child.exitCode !== null) throw new Error(`pg_dump ended with ${child.exitCode}.`);
      const { rows } = await client.query(`select 1 from pg_locks join pg_stat_activity using (pid)
        where application_name = 'pg_dump' and locktype = 'relation' and relation = 'votes'::regclass
          and datname = current_database()`);
      if (rows.length > 0) return;
      await sleep(50);
    }
  } finally {
    await client.end();
  }
}

/** Takes the same locks as `pg_dump`, for servers that no `pg_dump` on this machine can read. */
export async function startLocks(databaseUrl: string): Promise<LongReader> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "long reader" });
  await client.connect();
  await client.query("begin isolation level repeatable read");
  const { rows } = await client.query(
    "select tablename from pg_tables where schemaname = 'public'",
  );
  for (const { tablename } of rows) {
    await client.query(`lock table ${client.escapeIdentifier(tablename)} in access share mode`);
  }
  await client.query("select count(*) from votes");
  return {
    name: "locks as pg_dump takes them",
    async end() {
      await client.query("commit");
      await client.end();
    },
  };
}
