import { type Kysely, sql } from "kysely";

/**
 * Who may invite a person: everybody, as so far, people that the person follows, or nobody (R236).
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table users add column invitable_by text not null default 'everybody'
    check (invitable_by in ('everybody', 'followings', 'nobody'))`.execute(db);
}
