import { sql } from "kysely";
import type { Database } from "#server/db/database.ts";
import { unhurried, withoutLimit } from "#server/db/write-deadline.ts";

const ROWS_AT_ONCE = 1000;
const PICTURE_TABLES = ["users", "surveys", "options"] as const;

/**
 * Queries for the `id` of each row whose counter differs from the rows it counts, by description.
 */
const WRONG_COUNTERS = {
  // A removed survey loses its votes in batches, and its counters with the last of them.
  "an option's votes": sql`select options.id from options
    join surveys on surveys.id = options.survey_id and surveys.owner_id is not null
    left join (select option_id, count(*) as votes, count(while_private) as private_votes
      from votes group by option_id) as counted on counted.option_id = options.id
    where vote_count <> coalesce(votes, 0)
      or options.private_votes <> coalesce(counted.private_votes, 0)
      or shown_votes > options.private_votes`,
  // Votes of accounts deleted before these counts existed are in none of them.
  "an option's votes by group": sql`select options.id from options
    join surveys on surveys.id = options.survey_id and surveys.owner_id is not null
    join (select option_id, sum(votes) as votes, sum(private_votes) as private_votes
      from vote_cohorts group by option_id) as counted on counted.option_id = options.id
    where counted.votes > vote_count or counted.private_votes > options.private_votes`,
  "a person's followers": sql`select users.id from users
    left join (select followed_id, count(*) as followers from follows group by followed_id)
      as counted on counted.followed_id = users.id
    where follower_count <> coalesce(followers, 0)`,
  "the people whom a person follows": sql`select users.id from users
    left join (select follower_id, count(*) as followed from follows group by follower_id)
      as counted on counted.follower_id = users.id
    where following_count <> coalesce(followed, 0)`,
};

/**
 * Describes each kind of counter that differs from the rows it counts, in English. Reads whole
 * tables without a time limit.
 */
export async function findWrongCounters(db: Database): Promise<string[]> {
  const found: string[] = [];
  await unhurried(() =>
    db.query.transaction().execute(async (tx) => {
      if (db.engine === "postgres") await sql`set local statement_timeout = 0`.execute(tx);
      for (const [what, wrong] of Object.entries(WRONG_COUNTERS)) {
        const counting = sql<{ count: number; id: number | null }>`
        select count(*) as count, min(id) as id from (${wrong}) as wrong`;
        const { rows } = await withoutLimit(() => counting.execute(tx));
        const [{ count, id } = { count: 0, id: null }] = rows;
        if (count > 0) found.push(`${count} counters of ${what} differ from the rows (id ${id})`);
      }
    }),
  );
  return found;
}

/** Yields the path of every picture that a row names, in batches; may repeat pictures. */
export async function* namedPictures({ query }: Database): AsyncGenerator<string[]> {
  for (const table of PICTURE_TABLES) {
    for (let last: number | undefined = 0; last !== undefined; ) {
      const rows: { id: number; image: string | null }[] = await query
        .selectFrom(table)
        .select(["id", "image"])
        .where("id", ">", last)
        .where("image", "<>", "")
        .orderBy("id")
        .limit(ROWS_AT_ONCE)
        .execute();
      yield rows.flatMap(({ image }) => image ?? []);
      last = rows.at(-1)?.id;
    }
  }
}
