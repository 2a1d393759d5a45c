import { type RawBuilder, type SqlBool, sql } from "kysely";
import type * as z from "zod";
import { DAY_MS } from "#contract/durations.ts";
import type { listQuestions } from "#contract/endpoints/feed.ts";
import { idRows } from "#server/db/bulk.ts";
import { cutPage, readCursor } from "#server/db/cursor.ts";
import type { Database } from "#server/db/database.ts";
import { findFollowed } from "#server/features/surveys/feeds.reads.ts";
import {
  ANY_WORDS,
  END_PLACE,
  findMatching,
} from "#server/features/surveys/search/survey-search.reads.ts";
import { ORDERS } from "#server/features/surveys/survey-lists.reads.ts";
import { isActiveAt, listedTo } from "#server/features/visibility/visibility.reads.ts";
import {
  findLikedCategories,
  isNotByFollowed,
  listLiked,
  listPopular,
  listWanted,
} from "./feed-parts.reads.ts";

export type FeedQuery = z.output<typeof listQuestions.query>;
type Page = Promise<{ items: number[]; next_cursor: string | null }>;

/** How far ahead `ending` looks. */
const ENDING_WITHIN_MS = 7 * DAY_MS;

/**
 * Lists ids of surveys that somebody (null: a visitor) can vote on. Orders reveal no hidden number
 * (R66): those by popularity are as in lists, and a cursor among them holds only a survey's id.
 */
export function findQuestions(
  db: Database,
  viewerId: number | null,
  query: FeedQuery,
  ofTheDay: readonly number[],
  now: number,
): Page {
  const wanted = viewerId === null ? isActiveAt(now) : listedTo(viewerId, now);
  if (query.tab === "you") return mix(db, viewerId, query, ofTheDay, wanted, now);
  if (query.tab === "following") return listOfFollowed(db, viewerId, query, now);
  const isSoon = sql<SqlBool>`${END_PLACE} < ${now + ENDING_WITHIN_MS}`;
  const condition = query.tab === "ending" ? sql<SqlBool>`${wanted} and ${isSoon}` : wanted;
  return listInOrder(db, query, query.tab, condition, now);
}

async function listInOrder(
  db: Database,
  { limit, cursor }: FeedQuery,
  tab: "new" | "ending",
  condition: RawBuilder<SqlBool>,
  now: number,
): Page {
  const order = ORDERS[tab];
  const [place = order.begin(now), id] = readCursor(cursor, 2) ?? [];
  const search = { order, filter: {}, condition };
  const rows = await findMatching(db, search, ANY_WORDS, [place, id], limit + 1);
  return cutPage(
    rows,
    limit,
    (row) => [...order.placeIn(row), row.id],
    (row) => row.id,
  );
}

async function listOfFollowed(
  db: Database,
  viewerId: number | null,
  { limit, cursor }: FeedQuery,
  now: number,
): Page {
  if (viewerId === null) return { items: [], next_cursor: null };
  const before = readCursor(cursor, 2) ?? [];
  const rows = await findFollowed(db, viewerId, before, limit + 1, now, { unanswered: true });
  return cutPage(
    rows,
    limit,
    (row) => [row.start_time, row.id],
    (row) => row.id,
  );
}

/** Where each part of the mix continues: after these surveys; 0 at the beginning. */
interface Positions {
  /** Which part is next. */
  turn: number;
  ofTheDay: number;
  start: number;
  followed: number;
  liked: number;
  other: number;
  /** The liked categories of the first page: votes between two pages would change them. */
  category1: number;
  category2: number;
  category3: number;
}
const BEGINNING: Positions = {
  ...{ turn: 0, ofTheDay: 0, start: 0, followed: 0, liked: 0, other: 0 },
  ...{ category1: 0, category2: 0, category3: 0 },
};

/** A survey, and what changes in the positions once it is listed. */
interface Candidate {
  id: number;
  at: Partial<Positions>;
}

/**
 * In turn one of the day, one by somebody followed and one of a category in which the person votes;
 * once these run out, the most popular others. No survey is in two parts, so that none is listed
 * twice.
 */
async function mix(
  db: Database,
  viewerId: number | null,
  { limit, cursor }: FeedQuery,
  ofTheDay: readonly number[],
  wanted: RawBuilder<SqlBool>,
  now: number,
): Page {
  const from = readPositions(cursor) ?? (await begin(db, viewerId));
  const most = limit + 1;
  const liked = [from.category1, from.category2, from.category3].filter((id) => id > 0);
  const but = sql<SqlBool>`surveys.id not in (select id from ${idRows(db, ofTheDay)})`;
  const notFollowed = viewerId === null ? sql<SqlBool>`1 = 1` : isNotByFollowed(viewerId);
  const condition = sql<SqlBool>`${wanted} and ${but} and ${notFollowed}`;

  const [day, followed, popular] = await Promise.all([
    listWanted(db, ofTheDay.slice(ofTheDay.indexOf(from.ofTheDay) + 1), wanted),
    viewerId === null
      ? []
      : findFollowed(db, viewerId, from.start ? [from.start, from.followed] : [], most, now, {
          unanswered: true,
          but,
        }),
    listLiked(db, liked, from.liked, condition, most, now),
  ]);
  const parts: Candidate[][] = [
    day.map((id) => ({ id, at: { ofTheDay: id } })),
    followed.map(({ id, start_time }) => ({ id, at: { start: start_time, followed: id } })),
    popular.map((id) => ({ id, at: { liked: id } })),
  ];
  const taken = takeInTurn(parts, from.turn, most);
  if (taken.length < most) {
    const notLiked = sql<SqlBool>`${condition}
      and +surveys.category_id not in (select id from ${idRows(db, liked)})`;
    const others = await listPopular(db, from.other, notLiked, most - taken.length, now);
    taken.push(...others.map(({ id }) => ({ id, at: { other: id } })));
  }
  let position = from;
  const rows = taken.map(({ id, at }) => {
    position = { ...position, ...at };
    return { id, position };
  });
  return cutPage(
    rows,
    limit,
    (row) => Object.values(row.position),
    (row) => row.id,
  );
}

function readPositions(cursor: string | undefined): Positions | undefined {
  const names = Object.keys(BEGINNING);
  const read = readCursor(cursor, names.length);
  return read && { ...BEGINNING, ...Object.fromEntries(read.map((place, i) => [names[i], place])) };
}

async function begin(db: Database, viewerId: number | null): Promise<Positions> {
  if (viewerId === null) return BEGINNING;
  const [category1 = 0, category2 = 0, category3 = 0] = await findLikedCategories(db, viewerId);
  return { ...BEGINNING, category1, category2, category3 };
}

/** Takes one of each part that has any, again and again, beginning with the part `turn`. */
function takeInTurn(parts: readonly Candidate[][], turn: number, most: number): Candidate[] {
  const taken: Candidate[] = [];
  // A cursor may hold any number.
  for (
    let at = Math.abs(turn) % parts.length;
    taken.length < most && parts.some(({ length }) => length > 0);
    at++
  ) {
    const next = parts[at % parts.length]?.shift();
    if (next) taken.push({ ...next, at: { ...next.at, turn: (at + 1) % parts.length } });
  }
  return taken;
}
