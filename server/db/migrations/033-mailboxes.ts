import { type Kysely, sql } from "kysely";
import { canonicalAddress } from "#contract/shapes/canonical-address.ts";

const AT_ONCE = 1000;

/**
 * A mailbox has one account, however its address is spelt (R38). Where earlier versions allowed
 * several, the oldest keeps the mailbox and `twin` distinguishes the others.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table users add column canonical_email text`.execute(db);
  await sql`alter table users add column twin bigint not null default 0`.execute(db);
  for (let last = 0; ; ) {
    const { rows } = await sql<{ id: number; email: string }>`select id, email from users
      where id > ${last} order by id limit ${AT_ONCE}`.execute(db);
    if (rows.length === 0) break;
    last = rows.at(-1)?.id ?? last;
    const addresses = rows.map(
      ({ id, email }) => sql`(cast(${id} as bigint), cast(${canonicalAddress(email)} as text))`,
    );
    // SQLite joins at most 500 selects with `union all`; rows of `values` have no such limit.
    await sql`with input (id, address) as (values ${sql.join(addresses)})
      update users set canonical_email = input.address from input
      where users.id = input.id`.execute(db);
  }
  await sql`create index users_by_canonical_email on users (canonical_email, id)`.execute(db);
  await sql`update users set twin = id where exists (select 1 from users as older
    where older.canonical_email = users.canonical_email and older.id < users.id)`.execute(db);
  await sql`drop index users_by_canonical_email`.execute(db);
  await sql`create unique index users_by_mailbox on users (canonical_email, twin)`.execute(db);
}
