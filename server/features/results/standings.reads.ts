import { type SqlBool, sql } from "kysely";
import { rulesOf } from "#contract/ballots/ballots.ts";
import type { OwnSurveyCard } from "#contract/shapes/survey-shapes.ts";
import { idRows } from "#server/db/bulk.ts";
import type { Database } from "#server/db/database.ts";
import { dayInTurkey } from "#server/db/timestamps.ts";
import { ballotOfSurvey, storageOf } from "#server/features/ballots/ballots.reads.ts";
import { shownCount, votersIn } from "#server/features/ballots/shown-counts.reads.ts";
import { votesForOwner } from "#server/features/surveys/survey-policies.ts";
import { readManyResults } from "./results.reads.ts";

type Standing = Pick<OwnSurveyCard, "leading" | "votes_today">;

/** Returns surveys' standings by id, as results show them to their owner. */
export async function readStandings(
  db: Database,
  surveyIds: readonly number[],
  now: number,
): Promise<(surveyId: number) => Standing> {
  if (surveyIds.length === 0) return () => ({ leading: null, votes_today: 0 });
  const ids = idRows(db, surveyIds);
  const readOptions = db.query
    .selectFrom("options")
    .innerJoin("surveys", "surveys.id", "survey_id")
    .select(["survey_id", "content", "in_steps", "was_public", shownCount(now).as("votes")])
    .select(["hidden_until_end", "category_id", "visibility", "start_time", "expire_time"])
    .select(ballotOfSurvey.as("ballot"))
    .where(sql<SqlBool>`survey_id in (select id from ${ids})`)
    .orderBy("survey_id")
    .orderBy("position")
    .execute();
  // Key lookups one by one, however many surveys were voted on today.
  const readToday = sql<{ id: number; votes: number | null }>`select id, (select votes
      from daily_votes where survey_id = input.id and day = ${dayInTurkey(now)}) as votes
    from ${ids}`.execute(db.query);
  const [options, today] = await Promise.all([readOptions, readToday]);
  const others = options.filter(({ ballot }) => storageOf(ballot).tally);
  const results = await readManyResults(
    db,
    others.map(({ survey_id }) => survey_id),
    now,
  );
  const optionsOf = Map.groupBy(options, (option) => option.survey_id);
  const votesToday = new Map(today.rows.map(({ id, votes }) => [id, votes]));
  return (surveyId) => {
    const options = optionsOf.get(surveyId) ?? [];
    const [survey] = options;
    const voters = votersIn(options);
    const isShown = survey && votesForOwner(db, survey, voters, now) !== null;
    if (!isShown) return { leading: null, votes_today: 0 };
    const counts =
      results.get(surveyId)?.items.map(({ count }) => count) ?? options.map(({ votes }) => votes);
    const { leading, shares } = rulesOf(survey);
    const first = leading(counts);
    const content = options[first ?? -1]?.content;
    return {
      leading:
        first === undefined || content === undefined
          ? null
          : { content, value: `%${shares(counts, voters)[first]}` },
      votes_today: votesToday.get(surveyId) ?? 0,
    };
  };
}
