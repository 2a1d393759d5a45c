import { type RawBuilder, sql } from "kysely";
import { DAY_MS } from "#contract/durations.ts";
import { AGE_BANDS } from "#contract/shapes/groups.ts";
import { dayInTurkey } from "#server/db/timestamps.ts";
import { joinAccounts } from "#server/features/voters/voters.reads.ts";

/**
 * The statement that counts who cast these votes, with ages and accounts as of `now` (R295).
 * `inserted` is a table expression with the columns `option_id`, `user_id` and `while_private`, one
 * row per vote.
 */
export const countCohorts = (inserted: RawBuilder<unknown>, now: number): RawBuilder<unknown> =>
  // In the key's order, so that two processes committing at once cannot deadlock.
  sql`insert into vote_cohorts as counted (option_id, gender, age_band, city_id, votes,
      private_votes, verified_votes, week_old_votes, month_old_votes)
    select option_id, gender, ${ageBandAt(now)}, city_id, count(*),
      count(nullif(while_private, 0)), count(email_verified_at),
      ${olderThan(7, now)}, ${olderThan(30, now)}
    from ${inserted} ${joinAccounts(sql.ref("user_id"))}
    where true group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (option_id, gender, age_band, city_id) do update set
      votes = counted.votes + excluded.votes,
      private_votes = counted.private_votes + excluded.private_votes,
      verified_votes = counted.verified_votes + excluded.verified_votes,
      week_old_votes = counted.week_old_votes + excluded.week_old_votes,
      month_old_votes = counted.month_old_votes + excluded.month_old_votes`;

/** The index in `AGE_BANDS` for a birth date. */
const ageBandAt = (now: number): RawBuilder<number> => {
  const [year, ...day] = dayInTurkey(now).split("-");
  const bands = AGE_BANDS.slice(1).map((band, i) => {
    const bornAfter = [Number(year) - Number.parseInt(band, 10), ...day].join("-");
    return sql`when birth_date > ${bornAfter} then ${sql.lit(i)}`;
  });
  return sql`case ${sql.join(bands, sql` `)} else ${sql.lit(AGE_BANDS.length - 1)} end`;
};

/** How many voters' accounts are at least this many days old. */
const olderThan = (days: number, now: number): RawBuilder<number> =>
  sql`count(case when created_at <= ${now - days * DAY_MS} then 1 end)`;
