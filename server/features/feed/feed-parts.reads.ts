import { type RawBuilder, type SqlBool, sql } from "kysely";
import { idRows } from "#server/db/bulk.ts";
import type { Database } from "#server/db/database.ts";
import { isFollowing } from "#server/features/follows/follows.reads.ts";
import { findFeatured, listMostVoted } from "#server/features/surveys/featured-survey.reads.ts";
import {
  ANY_WORDS,
  findMatching,
  type Position,
} from "#server/features/surveys/search/survey-search.reads.ts";
import { ORDERS, placeAmongPopular } from "#server/features/surveys/survey-lists.reads.ts";
import { isListed, UNINDEXED } from "#server/features/visibility/visibility.reads.ts";
import { isVoteOf, voterOfAccount } from "#server/features/voters/voters.reads.ts";

// The parts of which the feed is mixed, as ids of surveys.

/** How many of a voter's votes say which categories they like, and how many categories that are. */
const VOTES_REMEMBERED = 50;
const CATEGORIES = 3;

/** Returns the question of the day and the most voted of today and yesterday, in this order. */
export async function listOfTheDay(db: Database, file: string, now: number): Promise<number[]> {
  const [featured, mostVoted] = await Promise.all([
    // The feed works without a question of the day.
    findFeatured(db, file, now).catch(() => undefined),
    listMostVoted(db, now),
  ]);
  return [...new Set([...(featured ? [featured.id] : []), ...mostVoted])];
}

/** Those of `ids` that are listed and meet `condition`, in the order given. */
export async function listWanted(
  db: Database,
  ids: readonly number[],
  condition: RawBuilder<SqlBool>,
): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db.query
    .selectFrom("surveys")
    .select("id")
    .where(sql<SqlBool>`surveys.id in (select id from ${idRows(db, ids)})`)
    .where(isListed(UNINDEXED))
    .where(condition)
    .execute();
  const found = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => found.has(id));
}

export const isNotByFollowed = (viewerId: number) =>
  sql<SqlBool>`not ${isFollowing(viewerId, sql.ref("surveys.owner_id"))}`;

/** The categories in which a person has voted most, by their votes on the newest surveys. */
export async function findLikedCategories(db: Database, viewerId: number): Promise<number[]> {
  const newest = db.query
    .selectFrom("votes")
    .select("survey_id")
    .where(isVoteOf(voterOfAccount(viewerId)))
    // The unary plus keeps the planner from walking the key of all votes.
    .orderBy(sql`+survey_id`, "desc")
    .limit(VOTES_REMEMBERED);
  const rows = await db.query
    .selectFrom(newest.as("newest"))
    .innerJoin("surveys", "surveys.id", "newest.survey_id")
    .select("category_id")
    .groupBy("category_id")
    .orderBy(sql`count(*)`, "desc")
    .orderBy("category_id")
    .limit(CATEGORIES)
    .execute();
  return rows.map(({ category_id }) => category_id);
}

/** The most popular of all these categories, after a survey. */
export async function listLiked(
  db: Database,
  categories: readonly number[],
  after: number,
  condition: RawBuilder<SqlBool>,
  limit: number,
  now: number,
): Promise<number[]> {
  // Each along the index of its category.
  const lists = categories.map((category) => {
    const isOfCategory = sql<SqlBool>`surveys.category_id = ${category} and ${condition}`;
    return listPopular(db, after, isOfCategory, limit, now);
  });
  const rows = (await Promise.all(lists)).flat();
  return rows.toSorted((a, b) => b.popularity - a.popularity || b.id - a.id).map(({ id }) => id);
}

export async function listPopular(
  db: Database,
  after: number,
  condition: RawBuilder<SqlBool>,
  limit: number,
  now: number,
) {
  const order = ORDERS.popular;
  const from: Position = after === 0 ? [order.begin(now)] : await placeAmongPopular(db, after);
  return findMatching(db, { order, filter: {}, condition }, ANY_WORDS, from, limit);
}
