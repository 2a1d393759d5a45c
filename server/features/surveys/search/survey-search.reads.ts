import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { SurveyType } from "#contract/shapes/survey-shapes.ts";
import type { Database } from "#server/db/database.ts";
import { type CardRow, selectCards } from "#server/features/surveys/survey-cards.reads.ts";
import { isListed, UNINDEXED } from "#server/features/visibility/visibility.reads.ts";
import { beginningOf, misspellingsOf } from "./folded-words.ts";

/**
 * How many surveys are checked one by one in list order: the second number if the first found any.
 * The full-text index finds rarer words sooner, though without order. Only the first walk is short
 * with any words and any number of surveys, so the rest is read aside.
 */
const WALKS = [300, 2000];

/** The place when ordered by end: surveys without an end come last, newest first. */
export const END_PLACE = sql<number>`coalesce(surveys.expire_time, 9007199254740991 - surveys.id)`;

/** A list's order, by a number and then by the survey's id. */
export interface SurveyOrder {
  place: RawBuilder<number>;
  direction: RawBuilder<unknown>;
  /** The operator that compares a place with the one it comes after. */
  after: RawBuilder<unknown>;
}

/** After a place or, if an id is given, after that survey at that place. */
export type Position = readonly [place: number, id?: number | undefined];

export interface SurveyFilter {
  type?: SurveyType | undefined;
  category_id?: number | undefined;
}

/** A survey must have one word of each group; `…*` stands for all words that begin so. */
type WordGroups = readonly (readonly string[])[];

/** The words that surveys must have, and must not have because those matched better already. */
export interface Wanted {
  words: WordGroups;
  but: WordGroups;
}

export const ANY_WORDS: Wanted = { words: [], but: [] };

export const exactly = (words: readonly string[]): Wanted => ({
  words: words.map((word) => [word]),
  but: [],
});

export const beginning = (words: readonly string[]): Wanted => ({
  words: words.map((word) => [`${beginningOf(word)}*`]),
  but: exactly(words).words,
});

const MISSPELT_WORDS = 3;

/** Words with at most one wrong letter each; undefined if no survey has any of them. */
export async function misspelt(
  db: Database,
  words: readonly string[],
): Promise<Wanted | undefined> {
  const { words: begun } = beginning(words);
  const corrections = words
    .map(misspellingsOf)
    .filter((found) => found.length > 0)
    .slice(0, MISSPELT_WORDS)
    .flat();
  if (corrections.length === 0) return undefined;
  const { rows } = await sql<{ word: string }>`${db.wordsInUse(corrections)}`.execute(db.aside);
  if (rows.length === 0) return undefined;
  const inUse = new Set(rows.map(({ word }) => word));
  return {
    words: words.map((word, i) => [
      ...(begun[i] ?? []),
      ...misspellingsOf(word).filter((other) => inUse.has(other)),
    ]),
    but: begun,
  };
}

/** The next surveys that match and meet `condition`. */
export async function findMatching(
  db: Database,
  search: { order: SurveyOrder; filter: SurveyFilter; condition: RawBuilder<SqlBool> },
  wanted: Wanted,
  from: Position,
  limit: number,
): Promise<CardRow[]> {
  const { order, filter, condition } = search;
  const { place, direction } = order;
  const ofCategory = filter.category_id !== undefined && sql`category_id = ${filter.category_id}`;
  const ofType = filter.type && sql`type = ${filter.type}`;
  const groups = [...wanted.words, ...filterWordsOf(filter).map((word) => [word])];

  const isFirst = wanted.but.length === 0;
  const walk = (most: RawBuilder<unknown>, query: Database["query"]) => {
    const walked = stretches(order, place, from).map(
      (stretch) => sql`select id, type from (select surveys.id, type from surveys
        where ${all(isListed(), ofCategory, condition, stretch)}
        order by ${place} ${direction}, surveys.id ${direction} limit ${most}) as stretch`,
    );
    // A scalar subquery runs survey by survey and is never turned into a join.
    const has =
      wanted.words.length > 0 &&
      sql`(select ${having(wanted.words, wanted.but)} from survey_words
        where survey_id = walked.id)`;
    return selectFound(
      query,
      order,
      sql`select id from (${sql.join(walked, sql` union all `)} limit ${most}) as walked
        where ${all(ofType, has)} limit ${limit}`,
    ).execute();
  };
  if (groups.length === 0) return walk(sql`${limit}`, db.query);
  for (const [i, most] of WALKS.entries()) {
    const found = await walk(sql.lit(most), isFirst && i === 0 ? db.query : db.aside);
    if (found.length === limit) return found;
    if (found.length === 0) break;
  }

  // The unary plus keeps the order's index from being walked.
  const [sorted, id] = [sql<number>`+${place}`, sql`+surveys.id`];
  const selective = groups.filter((group) => !group.some(isShortBeginning));
  const asked = selective.length > 0 ? selective : groups;
  const ids = sql`select surveys.id from ${db.matching(asked)} as matched
      inner join surveys on surveys.id = matched.survey_id
    where ${all(
      isListed(UNINDEXED),
      ofCategory && sql`+${ofCategory}`,
      ofType,
      condition,
      sql`(${sql.join(stretches(order, sorted, from), sql` or `)})`,
      having(
        groups.filter((group) => !asked.includes(group)),
        wanted.but,
      ),
    )}
    order by ${sorted} ${direction}, ${id} ${direction} limit ${limit}`;
  return selectFound(db.aside, order, ids).execute();
}

/** The words under which the full-text index holds a survey's type and category. */
export const filterWordsOf = ({ type, category_id }: SurveyFilter): string[] => [
  ...(type ? [`type:${type.toLowerCase()}`] : []),
  ...(category_id !== undefined ? [`category:${category_id}`] : []),
];

/** Two conditions: so many surveys may share a place that SQLite must find the id in the index. */
function stretches({ after }: SurveyOrder, place: RawBuilder<number>, [from, id]: Position) {
  const later = sql`${place} ${after} ${from}`;
  return id === undefined
    ? [later]
    : [sql`(${place} = ${from} and surveys.id ${after} ${id})`, later];
}

/** A condition on the words in `survey_words`. */
const having = (words: WordGroups, but: WordGroups): RawBuilder<unknown> =>
  all(
    ...words.map((group) => sql`(${sql.join(group.map(isAmong), sql` or `)})`),
    but.length > 0 && sql`not (${having(but, [])})`,
  );

const isAmong = (word: string) =>
  sql`words like ${word.endsWith("*") ? `% ${word.slice(0, -1)}%` : `% ${word} %`}`;

/** For these, the full-text index would read all words that begin so. */
const isShortBeginning = (word: string): boolean => /^.{1,3}\*$/u.test(word);

type Condition = RawBuilder<unknown> | false | undefined;

const all = (...conditions: Condition[]): RawBuilder<unknown> => {
  const given = conditions.filter((condition) => condition || false);
  return given.length > 0 ? sql.join(given, sql` and `) : sql`1 = 1`;
};

const selectFound = (
  query: Database["query"],
  { place, direction }: SurveyOrder,
  ids: RawBuilder<unknown>,
) =>
  selectCards({ query })
    .where(sql<SqlBool>`surveys.id in (${ids})`)
    .orderBy(sql`${place} ${direction}, surveys.id ${direction}`);
