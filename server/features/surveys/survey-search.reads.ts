import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "#server/db/open.ts";
import type { CardsQuery } from "./survey-cards.reads.ts";
import { MUCH_VOTED, muchVotedTerm, type TermsWanted } from "./survey-terms.ts";

/** Fewer surveys can all be fetched and sorted, or looked up, in less than a millisecond. */
const FEW = 300;
/** Fewer are better sorted than met on a walk along the whole list. */
const SORTABLE = 2000;
/** To look one survey up costs as much as to read so many along the list of a term. */
const LOOK_UP_COST = 28;

/** Surveys of a query, in the order `new`. */
export interface Newest {
  cards: CardsQuery;
  /** The columns of the order: those of the term's own list, where one is walked. */
  columns: readonly [string, string];
  /** Two terms to be found together first, as few surveys may have both. */
  pair?: Pair;
}

/**
 * Leaves the surveys that have all the terms, for the order `new`. Each term's stand in it: so the
 * rarest term's are walked and the words looked up, or two terms' are read side by side where that
 * is less.
 */
export async function narrowNewest(
  db: Database,
  cards: CardsQuery,
  { words, filters }: TermsWanted,
  now: number,
): Promise<Newest> {
  const inSurveys = ["surveys.start_time", "surveys.id"] as const;
  const [only, ...more] = [...words, ...filters];
  if (only === undefined) return { cards: listed(cards), columns: inSurveys };
  const [first, ...others] = more.length > 0 ? await byRarity(db, [only, ...more], FEW, now) : [];
  const pair = first && first.count === FEW && pairOf(first, others, words, now);
  if (pair) return { cards: having(cards, words, pair.terms), columns: inSurveys, pair };
  const walked = first?.term ?? only;
  return {
    cards: along(having(cards, words, [walked]), walked),
    columns: ["walked.start_time", "walked.survey_id"],
  };
}

/** Surveys of a query, in another order. */
export interface Narrowed {
  cards: CardsQuery;
  /** A column to order or bound by; where few surveys are sorted, its index must not be walked. */
  column(name: string): RawBuilder<number>;
}

const sorted = (cards: CardsQuery): Narrowed => ({
  cards,
  column: (name) => sql`+${sql.ref(name)}`,
});

/** Leaves the surveys that have all the words, along the list that the order is. */
export const narrowList = (cards: CardsQuery, { words }: TermsWanted): Narrowed => ({
  cards: having(listed(cards), words),
  column: sql.ref,
});

/** Leaves the surveys that have all the terms, if the rarest term or two together leave few. */
export async function narrowToFew(
  db: Database,
  cards: CardsQuery,
  { words, filters }: TermsWanted,
  now: number,
): Promise<Narrowed | null> {
  const terms = [...words, ...filters];
  if (terms.length === 0) return null;
  // The filters are columns of the orders' indexes: a walk passes over other surveys at once.
  const upTo = words.length > 0 ? SORTABLE : FEW;
  const [first, ...others] = await byRarity(db, terms, upTo, now);
  if (!first) return null;
  if (first.count < upTo) return sorted(along(having(cards, words, [first.term]), first.term));
  const pair = pairOf(first, others, words, now);
  const ids = pair && (await fewOfPair(db, pair, now));
  if (!ids) return null;
  return sorted(having(among(db, cards, ids), words, pair.terms));
}

/** Leaves the much voted that have all the terms, if they are few and may fill the page. */
export async function narrowToMuchVoted(
  db: Database,
  cards: CardsQuery,
  { words, filters }: TermsWanted,
  page: number,
  now: number,
): Promise<Narrowed | null> {
  const terms = [...words, ...filters].map(muchVotedTerm);
  if (terms.length === 0) return null;
  const [first] = await byRarity(db, terms, FEW, now);
  if (!first || first.count < page || first.count === FEW) return null;
  const muchVoted = cards.where(sql<SqlBool>`+surveys.popularity >= ${MUCH_VOTED}`);
  return sorted(along(having(muchVoted, words), first.term));
}

/** Leaves the surveys of these ids. */
export function among(db: Database, cards: CardsQuery, ids: readonly number[]): CardsQuery {
  const given = db.rows(
    ["id"],
    ids.map((id) => [id]),
  );
  return cards.where(sql<SqlBool>`surveys.id in (select id from ${given})`);
}

interface Frequency {
  term: string;
  /** Of its surveys that have begun, counted no further than is asked. */
  count: number;
  /** When the oldest of those counted begins. */
  oldest: number;
}

/** The rarest first. */
async function byRarity(
  db: Database,
  terms: readonly string[],
  upTo: number,
  now: number,
): Promise<Frequency[]> {
  const frequencies = terms.map(
    (term) => sql`select ${term} as term, count(*) as count, min(start_time) as oldest from
      (select start_time from survey_terms where term = ${term} and start_time <= ${now}
        order by start_time desc, survey_id desc limit ${upTo}) as newest`,
  );
  const { rows } = await sql<Frequency>`
    ${sql.join(frequencies, sql` union all `)} order by count, oldest`.execute(db.query);
  return rows;
}

/** Two terms whose lists are read side by side, as to look one's up in the other's costs more. */
interface Pair {
  terms: readonly [string, string];
  /** In milliseconds, how far back about the newest 300 of the rarer one reach. */
  reach: number;
}

function pairOf(
  first: Frequency,
  others: readonly Frequency[],
  words: readonly string[],
  now: number,
): Pair | undefined {
  const often = ({ count, oldest }: Frequency) => count / Math.max(1, now - oldest);
  const second = others.find(({ term }) => words.includes(term));
  if (!second || often(second) > LOOK_UP_COST * often(first)) return undefined;
  return {
    terms: [first.term, second.term],
    reach: Math.ceil(((now - first.oldest) * FEW) / first.count),
  };
}

/** The next surveys that have both terms, newest first, each as its start and id. */
export async function findPair(
  db: Database,
  pair: Pair,
  from: readonly number[],
  limit: number,
): Promise<[number, number][]> {
  // Terms that often stand together fill a page here; PostgreSQL would read both lists to the end.
  const near = await readPair(db, pair, from, limit, pair.reach);
  return near.length === limit ? near : readPair(db, pair, from, limit);
}

/** The ids of all that have both terms; null where they are not few. */
async function fewOfPair(db: Database, pair: Pair, now: number): Promise<number[] | null> {
  const from = [now, Number.MAX_SAFE_INTEGER];
  const near = await readPair(db, pair, from, FEW / 4, pair.reach);
  if (near.length === FEW / 4) return null;
  const all = await readPair(db, pair, from, SORTABLE);
  return all.length < SORTABLE ? all.map(([, id]) => id) : null;
}

async function readPair(
  db: Database,
  { terms }: Pair,
  [start = 0, id = 0]: readonly number[],
  limit: number,
  reach = start,
): Promise<[number, number][]> {
  const [one, other] = terms.map(
    (term) => sql`select start_time, survey_id from survey_terms
      where term = ${term} and start_time >= ${start - reach}
        and (start_time, survey_id) < (${start}, ${id})`,
  );
  const { rows } = await sql<{ start_time: number; survey_id: number }>`
    ${one} intersect ${other} order by 1 desc, 2 desc limit ${limit}`.execute(db.query);
  return rows.map(({ start_time, survey_id }) => [start_time, survey_id]);
}

/** The literal names the index that the list is. */
const listed = (cards: CardsQuery) => cards.where(sql<SqlBool>`surveys.listed = 1`);

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
