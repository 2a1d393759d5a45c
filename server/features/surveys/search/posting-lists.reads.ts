import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "#server/db/open.ts";

/** Fewer surveys can all be fetched and sorted, or looked up, in less than a millisecond. */
export const FEW = 300;
/** Fewer are better sorted than met on a walk along the whole list. */
export const SORTABLE = 2000;
/** To look one survey up costs as much as to read so many along the list of a term. */
const LOOK_UP_COST = 28;

/** An order in which each term's surveys stand. */
export interface TermOrder {
  place: string;
  direction: RawBuilder<unknown>;
  /** Compares a place with one that it comes after. */
  after: RawBuilder<unknown>;
  /** The place after which all stand that have begun and have not ended. */
  begin(now: number): number;
}

export const NEW: TermOrder = {
  place: "start_time",
  direction: sql`desc`,
  after: sql`<`,
  begin: (now) => now + 1,
};
export const ENDING: TermOrder = {
  place: "end_place",
  direction: sql`asc`,
  after: sql`>`,
  begin: (now) => now,
};

/**
 * Whether a row stands after a place and an id; after the place where `from` is that alone, which
 * SQLite finds on the index without comparing it with each row.
 */
export const comesAfter = (
  { after }: TermOrder,
  columns: readonly [place: string, id: string],
  from: readonly number[],
) => sql<SqlBool>`(${sql.join(columns.slice(0, from.length).map((name) => sql.ref(name)))})
  ${after} (${sql.join(from)})`;

export interface Frequency {
  term: string;
  /** Of its surveys that have begun, counted no further than is asked. */
  count: number;
  /** When the oldest of those counted begins. */
  oldest: number;
}

/** The rarest first. */
export async function byRarity(
  db: Database,
  terms: readonly string[],
  upTo: number,
  now: number,
): Promise<Frequency[]> {
  if (terms.length === 0) return [];
  const { rows } = await sql<Frequency>`
    ${counted(terms, upTo, now)} order by count, oldest`.execute(db.query);
  return rows;
}

/**
 * The first of these terms that as many surveys have as fill a page, or else the last. Those after
 * it are not counted: the database stops at the limit.
 */
export async function firstThatFills(
  db: Database,
  terms: readonly string[],
  page: number,
  now: number,
): Promise<Frequency> {
  const { rows } = await sql<Frequency>`select term, count, oldest
    from (${counted(terms, FEW, now)}) as counted
    where count >= ${page} or term = ${terms.at(-1)} limit 1`.execute(db.query);
  return rows[0] as Frequency;
}

const counted = (terms: readonly string[], upTo: number, now: number) =>
  sql.join(
    terms.map(
      (term) => sql`select ${term} as term, count(*) as count, min(start_time) as oldest from
        (select start_time from survey_terms where term = ${term} and start_time <= ${now}
          order by start_time desc, survey_id desc limit ${upTo}) as newest`,
    ),
    sql` union all `,
  );

/** Two terms, the rarer first, whose lists are read side by side: to look up would cost more. */
export interface Pair {
  terms: readonly [string, string];
  /** When the last of the rarer term's `FEW` newest surveys begins. */
  oldest: number;
}

export function pairOf([first, second]: readonly Frequency[], now: number): Pair | undefined {
  if (!second || first?.count !== FEW) return undefined;
  const often = ({ count, oldest }: Frequency) => count / Math.max(1, now - oldest);
  if (often(second) > LOOK_UP_COST * often(first)) return undefined;
  return { terms: [first.term, second.term], oldest: first.oldest };
}

/** The next surveys that have both terms, each as its place and id. */
export async function readPair(
  db: Database,
  { terms }: Pair,
  order: TermOrder,
  from: readonly number[],
  limit: number,
): Promise<[number, number][]> {
  const { place, direction } = order;
  const list = (term: string) => sql`select ${sql.ref(place)} as place, survey_id from survey_terms
    where term = ${term} and ${comesAfter(order, [place, "survey_id"], from)}`;
  const { rows } = await sql<{ place: number; survey_id: number }>`
    ${db.inBoth(["place", "survey_id"], list(terms[0]), list(terms[1]))}
    order by place ${direction}, survey_id ${direction} limit ${limit}`.execute(db.query);
  return rows.map((row) => [row.place, row.survey_id]);
}

/** The ids of all that have both terms; null where they are not few. */
export async function fewOfPair(db: Database, pair: Pair, now: number): Promise<number[] | null> {
  const from = [NEW.begin(now)];
  let found = await readPair(db, pair, NEW, from, FEW / 4);
  if (found.length === FEW / 4) {
    const [newest = 0] = found.at(-1) ?? [];
    if (newest >= pair.oldest) return null;
    found = await readPair(db, pair, NEW, from, SORTABLE);
  }
  return found.length < SORTABLE ? found.map(([, id]) => id) : null;
}
