import { type Kysely, sql } from "kysely";

/**
 * Counts beside the votes of private surveys those of established accounts, and keeps the end that
 * was planned when voting began (ADR-057). Null stands for options whose earlier votes all count as
 * those of established accounts. Also the number of votes at which a survey's groups are counted
 * next, with an index of those due.
 */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  if (engine === "postgres") {
    await sql`lock table surveys, options in access exclusive mode`.execute(db);
  }
  await sql`alter table surveys add column planned_end bigint`.execute(db);
  await sql`alter table surveys add column next_look bigint not null default 50`.execute(db);
  await sql`create index surveys_due_for_look on surveys (id)
    where counted_votes >= next_look`.execute(db);
  await sql`alter table options add column established_votes bigint`.execute(db);
  await sql`alter table options add column shown_established bigint`.execute(db);
};
