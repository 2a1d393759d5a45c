import { type Kysely, sql } from "kysely";

const SURVEYS_AT_ONCE = 1000;

/** Upgrade notices that people have yet to see; the first is on private surveys' results (R377). */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  const isSqlite = engine === "sqlite";
  const toUsers = "references users on delete cascade";
  await sql`create table unseen_notices (
    user_id bigint not null ${sql.raw(isSqlite ? toUsers : "")},
    notice text not null,
    primary key (user_id, notice)
  ) ${sql.raw(isSqlite ? "without rowid" : "")}`.execute(db);
  await insertPrivateResults(db);
  if (isSqlite) return;
  // Last, so that registrations and follows do not wait while surveys are read.
  await sql`lock table users in share row exclusive mode`.execute(db);
  // Some people may have deleted their account since their surveys were read.
  await sql`delete from unseen_notices
    where not exists (select 1 from users where users.id = user_id)`.execute(db);
  await sql`alter table unseen_notices
    add foreign key (user_id) ${sql.raw(toUsers)}`.execute(db);
};

/** For owners of private surveys that were published before results below five votes were hidden. */
async function insertPrivateResults(db: Kysely<never>): Promise<void> {
  const hiddenSince = await recordedAt(db, "025-shown-votes");
  for (let last = 0; ; ) {
    const { rows } = await sql<{
      id: number | null;
    }>`select max(id) as id from (select id from surveys
      where id > ${last} order by id limit ${SURVEYS_AT_ONCE}) as slice`.execute(db);
    const to = rows[0]?.id ?? null;
    if (to === null) return;
    await sql`insert into unseen_notices (user_id, notice)
      select distinct owner_id, 'private-results' from surveys
      where id > ${last} and id <= ${to} and visibility = 'private' and instant_results = 0
        and published_at < ${hiddenSince}
      on conflict do nothing`.execute(db);
    last = to;
  }
}

async function recordedAt(db: Kysely<never>, migration: string): Promise<number> {
  const { rows } = await sql<{ timestamp: string }>`select timestamp from kysely_migration
    where name = ${migration}`.execute(db);
  return Date.parse(rows[0]?.timestamp ?? "");
}
