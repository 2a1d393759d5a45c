import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";

/** Where a server under test keeps everything: a folder, and on PostgreSQL a database. */
export interface Place {
  dataDir: string;
  databaseUrl: string | undefined;
  /** Undone in reverse when the test ends: servers close before what they stand on goes. */
  atEnd: AsyncDisposableStack;
}

/** Whatever tidies up when it ends: a test's context, or `{ after }` for a whole file. */
export interface Scope {
  after(tidy: () => Promise<void>): void;
}

/** A new, empty place on the engine that TEST_ENGINE names (sqlite or postgres). */
export async function testPlace(scope: Scope): Promise<Place> {
  const atEnd = new AsyncDisposableStack();
  scope.after(() => atEnd.disposeAsync());
  const dataDir = await mkdtemp(join(tmpdir(), "kanaat-test-"));
  atEnd.defer(() => rm(dataDir, { recursive: true, force: true }));
  const databaseUrl =
    process.env.TEST_ENGINE === "postgres" ? await testDatabase(atEnd) : undefined;
  return { dataDir, databaseUrl, atEnd };
}

async function testDatabase(atEnd: AsyncDisposableStack): Promise<string> {
  if (!process.env.TEST_DATABASE_URL) {
    throw new Error("TEST_DATABASE_URL is missing: run `npm test -- server-postgres`.");
  }
  const url = new URL(process.env.TEST_DATABASE_URL);
  const name = `test_${randomBytes(8).toString("hex")}`;
  await command(url, `create database ${name}`);
  atEnd.defer(() => command(url, `drop database ${name} with (force)`));
  return Object.assign(new URL(url), { pathname: name }).href;
}

async function command(server: URL, sql: string): Promise<void> {
  const client = new pg.Client(server.href);
  await client.connect();
  await client.query(sql);
  await client.end();
}
