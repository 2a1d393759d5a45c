import { randomBytes } from "node:crypto";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";

export type Engine = "sqlite" | "postgres";

const DATABASE = "kanaat.sqlite";

/** Where a server under test keeps its data: a folder, and on PostgreSQL a database. */
export interface Instance {
  dataDir: string;
  databaseUrl: string | undefined;
  /** Disposed of in reverse order: servers close before their data is deleted. */
  atEnd: AsyncDisposableStack;
}

/** The engine that a server test is run on. */
export function engineUnderTest(): Engine {
  const { TEST_ENGINE } = process.env;
  if (TEST_ENGINE === "sqlite" || TEST_ENGINE === "postgres") return TEST_ENGINE;
  throw new Error("TEST_ENGINE is missing: `npm test` sets it to sqlite and to postgres in turn.");
}

/**
 * Creates an instance, empty or a copy of `template`: the name of a database, on SQLite the folder
 * of one. PostgreSQL is the server at TEST_DATABASE_URL, which `npm test` starts.
 */
export async function createInstance(engine: Engine, template?: string): Promise<Instance> {
  const atEnd = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), "kanaat-instance-"));
  atEnd.defer(() => rm(dataDir, { recursive: true, force: true }));
  if (engine === "postgres") {
    return { dataDir, databaseUrl: await createDatabase(atEnd, template), atEnd };
  }
  if (template) await copyFile(join(template, DATABASE), join(dataDir, DATABASE));
  return { dataDir, databaseUrl: undefined, atEnd };
}

async function createDatabase(
  atEnd: AsyncDisposableStack,
  template = "template1",
): Promise<string> {
  if (!process.env.TEST_DATABASE_URL) {
    throw new Error("TEST_DATABASE_URL is missing: `npm test` starts a PostgreSQL and sets it.");
  }
  const server = process.env.TEST_DATABASE_URL;
  const name = `test_${randomBytes(8).toString("hex")}`;
  await execute(server, `create database ${name} template ${template} strategy file_copy`);
  atEnd.defer(() => execute(server, `drop database ${name} with (force)`));
  return Object.assign(new URL(server), { pathname: name }).href;
}

async function execute(server: string, sql: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
