import { rulesOf } from "#contract/ballots/ballots.ts";
import { HOUR_MS } from "#contract/durations.ts";
import type { Report } from "#contract/endpoints/report.ts";
import { LEAST_VOTERS } from "#contract/shapes/groups.ts";
import type { Database } from "#server/db/database.ts";
import { toTimestamp } from "#server/db/timestamps.ts";
import { readResults, type VisibleResults } from "#server/features/results/results.reads.ts";
import { findBurst } from "#server/statistics/bursts.ts";
import { toHourSteps, toSteps } from "#server/statistics/timeline.ts";
import { type Looked, lookAtBreakdown } from "./breakdown.writes.ts";
import type { Margins } from "./population.ts";

/** Returns the report on a survey's results. Throws `too_few_votes` as `readResults` does. */
export async function readReport(
  db: Database,
  survey: VisibleResults,
  population: Margins,
  now: number,
): Promise<Report> {
  const { items, private_items: apart } = await readResults(db, survey, now);
  const looked = await lookAtBreakdown(
    db,
    {
      id: survey.id,
      optionIds: items.map(({ option_id }) => option_id),
      counts: items.map(({ count }) => count),
      // Once a survey has been public, its results are the votes cast in public (R210).
      whilePrivate: survey.was_public === 0,
    },
    population,
    now,
  );
  const hours = await db.query
    .selectFrom("hourly_votes")
    .select(["hour", "votes"])
    .where("survey_id", "=", survey.id)
    .orderBy("hour")
    .execute();
  return {
    options: items.map(({ option_id, option_name, color }) => ({
      id: option_id,
      content: option_name,
      color,
    })),
    results: items.map(({ count, value }) => ({ count, value })),
    ...(apart !== undefined && {
      private_votes: apart && rulesOf(survey).total(apart.map(({ count }) => count)),
    }),
    breakdown: looked && toBreakdown(looked, population),
    timeline: toSteps(hours).map(({ from, to, votes }) => ({
      from: toTimestamp(from * HOUR_MS),
      to: toTimestamp(to * HOUR_MS),
      votes,
    })),
    burst: toBurst(hours),
  };
}

function toBreakdown({ breakdown, taken_at }: Looked, { sources }: Margins): Report["breakdown"] {
  const { votes, groups, weighted, trust } = breakdown;
  // The other votes were cast before voters' groups were counted.
  if (votes < LEAST_VOTERS) return null;
  return {
    taken_at: toTimestamp(taken_at),
    votes,
    groups: Object.entries(groups).map(([key, counts]) => ({ key, counts })),
    weighted: {
      effective: weighted.effective,
      values: weighted.values?.map((value) => `%${value}`) ?? null,
      sources: [...sources],
    },
    trust,
  };
}

function toBurst(hours: readonly { hour: number; votes: number }[]): Report["burst"] {
  const first = hours[0]?.hour ?? 0;
  const votesOf = new Map(hours.map(({ hour, votes }) => [hour, votes]));
  const length = hours.length === 0 ? 0 : (hours.at(-1)?.hour ?? 0) - first + 1;
  const all = Array.from({ length }, (_, i) => votesOf.get(first + i) ?? 0);
  const burst = findBurst(all);
  if (burst === -1) return null;
  const hour = first + burst;
  // The whole step's votes: those of the hour alone would reveal how many came earlier in the step.
  const step = toHourSteps(hours).find(({ from, to }) => from <= hour && hour < to);
  return { from: toTimestamp(hour * HOUR_MS), votes: step?.votes ?? 0 };
}
