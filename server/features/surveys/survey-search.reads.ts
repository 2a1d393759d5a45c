import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { SurveyOrder } from "#contract/surveys.ts";
import type { Database } from "#server/db/open.ts";
import type { CardsQuery } from "./survey-cards.reads.ts";
import type { TermsWanted } from "./survey-terms.ts";

/** A term of fewer surveys is rare: they are all fetched and sorted, whatever the order. */
const COMMON = 1000;

export interface Narrowed {
  cards: CardsQuery;
  /** The columns of the order `new`: of the term's own list, where one is walked. */
  newest: readonly [string, string];
  /** A column to order or bound by; where few surveys are sorted, its index must not be walked. */
  column(name: string): RawBuilder<number>;
}

/**
 * Leaves the surveys that have all the terms. A page costs the same however many there are: each
 * term's surveys stand in the order `new`, so the rarest term's are walked and the words looked
 * up. In the other orders so are a rare term's; else the list is walked, which soon meets some.
 */
export async function narrow(
  db: Database,
  cards: CardsQuery,
  wanted: TermsWanted,
  order: SurveyOrder,
): Promise<Narrowed> {
  const first = await rarest(db, [...wanted.words, ...wanted.filters], order);
  const walked = first && (order === "new" || first.count < COMMON) ? first.term : undefined;
  const narrowed = wanted.words
    .filter((word) => word !== walked)
    .reduce((query, word) => query.where(has(word)), cards);
  return walked === undefined
    ? {
        // The literal names the index that the list is.
        cards: narrowed.where(sql<SqlBool>`surveys.listed = 1`),
        newest: ["surveys.start_time", "surveys.id"],
        column: sql.ref,
      }
    : {
        cards: along(narrowed, walked),
        newest: ["walked.start_time", "walked.survey_id"],
        column: (name) => sql`+${sql.ref(name)}`,
      };
}

/** Counts no further than to tell rare terms from common ones. */
async function rarest(
  db: Database,
  terms: readonly string[],
  order: SurveyOrder,
): Promise<{ term: string; count: number } | undefined> {
  const [only] = terms;
  if (only === undefined) return undefined;
  if (terms.length === 1 && order === "new") return { term: only, count: 0 };
  const counts = terms.map(
    (term) => sql`select ${term} as term, (select count(*) from
      (select 1 from survey_terms where term = ${term} limit ${COMMON}) as found) as count`,
  );
  const { rows } = await sql<{ term: string; count: number }>`
    ${sql.join(counts, sql` union all `)} order by count limit 1`.execute(db.query);
  return rows[0];
}

/** A subquery that yields a value is asked survey by survey, never turned into a join. */
const has = (word: string) => sql<SqlBool>`(select 1 from survey_terms
  where term = ${word} and start_time = surveys.start_time and survey_id = surveys.id) = 1`;

/** Without naming `listed`, which says nothing new and makes PostgreSQL expect too few to walk. */
const along = (cards: CardsQuery, term: string): CardsQuery =>
  cards.$if(true, (query) =>
    query
      .innerJoin("survey_terms as walked", "walked.survey_id", "surveys.id")
      .where("walked.term", "=", term),
  );
