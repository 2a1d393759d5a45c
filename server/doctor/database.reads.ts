import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Config } from "#server/config/config.ts";
import { PostgresHosts } from "#server/db/postgres/hosts.ts";

type Row = Record<string, unknown>;

/** Reads the database while servers may run; writes nothing. */
export interface Reader extends AsyncDisposable {
  engine: "sqlite" | "postgres";
  read(text: string): Promise<Row[]>;
}

/** Throws where the database cannot be reached, or does not exist yet. */
export async function openReader(config: Config): Promise<Reader> {
  const url = config.databaseDirectUrl ?? config.databaseUrl;
  if (url) return openPostgresReader(url);
  const path = join(config.dataDir, "kanaat.sqlite");
  if (!existsSync(path)) throw new Error("there is no kanaat.sqlite in DATA_DIR yet");
  const file = new DatabaseSync(path, { readOnly: true });
  return {
    engine: "sqlite",
    read: async (text) => file.prepare(text).all() as Row[],
    [Symbol.asyncDispose]: async () => file.close(),
  };
}

export async function openPostgresReader(url: string): Promise<Reader> {
  const client = await new PostgresHosts(url).connect({ statement_timeout: 10_000 });
  await client.query("set default_transaction_read_only = on");
  return {
    engine: "postgres",
    read: async (text) => (await client.query(text)).rows,
    [Symbol.asyncDispose]: () => client.end(),
  };
}
