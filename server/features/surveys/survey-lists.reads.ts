import { type SqlBool, sql } from "kysely";
import type * as z from "zod";
import type { listSurveys } from "#contract/surveys.ts";
import { cutPage, invalidCursor, readCursor } from "#server/db/cursor.ts";
import type { Database } from "#server/db/open.ts";
import { comesAfter, ENDING, NEW } from "./search/posting-lists.reads.ts";
import { findAlong, listed, type Narrowed, narrowToPopular } from "./search/survey-search.reads.ts";
import { endPlace, type TermsWanted, termsWanted } from "./search/survey-terms.ts";
import { type CardRow, type CardsQuery, selectCards, toCard } from "./survey-cards.reads.ts";

export type SurveyFilter = z.output<typeof listSurveys.query>;

/** The active public surveys that match, in the order asked for (R93). */
export async function listActive(db: Database, filter: SurveyFilter, now: number) {
  const { limit, order } = filter;
  const from =
    order === "popular" ? await popularPlace(db, filter.cursor) : readCursor(filter.cursor, 2);
  const wanted = termsWanted(filter);
  if (!wanted) return { items: [], next_cursor: null };
  const cards = active(db, filter, now);
  if (order === "popular") {
    const rows = await findPopular(db, cards, wanted, from ?? [], limit + 1, now);
    return cutPage(
      rows,
      limit,
      (row) => [row.id],
      (row) => toCard(row, now),
    );
  }
  const isEnding = order === "ending";
  const termOrder = isEnding ? ENDING : NEW;
  const begin = from ?? [termOrder.begin(now)];
  const isSearch = wanted.words.length + wanted.filters.length > 0;
  const rows = isSearch
    ? await findAlong(db, cards, wanted, termOrder, begin, limit + 1, now)
    : await (isEnding ? endingFirst : newFirst)(cards, begin, limit + 1);
  return cutPage(
    rows,
    limit,
    (row) => [isEnding ? endPlace(row) : row.start_time, row.id],
    (row) => toCard(row, now),
  );
}

/**
 * Where a page of the most popular begins. Its cursor names a survey alone, as nobody may learn from
 * it how many votes there are (R66). That survey may have come to more meanwhile: then some
 * appear once more, but none is passed over.
 */
async function popularPlace(db: Database, cursor: string | undefined) {
  const [id] = readCursor(cursor, 1) ?? [];
  if (id === undefined) return undefined;
  const row = await db.query
    .selectFrom("surveys")
    .select("popularity")
    .where("id", "=", id)
    .where("visibility", "=", "public")
    .executeTakeFirst();
  if (!row) throw invalidCursor();
  return [row.popularity, id];
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

const newFirst = (cards: CardsQuery, from: readonly number[], limit: number): Promise<CardRow[]> =>
  listed(cards)
    .where(comesAfter(NEW, ["surveys.start_time", "surveys.id"], from))
    .orderBy("surveys.start_time", "desc")
    .orderBy("surveys.id", "desc")
    .limit(limit)
    .execute();

/** In two steps, so that each follows an index: no end sorts differently on the two engines. */
async function endingFirst(
  cards: CardsQuery,
  [end = 0, id = 0]: readonly number[],
  limit: number,
): Promise<CardRow[]> {
  const isEndless = end === endPlace({ id, expire_time: null });
  const ending = isEndless
    ? []
    : await listed(cards)
        .where(sql<SqlBool>`(surveys.expire_time, surveys.id) > (${end}, ${id})`)
        .orderBy("surveys.expire_time")
        .orderBy("surveys.id")
        .limit(limit)
        .execute();
  if (ending.length === limit) return ending;
  const endless = await listed(cards)
    .$if(isEndless, (query) => query.where("surveys.id", "<", id))
    .where("surveys.expire_time", "is", null)
    .orderBy("surveys.id", "desc")
    .limit(limit - ending.length)
    .execute();
  return [...ending, ...endless];
}

async function findPopular(
  db: Database,
  cards: CardsQuery,
  wanted: TermsWanted,
  from: readonly number[],
  limit: number,
  now: number,
): Promise<CardRow[]> {
  const [votes = LAST_ID] = from;
  let rows: CardRow[] = [];
  for await (const narrowed of narrowToPopular(db, cards, wanted, { votes, page: limit }, now)) {
    rows = await popularFirst(narrowed, from, limit);
    if (rows.length === limit) break;
  }
  return rows;
}

/**
 * In two steps, as so many surveys may have the same number of votes: SQLite would follow the index
 * to the first of them, and read on from there to where the page begins.
 */
async function popularFirst(
  { cards, column }: Narrowed,
  [popularity = LAST_ID, id = LAST_ID]: readonly number[],
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
