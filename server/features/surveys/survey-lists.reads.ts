import { sql } from "kysely";
import type * as z from "zod";
import type { SurveyType } from "#contract/survey-shapes.ts";
import type { listSurveys } from "#contract/surveys.ts";
import { cutPage, readCursor } from "#server/db/cursor.ts";
import type { Database } from "#server/db/open.ts";
import { searchPatterns } from "./search-text.ts";
import {
  type CardRow,
  type CardsQuery,
  selectCards,
  toCard,
  toOwnCard,
} from "./survey-cards.reads.ts";

export type SurveyFilter = z.output<typeof listSurveys.query>;

interface Paging {
  limit: number;
  cursor?: string | undefined;
}

/** The active public surveys that match, in the order asked for (decision 31). */
export async function listActive(db: Database, filter: SurveyFilter, now: number) {
  const { limit, order } = filter;
  const cards = active(db, filter, now);
  const from = readCursor(filter.cursor, 2);
  if (order === "ending") {
    return cutPage(await endingFirst(cards, from, limit + 1, now), limit, endPlace, toCard);
  }
  const column = order === "new" ? "start_time" : "vote_count";
  const rows = await descending(cards, column, from)
    .limit(limit + 1)
    .execute();
  return cutPage(rows, limit, (row) => [row[column], row.id], toCard);
}

/** One's own surveys in every state, newest first, with how many there are of each type. */
export async function listOwn(
  db: Database,
  owner: number,
  paging: Paging & { type?: SurveyType | undefined },
  now: number,
) {
  const { type, limit, cursor } = paging;
  const [before] = readCursor(cursor, 1) ?? [];
  const rows = await selectCards(db)
    .where("owner_id", "=", owner)
    .$if(type !== undefined, (query) => query.where("type", "=", type ?? "SURVEY"))
    .$if(before !== undefined, (query) => query.where("surveys.id", "<", before ?? 0))
    .orderBy("surveys.id", "desc")
    .limit(limit + 1)
    .execute();
  const page = cutPage(
    rows,
    limit,
    (row) => [row.id],
    (row) => toOwnCard(row, now),
  );
  return { ...page, counts: await countTypes(db, owner) };
}

async function countTypes(db: Database, owner: number) {
  const rows = await db.query
    .selectFrom("surveys")
    .select(["type", (all) => all.fn.countAll<number>().as("count")])
    .where("owner_id", "=", owner)
    .groupBy("type")
    .execute();
  const counts = { SURVEY: 0, TEST: 0 };
  for (const { type, count } of rows) counts[type] = count;
  return counts;
}

function active(db: Database, { type, category_id, q = "" }: SurveyFilter, now: number) {
  let cards = selectCards(db)
    .where("visibility", "=", "public")
    .where("start_time", "<=", now)
    .where(({ or, eb }) => or([eb("expire_time", "is", null), eb("expire_time", ">", now)]));
  if (type) cards = cards.where("type", "=", type);
  if (category_id) cards = cards.where("category_id", "=", category_id);
  for (const pattern of searchPatterns(q)) {
    cards = cards.where(sql<boolean>`search_text like ${pattern} escape '!'`);
  }
  return cards;
}

function descending(
  cards: CardsQuery,
  column: "start_time" | "vote_count",
  from: number[] | undefined,
): CardsQuery {
  const key = sql.ref(column);
  const ordered = cards.orderBy(column, "desc").orderBy("surveys.id", "desc");
  return from
    ? ordered.where(sql<boolean>`(${key}, surveys.id) < (${from[0]}, ${from[1]})`)
    : ordered;
}

/** A survey without an end comes last, at place 0. */
const endPlace = (row: CardRow) => [row.expire_time ?? 0, row.id];

/** In two steps, so that both can follow the index: no end sorts differently on the two engines. */
async function endingFirst(
  cards: CardsQuery,
  [end, id]: number[] = [],
  limit: number,
  now: number,
): Promise<CardRow[]> {
  const ending =
    end === 0
      ? []
      : await cards
          .$if(end !== undefined, (query) =>
            query.where(sql<boolean>`(expire_time, surveys.id) > (${end}, ${id})`),
          )
          .where("expire_time", ">", now)
          .orderBy("expire_time")
          .orderBy("surveys.id")
          .limit(limit)
          .execute();
  if (ending.length === limit) return ending;
  const endless = await cards
    .$if(end === 0, (query) => query.where("surveys.id", "<", id ?? 0))
    .where("expire_time", "is", null)
    .orderBy("surveys.id", "desc")
    .limit(limit - ending.length)
    .execute();
  return [...ending, ...endless];
}
