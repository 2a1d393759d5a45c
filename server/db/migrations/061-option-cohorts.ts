import { type Kysely, sql } from "kysely";
import type { Gender } from "#contract/endpoints/people.ts";
import { addVotes, CELLS, cellOf, packCells } from "#server/statistics/cohort-cells.ts";

const OPTIONS_AT_ONCE = 100;

interface Counted {
  option_id: number;
  gender: Gender;
  age_band: number;
  city_id: number;
  votes: number;
  private_votes: number;
  verified_votes: number;
  week_old_votes: number;
  month_old_votes: number;
}

/**
 * The cohorts of an option in one row, into which those of each commit are folded (ADR-060). No
 * release has the table that goes, so that it is empty and nobody waits where one is upgraded.
 */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  // As the rowid, since rows of thousands of bytes do not belong into an index.
  const id = sql.raw(engine === "sqlite" ? "integer" : "bigint");
  if (engine === "postgres")
    await sql`lock table options, vote_cohorts in access exclusive mode`.execute(db);
  await sql`create table option_cohorts (
    option_id ${id} primary key references options on delete cascade,
    votes bigint not null,
    private_votes bigint not null,
    verified_votes bigint not null,
    week_old_votes bigint not null,
    month_old_votes bigint not null,
    cells text not null
  )`.execute(db);
  await sql`create table cohort_commits (
    id ${id} primary key,
    votes text not null
  )`.execute(db);
  if (engine === "postgres") {
    // Compressing what is base64 of few repetitions costs more than writing it.
    await sql`alter table option_cohorts alter column cells set storage external`.execute(db);
    // Each row is there for a second only.
    await sql`alter table cohort_commits set
      (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`.execute(db);
  }
  for (let last = 0; ; ) {
    const { rows: slice } = await sql<{ id: number }>`select distinct option_id as id
      from vote_cohorts where option_id > ${last}
      order by option_id limit ${OPTIONS_AT_ONCE}`.execute(db);
    const next = slice.at(-1)?.id;
    if (next === undefined) break;
    const { rows } = await sql<Counted>`select vote_cohorts.* from vote_cohorts
      join options on options.id = option_id
      where option_id > ${last} and option_id <= ${next}`.execute(db);
    const folded = [...Map.groupBy(rows, (row) => row.option_id).entries()].map(valuesOf);
    if (folded.length > 0)
      await sql`insert into option_cohorts values ${sql.join(folded)}`.execute(db);
    last = next;
  }
  await sql`drop table vote_cohorts`.execute(db);
};

function valuesOf([id, counted]: [number, readonly Counted[]]) {
  const counts = new Uint32Array(CELLS);
  for (const { gender, age_band, city_id, votes, private_votes } of counted) {
    const cohort = { gender, ageBand: age_band, cityId: city_id };
    addVotes(counts, cellOf({ ...cohort, whilePrivate: true }), private_votes);
    addVotes(counts, cellOf({ ...cohort, whilePrivate: false }), votes - private_votes);
  }
  const sums = SUMS.map((column) => counted.reduce((sum, row) => sum + row[column], 0));
  return sql`(${id}, ${sql.join(sums)}, ${packCells(counts)})`;
}

const SUMS = [
  "votes",
  "private_votes",
  "verified_votes",
  "week_old_votes",
  "month_old_votes",
] as const;
