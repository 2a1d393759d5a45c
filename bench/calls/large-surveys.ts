import { DAY_MS, HOUR_MS } from "#contract/durations.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import type { Instance } from "#testing/instance.ts";
import { openPlainSql, type PlainSql } from "#testing/plain-sql.ts";

const HOURS = 500;
/** Numbers of made-up voters begin here. */
const FIRST_VOTER = 1_000_000;

/**
 * Gives each survey `votes` votes by people of all kinds, over three weeks; those of the others were
 * cast in public. The server must not be running; its next start counts their groups.
 */
export async function fillSurveys(
  instance: Instance,
  surveys: readonly Survey[],
  votes: number,
): Promise<void> {
  const sql = await openPlainSql(instance);
  await sql.run("begin");
  for (const survey of surveys) await fill(sql, survey, votes);
  // The job that counts groups is due at once, instead of an hour after the first start.
  await sql.run("delete from leases");
  await sql.run("commit");
  await sql.run("analyze");
  await sql.close();
}

async function fill(sql: PlainSql, survey: Survey, votes: number): Promise<void> {
  const { id, options } = survey;
  const [first = 0] = options.map((option) => option.id);
  const isPrivate = survey.visibility === "private";
  const now = Date.now();
  // The first options get more votes than the last ones.
  const option = `${first} + (i % ${options.length}) * (i % 7) / 6`;
  const gender = "case when i % 41 = 0 then 2 when i % 2 = 0 then 1 else 0 end";
  const [age, city] = ["i / 3 % 7", "1 + (i / 7 * i / 11) % 81"];
  await sql.run(`insert into votes (survey_id, user_id, option_id, while_private)
    select ${id}, ${FIRST_VOTER} + i, ${option}, ${Number(isPrivate)} from ${sql.series(votes)}`);
  // As `server/features/ballots/cohorts.writes.ts` notes them, verified and older than a month.
  const bits = `57344 + ${isPrivate ? 4096 : 0} + 1024 * (${gender}) + 128 * (${age}) + ${city}`;
  await sql.run(`insert into cohort_commits (id, votes)
    select ${id} * 1000000 + i / 500,
      string_agg(cast(65536 * cast(${option} as bigint) + ${bits} as text), ',')
    from ${sql.series(votes)} group by i / 500`);
  const counted = "(select count(*) from votes where votes.option_id = options.id)";
  await sql.run(`update options set vote_count = ${counted}
    ${isPrivate ? `, private_votes = ${counted}, shown_votes = ${counted}` : ""}
    where survey_id = ${id}`);
  await sql.run(`update surveys set counted_votes = ${votes}, popularity = ${votes},
    start_time = ${now - HOURS * HOUR_MS} where id = ${id}`);
  await sql.run(`insert into hourly_votes (survey_id, hour, votes)
    select ${id}, ${Math.floor(now / HOUR_MS) - HOURS} + i, ${Math.ceil(votes / HOURS)} + i % 13
    from ${sql.series(HOURS - 1)}`);
  const day = new Date(now - DAY_MS).toISOString().slice(0, 10);
  await sql.run(`insert into daily_votes (survey_id, day, votes) values (${id}, '${day}', ${votes})
    on conflict do nothing`);
}
