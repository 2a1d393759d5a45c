import { sql } from "kysely";
import type * as z from "zod";
import type { listSurveys } from "#contract/endpoints/surveys.ts";
import { cutPage, invalidCursor, readCursor } from "#server/db/cursor.ts";
import type { Database } from "#server/db/database.ts";
import { isActiveAt, PUBLIC } from "#server/features/visibility/visibility.reads.ts";
import { wordsSought } from "./search/folded-words.ts";
import {
  beginning,
  END_PLACE,
  exactly,
  findMatching,
  misspelt,
  type Position,
  type SurveyOrder,
  type Wanted,
} from "./search/survey-search.reads.ts";
import { type CardRow, toCard } from "./survey-cards.reads.ts";

export type SurveyFilter = z.output<typeof listSurveys.query>;

interface Order extends SurveyOrder {
  /** The place after which the surveys come that have begun and not ended. */
  begin(now: number): number;
  /** What a cursor contains besides the survey. */
  placeIn(row: CardRow): number[];
}

const DESCENDING = { direction: sql`desc`, after: sql`<` };
export const ORDERS: Record<SurveyFilter["order"], Order> = {
  new: {
    place: sql`surveys.start_time`,
    ...DESCENDING,
    begin: (now) => now + 1,
    placeIn: (row) => [row.start_time],
  },
  popular: {
    place: sql`surveys.popularity`,
    ...DESCENDING,
    begin: () => Number.MAX_SAFE_INTEGER,
    placeIn: () => [],
  },
  ending: {
    place: END_PLACE,
    direction: sql`asc`,
    after: sql`>`,
    begin: (now) => now,
    placeIn: ({ id, expire_time }) => [expire_time ?? Number.MAX_SAFE_INTEGER - id],
  },
};

/** If fewer surveys than this have the words or their beginnings, one letter may be wrong. */
const LITTLE = 5;

/**
 * Lists active public surveys that match, in the order asked for (R93): first those with the words,
 * then those with their beginnings and, if these are few, those with one wrong letter (R94).
 */
export async function listActive(db: Database, filter: SurveyFilter, now: number) {
  const { limit } = filter;
  const words = wordsSought(filter.q ?? "");
  if (!words) return { items: [], next_cursor: null };
  const isSearch = words.length > 0;
  const { from, way: first } = await readPlace(db, filter, isSearch);
  const order = ORDERS[filter.order];
  const find = (wanted: Wanted, after: Position = [order.begin(now)], many = limit + 1) =>
    findMatching(db, { order, filter, condition: isActiveAt(now) }, wanted, after, many);
  const isLittleFound = async () => {
    if (!from) return found.length < LITTLE;
    return (await find({ ...beginning(words), but: [] }, undefined, LITTLE)).length < LITTLE;
  };
  const ways = [
    () => exactly(words),
    () => beginning(words),
    async () => (first === 2 || (await isLittleFound()) ? misspelt(db, words) : undefined),
  ];

  const found: (CardRow & { way: number })[] = [];
  for (let way = first; way < (isSearch ? ways.length : 1) && found.length <= limit; way++) {
    const wanted = await ways[way]?.();
    if (!wanted) break;
    const rows = await find(wanted, way === first ? from : undefined, limit + 1 - found.length);
    found.push(...rows.map((row) => ({ ...row, way })));
  }
  const places = (row: (typeof found)[number]) => [...order.placeIn(row), row.id];
  return cutPage(
    found,
    limit,
    (row) => [...places(row), ...(isSearch ? [row.way] : [])],
    (row) => toCard(db, row, now),
  );
}

/**
 * Returns where a page begins. The cursor of the most popular contains only a survey, so that it
 * does not reveal the number of votes (R66). If that survey has gained votes since, some surveys
 * appear again, but none is skipped.
 */
export async function readPlace(
  db: Database,
  { cursor, order }: Pick<SurveyFilter, "cursor" | "order">,
  isSearch: boolean,
): Promise<{ from?: Position; way: number }> {
  const places = order === "popular" ? 1 : 2;
  const read = readCursor(cursor, isSearch ? places + 1 : places);
  if (!read) return { way: 0 };
  const [id = 0, way = 0] = read.slice(places - 1);
  if (order !== "popular") return { from: [read[0] ?? 0, id], way };
  return { from: await placeAmongPopular(db, id), way };
}

/** The position after a survey among the most popular. Throws 422 if it is not public any more. */
export async function placeAmongPopular(db: Database, id: number): Promise<Position> {
  const row = await db.query
    .selectFrom("surveys")
    .select("popularity")
    .where("id", "=", id)
    .where(PUBLIC)
    .executeTakeFirst();
  if (!row) throw invalidCursor();
  return [row.popularity, id];
}
