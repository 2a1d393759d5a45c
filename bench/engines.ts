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

/**
 * How many vote counts by group differ from a recount; nobody's characteristics have changed since.
 * Folded and appended ones are read in one statement, since the server folds meanwhile.
 */
export async function wrongCohorts(instance: Instance): Promise<number> {
  const counts = new Map<string, number>();
  const add = (option: number, cell: number, votes: number) => {
    // The gender's two bits and the seven of the plate code.
    const key = `${option} ${GENDERS[(cell >> 10) & 3]} ${cell & 127}`;
    counts.set(key, (counts.get(key) ?? 0) + votes);
  };
  const cohorts = await query<{ option_id: number; text: string }>(
    instance,
    `select option_id, cells as text from option_cohorts
    union all select 0, votes from cohort_commits`,
  );
  for (const { option_id, text } of cohorts) {
    if (option_id > 0) for (const [cell, votes] of cellsOf(text)) add(option_id, cell, votes);
    else for (const vote of text.split(",")) add(Math.floor(+vote / 65536), +vote % 8192, 1);
  }
  const votes = await query<{ option_id: number; gender: string; city_id: number; count: number }>(
    instance,
    `select option_id, gender, city_id, count(*) as count from votes join users on users.id = user_id
    group by 1, 2, 3`,
  );
  for (const { option_id, gender, city_id, count } of votes) {
    const key = `${option_id} ${gender} ${city_id}`;
    counts.set(key, (counts.get(key) ?? 0) - count);
  }
  return [...counts.values()].filter((count) => count !== 0).length;
}

const GENDERS = ["man", "women", "other"];

/** Reads what `server/statistics/cohort-cells.ts` describes, independently of it. */
function cellsOf(text: string): [cell: number, votes: number][] {
  const numbers: number[] = [];
  let [value, factor] = [0, 1];
  for (const byte of Buffer.from(text, "base64")) {
    value += (byte % 128) * factor;
    factor *= 128;
    if (byte > 127) continue;
    numbers.push(value);
    [value, factor] = [0, 1];
  }
  let cell = 0;
  return numbers.flatMap((number, i): [number, number][] => {
    if (i % 2 === 1) return [[cell, number]];
    cell += number;
    return [];
  });
}

/** How many commits' cohorts are not folded yet. */
export async function unfoldedCommits(instance: Instance): Promise<number> {
  const [row] = await query<{ row_count: number }>(
    instance,
    "select count(*) as row_count from cohort_commits",
  );
  return row?.row_count ?? 0;
}

/** Runs one statement directly on the product's database, to check or to break it. */
export async function query<Row>(instance: Instance, sql: string): Promise<Row[]> {
  if (!instance.databaseUrl) {
    // Closing one that may write would tidy up what a killed server has left.
    const readOnly = /^\s*select\b/i.test(sql);
    const path = join(instance.dataDir, "kanaat.sqlite");
    const file = new DatabaseSync(path, { timeout: 5000, readOnly });
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
