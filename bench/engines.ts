import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import type { Engine, Instance } from "#testing/instance.ts";

/** The engines to test: the one named on the command line, or both. */
export const enginesOf = (name: string | undefined): Engine[] => {
  if (name === undefined || name === "both") return ["sqlite", "postgres"];
  if (name === "sqlite" || name === "postgres") return [name];
  throw new Error(`--engine is sqlite, postgres or both, not ${name}.`);
};

/** Starts a temporary PostgreSQL for TEST_DATABASE_URL, unless it is set; the server ends with us. */
export async function providePostgres(): Promise<() => void> {
  if (process.env.TEST_DATABASE_URL) return () => undefined;
  const child = spawn(process.execPath, ["scripts/postgres.ts"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [line] = await once(child.stdout, "data");
  process.env.TEST_DATABASE_URL = String(line).trim();
  return () => child.stdin.end();
}

export interface VoteRow {
  survey_id: number;
  user_id: number;
  option_id: number;
}

/** All votes in the database, read while the product runs. */
export const voteRows = (instance: Instance): Promise<VoteRow[]> =>
  query<VoteRow>(instance, "select survey_id, user_id, option_id from votes");

/** The counters in the database. */
export const optionCounts = (
  instance: Instance,
): Promise<{ id: number; survey_id: number; vote_count: number }[]> =>
  query(instance, "select id, survey_id, vote_count from options");

/** How many vote counts by group differ from a recount; nobody's characteristics have changed since. */
export async function wrongCohorts(instance: Instance): Promise<number> {
  const [row] = await query<{ wrong_count: number }>(
    instance,
    `select count(*) as wrong_count from (
      select option_id, gender, city_id from (
        select option_id, gender, city_id, votes from vote_cohorts
        union all
        select option_id, gender, city_id, -1 from votes join users on users.id = user_id
      ) as both_ways group by 1, 2, 3 having sum(votes) <> 0
    ) as wrong`,
  );
  return row?.wrong_count ?? 0;
}

/** Runs one statement directly on the product's database, to check or to break it. */
export async function query<Row>(instance: Instance, sql: string): Promise<Row[]> {
  if (!instance.databaseUrl) {
    const file = new DatabaseSync(join(instance.dataDir, "kanaat.sqlite"), { timeout: 5000 });
    try {
      return file.prepare(sql).all() as Row[];
    } finally {
      file.close();
    }
  }
  const client = new pg.Client({ connectionString: instance.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(sql);
    return rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          /_?(id|count)$/.test(name) ? Number(value) : value,
        ]),
      ),
    ) as Row[];
  } finally {
    await client.end();
  }
}
