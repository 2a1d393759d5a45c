import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "#server/db/open.ts";
import type { CardRow, CardsQuery } from "#server/features/surveys/survey-cards.reads.ts";
import {
  byRarity,
  comesAfter,
  FEW,
  fewOfPair,
  firstThatFills,
  type Pair,
  pairOf,
  readPair,
  SORTABLE,
  type TermOrder,
} from "./posting-lists.reads.ts";
import { type TermsWanted, termAtLevel, VOTE_LEVELS } from "./survey-terms.ts";

/**
 * The next surveys that have all the terms, of which there is one at least. The rarest term's are
 * walked and the words looked up; or two terms' are read side by side where that is less, as few
 * surveys may have both.
 */
export async function findAlong(
  db: Database,
  cards: CardsQuery,
  { words, filters }: TermsWanted,
  order: TermOrder,
  from: readonly number[],
  limit: number,
  now: number,
): Promise<CardRow[]> {
  const terms = [...words, ...filters];
  const counted = terms.length > 1 ? await byRarity(db, terms, FEW, now) : [];
  const pair = pairOf(counted, now);
  if (pair) return findPaired(db, having(cards, words, pair.terms), pair, order, from, limit);
  const walked = counted[0]?.term ?? terms[0] ?? "";
  const columns = [`walked.${order.place}`, "walked.survey_id"] as const;
  const [place, id] = columns.map((name) => sql.ref(name));
  return along(having(cards, words, [walked]), walked)
    .where(comesAfter(order, columns, from))
    .orderBy(sql`${place} ${order.direction}, ${id} ${order.direction}`)
    .limit(limit)
    .execute();
}

async function findPaired(
  db: Database,
  cards: CardsQuery,
  pair: Pair,
  order: TermOrder,
  from: readonly number[],
  limit: number,
): Promise<CardRow[]> {
  const found: CardRow[] = [];
  // Some may have ended, or lack another word: where few are left, more are looked at.
  let many = limit;
  for (let last: readonly number[] | undefined = from; last && found.length < limit; ) {
    const places = await readPair(db, pair, order, last, many);
    const ids = places.map(([, id]) => id);
    const rows = ids.length > 0 ? await among(db, cards, ids).execute() : [];
    const byId = new Map(rows.map((row) => [row.id, row]));
    found.push(...ids.flatMap((id) => byId.get(id) ?? []));
    last = places.length === many ? places.at(-1) : undefined;
    many = Math.min(many * 2, SORTABLE);
  }
  return found.slice(0, limit);
}

/** Surveys of a query, to be put in the order of their votes. */
export interface Narrowed {
  cards: CardsQuery;
  /** A column to order or bound by; where few surveys are sorted, its index must not be walked. */
  column(name: string): RawBuilder<number>;
}

/**
 * Surveys that have all the terms, in ways of which each finds more than the one before and costs
 * more: first those of many votes, where they may fill a page that begins at `votes`, and last all.
 */
export async function* narrowToPopular(
  db: Database,
  cards: CardsQuery,
  { words, filters }: TermsWanted,
  { votes, page }: { votes: number; page: number },
  now: number,
): AsyncGenerator<Narrowed> {
  const terms = [...words, ...filters];
  const counted = terms.length > 1 ? await byRarity(db, terms, FEW, now) : [];
  const pair = pairOf(counted, now);
  const paired = pair && (await fewOfPair(db, pair, now));
  if (paired) {
    if (paired.length > 0) yield sorted(having(among(db, cards, paired), words, pair.terms));
    return;
  }
  const walked = counted[0]?.term ?? terms[0] ?? "";
  let levels = terms.length > 0 ? [...VOTE_LEVELS, 0].filter((level) => level <= votes) : [];
  while (levels.length > 0) {
    const atLevels = levels.map((level) => termAtLevel(level, walked));
    const here = await firstThatFills(db, atLevels, page, now);
    const [level = 0, ...lower] = levels.slice(atLevels.indexOf(here.term));
    if (here.count === FEW) break;
    const few = having(along(cards, here.term), words, [walked]);
    yield sorted(few.where(sql<SqlBool>`+surveys.popularity >= ${level}`));
    if (level === 0) return;
    levels = lower;
  }
  // The filters are columns of the order's index: a walk passes over other surveys at once.
  const [rarest] = words.length > 0 ? await byRarity(db, terms, SORTABLE, now) : [];
  yield rarest && rarest.count < SORTABLE
    ? sorted(along(having(cards, words, [rarest.term]), rarest.term))
    : { cards: having(listed(cards), words), column: sql.ref };
}

const sorted = (cards: CardsQuery): Narrowed => ({
  cards,
  column: (name) => sql`+${sql.ref(name)}`,
});

/** Leaves the surveys of these ids. */
function among(db: Database, cards: CardsQuery, ids: readonly number[]): CardsQuery {
  const given = db.rows(
    ["id"],
    ids.map((id) => [id]),
  );
  return cards.where(sql<SqlBool>`surveys.id in (select id from ${given})`);
}

/** The literal names the index that the list is. */
export const listed = (cards: CardsQuery) => cards.where(sql<SqlBool>`surveys.listed = 1`);

/** A subquery that yields a value is asked survey by survey, never turned into a join. */
const having = (
  cards: CardsQuery,
  words: readonly string[],
  known: readonly string[] = [],
): CardsQuery =>
  words
    .filter((word) => !known.includes(word))
    .reduce(
      (query, word) =>
        query.where(sql<SqlBool>`(select 1 from survey_terms where term = ${word}
          and start_time = surveys.start_time and survey_id = surveys.id) = 1`),
      cards,
    );

/** Without naming `listed`, which says nothing new and makes PostgreSQL expect too few to walk. */
const along = (cards: CardsQuery, term: string): CardsQuery =>
  cards.$if(true, (query) =>
    query
      .innerJoin("survey_terms as walked", "walked.survey_id", "surveys.id")
      .where("walked.term", "=", term),
  );
