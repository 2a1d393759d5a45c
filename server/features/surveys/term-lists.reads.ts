import { type RawBuilder, sql } from "kysely";
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
  /** Compares a place with one that it comes before or is. */
  upTo: RawBuilder<unknown>;
  /** No place comes after it. */
  last: number;
}

export const NEW: TermOrder = {
  place: "start_time",
  direction: sql`desc`,
  after: sql`<`,
  upTo: sql`>=`,
  last: 0,
};
export const ENDING: TermOrder = {
  place: "end_place",
  direction: sql`asc`,
  after: sql`>`,
  upTo: sql`<=`,
  last: Number.MAX_SAFE_INTEGER,
};

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
  const frequencies = terms.map(
    (term) => sql`select ${term} as term, count(*) as count, min(start_time) as oldest from
      (select start_time from survey_terms where term = ${term} and start_time <= ${now}
        order by start_time desc, survey_id desc limit ${upTo}) as newest`,
  );
  const { rows } = await sql<Frequency>`
    ${sql.join(frequencies, sql` union all `)} order by count, oldest`.execute(db.query);
  return rows;
}

/** Two terms, the rarer first, whose lists are read side by side: to look up would cost more. */
export type Pair = readonly [string, string];

export function pairOf([first, second]: readonly Frequency[], now: number): Pair | undefined {
  if (!second || first?.count !== FEW) return undefined;
  const often = ({ count, oldest }: Frequency) => count / Math.max(1, now - oldest);
  return often(second) > LOOK_UP_COST * often(first) ? undefined : [first.term, second.term];
}

/** The next surveys that have both terms, each as its place and id. */
export async function readPair(
  db: Database,
  pair: Pair,
  order: TermOrder,
  from: readonly number[],
  limit: number,
): Promise<[number, number][]> {
  // Both lists are read as far as they are asked for, so that is as near as may fill the page.
  let near = await readPairWithin(db, pair, order, from, limit, FEW);
  if (near.length > 0 && near.length < limit) {
    const within = Math.ceil((2 * FEW * limit) / near.length);
    near = await readPairWithin(db, pair, order, from, limit, within);
  }
  return near.length === limit ? near : readPairWithin(db, pair, order, from, limit);
}

/** The ids of all that have both terms; null where they are not few. */
export async function fewOfPair(db: Database, pair: Pair, now: number): Promise<number[] | null> {
  const from = [now, Number.MAX_SAFE_INTEGER];
  const near = await readPairWithin(db, pair, NEW, from, FEW / 4, FEW);
  if (near.length === FEW / 4) return null;
  const all = await readPairWithin(db, pair, NEW, from, SORTABLE);
  return all.length < SORTABLE ? all.map(([, id]) => id) : null;
}

/** Among the rarer term's next surveys, so many of them or all. */
async function readPairWithin(
  db: Database,
  pair: Pair,
  { place, direction, after, upTo, last }: TermOrder,
  from: readonly number[],
  limit: number,
  within?: number,
): Promise<[number, number][]> {
  const key = sql.ref(place);
  const [rarer, other] = pair.map(
    (term) => sql`select ${key} as place, survey_id from survey_terms
      where term = ${term} and (${key}, survey_id) ${after} (${sql.join(from)})`,
  );
  const inOrder = sql`order by place ${direction}, survey_id ${direction}`;
  const lists = within
    ? sql`select place, survey_id from (${rarer} ${inOrder} limit ${within}) as next
        intersect ${other} and ${key} ${upTo} coalesce((select place from (${rarer} ${inOrder}
          limit 1 offset ${within}) as bound), ${last})`
    : sql`${rarer} intersect ${other}`;
  const { rows } = await sql<{ place: number; survey_id: number }>`
    ${lists} ${inOrder} limit ${limit}`.execute(db.query);
  return rows.map((row) => [row.place, row.survey_id]);
}
