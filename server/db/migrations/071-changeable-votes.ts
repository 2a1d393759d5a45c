import { type Kysely, sql } from "kysely";

/** Votes that their voters may change and withdraw until the end (R575); earlier ones stay. */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  if (engine === "postgres")
    await sql`lock table surveys, votes in access exclusive mode`.execute(db);
  await sql`alter table surveys
    add column changeable_votes integer not null default 0`.execute(db);
  await sql`alter table votes add column changeable integer`.execute(db);
};
