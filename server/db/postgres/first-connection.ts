import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { createBackoff } from "#server/processes/backoff.ts";
import { fault } from "./faults.ts";
import type { PostgresPool } from "./pool.ts";
import { explainedPassage } from "./settings.ts";

const SAY_EVERY_MS = 5000;
const RETRY = { firstMs: 250, longestMs: 2000 };
const OLDEST_VERSION = 150_000;

/**
 * Fills the pool and checks what every statement depends on. Where `say` is given, waits as long as
 * it takes for a database that cannot be reached, such as one that is still starting, and passes
 * `say` a line every few seconds. Throws at once for what waiting does not change: a wrong
 * password, an unknown database, and, with a sentence for the operator, a database that cannot be
 * used.
 */
export async function connectFirst(
  pool: PostgresPool,
  say?: (line: string) => void,
): Promise<void> {
  const since = performance.now();
  const backoff = createBackoff(RETRY);
  let why = "no answer yet";
  const saying =
    say &&
    setInterval(() => {
      const seconds = Math.round((performance.now() - since) / 1000);
      say(`Waiting for the database for ${seconds} s: ${why}`);
    }, SAY_EVERY_MS);
  try {
    for (;;) {
      try {
        return await pool.fill(requireUsable);
      } catch (cause) {
        const error = explainedPassage(cause);
        if (!say || fault(error) !== "unavailable") throw error;
        const { message, code } = error as { message?: string; code?: string };
        why = message || `${code}`;
      }
      await sleep(backoff.next());
    }
  } finally {
    clearInterval(saying);
  }
}

async function requireUsable(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query(
    `select
    current_setting('server_version_num')::int as number,
    current_setting('server_version') as version,
    current_setting('server_encoding') as encoding,
    current_setting('standard_conforming_strings') as strings,
    current_schema() as schema`,
    [],
  );
  const { number, version, encoding, strings, schema } = rows[0];
  if (number < OLDEST_VERSION) {
    throw new Error(`PostgreSQL ${version} is too old: version 15 or newer is needed.`);
  }
  if (encoding !== "UTF8") {
    throw new Error(
      `The database's encoding is ${encoding}, which cannot hold every text: create it with ` +
        "`create database … encoding 'UTF8' template template0`.",
    );
  }
  if (strings !== "on") {
    throw new Error("standard_conforming_strings is off: set it to on for the database or pooler.");
  }
  if (schema === null) {
    throw new Error("No schema of the role's search_path exists: create one, or set search_path.");
  }
}
