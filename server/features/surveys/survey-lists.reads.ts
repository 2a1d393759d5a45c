import { type SqlBool, sql } from "kysely";
import type * as z from "zod";
import type { listSurveys } from "#contract/surveys.ts";
import { cutPage, readCursor } from "#server/db/cursor.ts";
import type { Database } from "#server/db/open.ts";
import { type CardRow, type CardsQuery, selectCards, toCard } from "./survey-cards.reads.ts";
import {
  among,
  findPair,
  type Narrowed,
  type Newest,
  narrowList,
  narrowNewest,
  narrowToFew,
  narrowToMuchVoted,
} from "./survey-search.reads.ts";
import { type TermsWanted, termsWanted } from "./survey-terms.ts";

export type SurveyFilter = z.output<typeof listSurveys.query>;

/** The active public surveys that match, in the order asked for (decision 31). */
export async function listActive(db: Database, filter: SurveyFilter, now: number) {
  const { limit, order } = filter;
  const from = readCursor(filter.cursor, 2);
  const wanted = termsWanted(filter);
  if (!wanted) return { items: [], next_cursor: null };
  const cards = active(db, filter, now);
  if (order === "ending") {
    const narrowed = (await narrowToFew(db, cards, wanted, now)) ?? narrowList(cards, wanted);
    const rows = await endingFirst(narrowed, from ?? [now, LAST_ID], limit + 1);
    return cutPage(rows, limit, endPlace, toCard);
  }
  if (order === "popular") {
    const rows = await findPopular(db, cards, wanted, now, from ?? [], limit + 1);
    return cutPage(rows, limit, (row) => [row.popularity, row.id], toCard);
  }
  const newest = await narrowNewest(db, cards, wanted, now);
  const rows = await newFirst(db, newest, from ?? [now, LAST_ID], limit + 1);
  return cutPage(rows, limit, (row) => [row.start_time, row.id], toCard);
}

/** The plus keeps a condition from choosing the index: that is for the order to choose. */
const active = (db: Database, { type, category_id }: SurveyFilter, now: number) =>
  selectCards(db)
    .where(sql<SqlBool>`+surveys.start_time <= ${now}`)
    .where(sql<SqlBool>`(surveys.expire_time is null or +surveys.expire_time > ${now})`)
    .$if(type !== undefined, (query) => query.where("surveys.type", "=", type ?? "SURVEY"))
    .$if(category_id !== undefined, (query) =>
      query.where("surveys.category_id", "=", category_id ?? 0),
    );

async function newFirst(
  db: Database,
  { cards, columns, pair }: Newest,
  from: number[],
  limit: number,
): Promise<CardRow[]> {
  const [start, id] = columns.map((name) => sql.ref<number>(name));
  const ordered = cards.orderBy(sql`${start} desc, ${id} desc`);
  if (!pair) {
    return ordered
      .where(sql<SqlBool>`(${start}, ${id}) < (${sql.join(from)})`)
      .limit(limit)
      .execute();
  }
  const rows: CardRow[] = [];
  // Some may have ended, or lack another word: where few are left, more are looked at.
  let many = limit;
  for (let last: number[] | undefined = from; last && rows.length < limit; ) {
    const found = await findPair(db, pair, last, many);
    const ids = found.map(([, id]) => id);
    if (ids.length > 0) rows.push(...(await among(db, ordered, ids).limit(limit).execute()));
    last = found.length === many ? found.at(-1) : undefined;
    many = Math.min(many * 2, MANY);
  }
  return rows.slice(0, limit);
}

/** At once, of the surveys that have two words. */
const MANY = 2000;

/** Where few are much voted, the popular are found among them, if those fill the page. */
async function findPopular(
  db: Database,
  cards: CardsQuery,
  wanted: TermsWanted,
  now: number,
  from: number[],
  limit: number,
): Promise<CardRow[]> {
  const muchVoted = await narrowToMuchVoted(db, cards, wanted, limit, now);
  const first = muchVoted ? await popularFirst(muchVoted, from, limit) : [];
  if (first.length === limit) return first;
  const narrowed = (await narrowToFew(db, cards, wanted, now)) ?? narrowList(cards, wanted);
  return popularFirst(narrowed, from, limit);
}

/**
 * In two steps, as so many surveys may have the same number of votes: SQLite would follow the index
 * to the first of them, and read on from there to where the page begins.
 */
async function popularFirst(
  { cards, column }: Narrowed,
  [popularity = LAST_ID, id = LAST_ID]: number[],
  limit: number,
): Promise<CardRow[]> {
  const [key, idKey] = [column("surveys.popularity"), column("surveys.id")];
  const equal =
    popularity === LAST_ID
      ? []
      : await cards
          .where(key, "=", popularity)
          .where(idKey, "<", id)
          .orderBy(sql`${idKey} desc`)
          .limit(limit)
          .execute();
  if (equal.length === limit) return equal;
  const fewer = await cards
    .where(key, "<", popularity)
    .orderBy(sql`${key} desc, ${idKey} desc`)
    .limit(limit - equal.length)
    .execute();
  return [...equal, ...fewer];
}

/** No id is greater, nor any other number here. */
const LAST_ID = Number.MAX_SAFE_INTEGER;

/** A survey without an end comes last, at place 0. */
const endPlace = (row: CardRow) => [row.expire_time ?? 0, row.id];

/** In two steps, so that each follows an index: no end sorts differently on the two engines. */
async function endingFirst(
  { cards, column }: Narrowed,
  [end, id]: number[],
  limit: number,
): Promise<CardRow[]> {
  const [endKey, idKey] = [column("surveys.expire_time"), column("surveys.id")];
  const ending =
    end === 0
      ? []
      : await cards
          .where(sql<SqlBool>`(${endKey}, ${idKey}) > (${end}, ${id})`)
          .orderBy(sql`${endKey}, ${idKey}`)
          .limit(limit)
          .execute();
  if (ending.length === limit) return ending;
  const endless = await cards
    .$if(end === 0, (query) => query.where(idKey, "<", id ?? 0))
    .where("surveys.expire_time", "is", null)
    .orderBy(sql`${idKey} desc`)
    .limit(limit - ending.length)
    .execute();
  return [...ending, ...endless];
}
