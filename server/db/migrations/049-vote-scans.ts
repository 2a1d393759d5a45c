import { type Kysely, sql } from "kysely";

/** How far the votes of a large survey were read for sealing or comparing, and their receipts. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table vote_scans (
    survey_id bigint not null references surveys on delete cascade,
    purpose text not null,
    version bigint not null,
    read_down_to bigint not null,
    state text not null,
    primary key (survey_id, purpose)
  )`.execute(db);
  await sql`create table vote_scan_counts (
    survey_id bigint not null,
    purpose text not null,
    option_id bigint not null,
    while_private bigint not null,
    anonymous bigint not null,
    votes bigint not null,
    primary key (survey_id, purpose, option_id, while_private, anonymous),
    foreign key (survey_id, purpose) references vote_scans on delete cascade
  )`.execute(db);
  await sql`create table receipt_parts (
    survey_id bigint not null,
    purpose text not null,
    shelf text not null,
    part bigint not null,
    receipts text not null,
    primary key (survey_id, purpose, shelf, part),
    foreign key (survey_id, purpose) references vote_scans on delete cascade
  )`.execute(db);
}
