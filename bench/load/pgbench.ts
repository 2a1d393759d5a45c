import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";

const run = promisify(execFile);
const VOTES = String.raw`
\set survey random(1, :surveys)
\set option (:survey - 1) * 4 + random(1, 4)
begin;
insert into bench_votes (survey_id, voter, option_id) values (:survey, nextval('bench_voters'), :option);
update bench_options set vote_count = vote_count + 1 where id = :option;
commit;
`;
const TABLES = `
drop table if exists bench_votes, bench_options;
drop sequence if exists bench_voters;
create sequence bench_voters cache 100;
create table bench_options (id bigint primary key, vote_count bigint not null default 0);
insert into bench_options select id, 0 from generate_series(1, 200) as id;
create table bench_votes (survey_id bigint, voter bigint, option_id bigint not null,
  primary key (survey_id, voter));
`;
const NOTHING_LEFT = "drop table bench_votes, bench_options; drop sequence bench_voters";

/**
 * Returns how many single-vote transactions a second (insert and counter) pgbench achieves on the same
 * server with 32 clients over `surveys` surveys; undefined if pgbench is not installed.
 */
export async function pgbench(url: string, surveys: number, seconds: number) {
  const folder = await mkdtemp(join(tmpdir(), "kanaat-pgbench-"));
  const client = new pg.Client(url);
  await client.connect();
  try {
    const script = join(folder, "vote.sql");
    await writeFile(script, VOTES);
    await client.query(TABLES);
    const { stdout } = await run("pgbench", [
      ...["--no-vacuum", "--client=32", "--jobs=1", "--protocol=prepared", `--time=${seconds}`],
      ...[`--define=surveys=${surveys}`, `--file=${script}`, url],
    ]);
    await client.query(NOTHING_LEFT);
    const [, perSecond] = /tps = ([\d.]+)/.exec(stdout) ?? [];
    return perSecond === undefined ? undefined : Number(perSecond);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  } finally {
    await client.end();
    await rm(folder, { recursive: true });
  }
}
