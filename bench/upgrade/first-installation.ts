import { MINUTE_MS } from "#contract/durations.ts";
import { fillFirstTables } from "#testing/first-tables-rows.ts";
import type { Instance } from "#testing/instance.ts";
import { openPlainSql } from "#testing/plain-sql.ts";
import { query } from "../engines.ts";
import type { EarlierRelease } from "./earlier-release.ts";

export interface Sizes {
  people: number;
  votes: number;
}

const DEPARTED = 1100;
/** Tables whose number of rows an upgrade does not change. */
const SAME = ["follows", "invitations", "notifications", "options", "sessions", "views", "votes"];
/** Creates the first release's initial tables with its own code. */
const FIRST_TABLES = `
import { migrate } from "./server/db/migrate.ts";
import { openUnmigrated } from "./server/db/open.ts";
const { DATA_DIR: dataDir, DATABASE_URL } = process.env;
const db = await openUnmigrated({ dataDir, databaseUrl: DATABASE_URL || undefined });
await migrate(db, "001-first-tables");
await db.close();`;

/**
 * Fills an installation of the first release, whose own server applies its migrations to the rows.
 * `use` calls that server meanwhile; it is stopped afterwards.
 */
export async function fillFirstRelease(
  instance: Instance,
  release: EarlierRelease,
  sizes: Sizes,
  use: (url: string) => Promise<void> = async () => undefined,
): Promise<void> {
  await release.run(instance, ["--input-type=module", "-e", FIRST_TABLES]);
  const sql = await openPlainSql(instance);
  await fillFirstTables(sql, { ...sizes, departed: DEPARTED, now: Date.now() });
  // No id is assigned twice, not even those of deleted accounts.
  const last = sizes.people + DEPARTED;
  if (instance.databaseUrl) {
    for (const table of ["surveys", "options"]) {
      await sql.run(`select setval('${table}_id_seq', max(id)) from ${table}`);
    }
    await sql.run(`select setval('users_id_seq', ${last})`);
  } else await sql.run(`update sqlite_sequence set seq = ${last} where name = 'users'`);
  await sql.close();
  const server = release.server(instance, { env: { LOG_LEVEL: "error" } });
  await server.start();
  await use(server.url).finally(() => server.stop());
  const departing = await openPlainSql(instance);
  await departing.run(`insert into departures (user_id, left_at)
    select ${sizes.people} + i, ${Date.now()} from ${departing.series(DEPARTED)}`);
  await departing.close();
}

export type Counts = Record<string, number>;

async function countAll(instance: Instance, of: Record<string, string>): Promise<Counts> {
  const [row] = await query<Counts>(
    instance,
    `select ${Object.entries(of)
      .map(([name, what]) => `(select count(*) from ${what}) as ${name}_count`)
      .join()}`,
  );
  return Object.fromEntries(
    Object.entries(row ?? {}).map(([name, count]) => [name.replace(/_count$/, ""), count]),
  );
}

const MISCOUNTED = `(select options.id from options left join votes
    on votes.survey_id = options.survey_id and votes.option_id = options.id
  group by options.id, options.vote_count
  having count(votes.survey_id) <> options.vote_count) as wrong`;
const same = Object.fromEntries(SAME.map((table) => [table, table]));

/** The row counts of the first release, under the same names as those of `countUpgraded`. */
export async function countFirst(instance: Instance): Promise<Counts> {
  const counts = await countAll(instance, {
    ...same,
    people: "users where id > 0",
    surveys: "surveys",
    removals: "surveys where owner_id = -1",
    departures: "departures",
    // Surveys that a search finds.
    words: "surveys where listed = 1",
    privately: "votes where survey_id in (select id from surveys where visibility = 'private')",
    miscounted: MISCOUNTED,
  });
  return { ...counts, passwords: counts.people ?? 0, mailboxes: counts.people ?? 0 };
}

export const countUpgraded = (instance: Instance): Promise<Counts> =>
  countAll(instance, {
    ...same,
    people: "users where id > 0",
    surveys: "surveys",
    removals: "removals",
    departures: "pending_anonymizations",
    words: "survey_words",
    privately: "votes where while_private = 1",
    miscounted: MISCOUNTED,
    passwords: "credentials",
    mailboxes: "users where canonical_email <> ''",
  });

/** The work left for jobs after the upgrade: deleted surveys and accounts, and seals. */
export const countPending = (instance: Instance): Promise<Counts> =>
  countAll(instance, {
    removals: "removals",
    departures: "pending_anonymizations",
    unsealed: `surveys where seal_state <> 1 and visibility is not null
      and expire_time < ${Date.now() - 10 * MINUTE_MS}`,
  });

/** A line for each count that differs. */
export const differences = (wanted: Counts, found: Counts): string[] =>
  Object.keys({ ...wanted, ...found })
    .filter((name) => wanted[name] !== found[name])
    .map((name) => `${name}: ${found[name]} instead of ${wanted[name]}`);
