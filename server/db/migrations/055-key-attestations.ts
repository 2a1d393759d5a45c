import { type Kysely, sql } from "kysely";

/** Signatures with which the keys of an installation vouch for each other. */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  const keyed = sql.raw(engine === "sqlite" ? "without rowid" : "");
  await sql`create table key_attestations (
    key_id text not null,
    attesting_key text not null,
    signature text not null,
    primary key (key_id, attesting_key)
  ) ${keyed}`.execute(db);
};
