import { type Kysely, sql } from "kysely";

/** From which accounts and networks the votes of each hour came, as numbers only (R454). */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  await sql`create table hourly_origins (
    survey_id bigint not null references surveys on delete cascade,
    hour bigint not null,
    votes bigint not null,
    young_votes bigint not null,
    networks bigint not null,
    primary key (survey_id, hour)
  ) ${sql.raw(engine === "sqlite" ? "without rowid" : "")}`.execute(db);
};
