import { type RawBuilder, type SqlBool, sql } from "kysely";
import { idRows } from "#server/db/bulk.ts";
import { cutPage, type Paging, readCursor } from "#server/db/cursor.ts";
import type { Database } from "#server/db/database.ts";
import { hasNotEndedAt, isListed, listedTo } from "#server/features/visibility/visibility.reads.ts";
import { hasVotedOn, voterOfAccount } from "#server/features/voters/voters.reads.ts";
import { ANY_WORDS, findMatching } from "./search/survey-search.reads.ts";
import { selectCards, toCard } from "./survey-cards.reads.ts";
import { ORDERS, readPlace } from "./survey-lists.reads.ts";

/** Lists active public surveys of the people that somebody follows, newest first. */
export async function listFollowed(
  db: Database,
  userId: number,
  { limit, cursor }: Paging,
  now: number,
) {
  const rows = await findFollowed(db, userId, readCursor(cursor, 2) ?? [], limit + 1, now);
  return cutPage(
    rows,
    limit,
    (row) => [row.start_time, row.id],
    (row) => toCard(db, row, now),
  );
}

interface Choice {
  /** Only those on which the person has not voted. */
  unanswered?: boolean;
  /** A further condition on `surveys`. */
  but?: RawBuilder<SqlBool>;
}

/** The same as rows, after a start and id; from the beginning if these are missing. */
export async function findFollowed(
  db: Database,
  userId: number,
  from: readonly number[],
  limit: number,
  now: number,
  { unanswered = false, but = sql`1 = 1` }: Choice = {},
) {
  const [start = now + 1, id = 0] = from;
  const stands = (table: string) => sql<SqlBool>`${isListed({ table })}
    and (${sql.ref(`${table}.start_time`)}, ${sql.ref(`${table}.id`)}) < (${start}, ${id})
    and ${hasNotEndedAt(now, { table })}
    and ${unanswered ? isUnanswered(table) : sql`1 = 1`}`;
  const isUnanswered = (table: string) =>
    sql`not ${hasVotedOn(sql.ref(`${table}.id`), voterOfAccount(userId))}`;
  // A page can only contain surveys of the latest askers, at most as many people as its length.
  const { rows: askers } = await sql<{ id: number; newest: number }>`
    select id, newest from (
      select followed_id as id,
        (select newer.start_time from surveys as newer
          where newer.owner_id = followed_id and ${stands("newer")}
          order by newer.start_time desc, newer.id desc limit 1) as newest
      from follows where follower_id = ${userId}) as followed
    where newest is not null order by newest desc limit ${limit}`.execute(db.query);
  if (askers.length === 0) return [];
  const oldest = askers.length === limit ? (askers.at(-1)?.newest ?? 0) : 0;
  const ids = idRows(
    db,
    askers.map((asker) => asker.id),
  );
  return (
    selectCards(db)
      .where(sql<SqlBool>`surveys.owner_id in (select id from ${ids})`)
      .where(stands("surveys"))
      .where(sql<SqlBool>`${but}`)
      .where("surveys.start_time", ">=", oldest)
      // The unary pluses keep the planner from walking the index of all surveys.
      .orderBy(sql`+surveys.start_time desc, +surveys.id desc`)
      .limit(limit)
      .execute()
  );
}

/** Lists active public surveys of others that somebody has not voted on, most popular first. */
export async function listNotVotedOn(
  db: Database,
  userId: number,
  { limit, cursor }: Paging,
  now: number,
) {
  const order = ORDERS.popular;
  const { from = [order.begin(now)] } = await readPlace(db, { cursor, order: "popular" }, false);
  const search = { order, filter: {}, condition: listedTo(userId, now) };
  const rows = await findMatching(db, search, ANY_WORDS, from, limit + 1);
  return cutPage(
    rows,
    limit,
    (row) => [row.id],
    (row) => toCard(db, row, now),
  );
}
