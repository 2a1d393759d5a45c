import { votersOf } from "#contract/ballots/ballots.ts";
import { HOUR_MS } from "#contract/durations.ts";
import type { NetworkSpread, Part, Report } from "#contract/endpoints/report.ts";
import { shareStep } from "#contract/shapes/groups.ts";
import type { Database } from "#server/db/database.ts";
import { toTimestamp } from "#server/db/timestamps.ts";
import { readResults, type VisibleResults } from "#server/features/results/results.reads.ts";
import { toSponsors } from "#server/features/surveys/sponsors.ts";
import { findBurst, LEAST_HOURS } from "#server/statistics/bursts.ts";
import { toHourSteps, toSteps } from "#server/statistics/timeline.ts";
import { readLook, type TakenLook } from "./looks.reads.ts";
import type { Margins } from "./population.ts";

/** Returns the report on a survey's results. Throws `too_few_votes` as `readResults` does. */
export async function readReport(
  db: Database,
  survey: VisibleResults,
  population: Margins,
  now: number,
): Promise<Report> {
  const results = await readResults(db, survey, now);
  const { items, private_items: apart, private_voters, ballot, voters, ranking } = results;
  const { no_opinion, private_no_opinion: noneApart } = results;
  const taken = await readLook(db, { id: survey.id, whilePrivate: survey.was_public === 0 });
  const hours = await readHours(db, survey.id);
  return {
    options: items.map(({ option_id, option_name, color }) => ({
      id: option_id,
      content: option_name,
      color,
    })),
    results: items.map(({ option_id: _, option_name: __, color: ___, ...result }) => result),
    ...(ballot && { ballot }),
    ...(voters !== undefined && { voters }),
    ...(ranking && { ranking }),
    ...(no_opinion !== undefined && { no_opinion }),
    ...(noneApart !== undefined && { private_no_opinion: noneApart }),
    ...toSponsors(survey),
    ...(apart !== undefined && {
      private_votes: apart && votersOf(apart, private_voters),
    }),
    breakdown: taken && toBreakdown(taken, population),
    timeline: toTimeline(hours),
    burst: toBurst(hours),
    burst_checked: lastingHours(hours) >= LEAST_HOURS,
    origins: await readOrigins(db, survey.id),
  };
}

/** Fewer votes say little of where all come from. */
const LEAST_ORIGINS = 100;

/** Returns which accounts and networks a survey's votes came from; null if too few were noted. */
export async function readOrigins(
  { query }: Database,
  surveyId: number,
): Promise<Report["origins"]> {
  const { votes, young, networks } = await query
    .selectFrom("hourly_origins")
    .select(({ fn }) => [
      fn.sum<number | null>("votes").as("votes"),
      fn.sum<number | null>("young_votes").as("young"),
      fn.sum<number | null>("networks").as("networks"),
    ])
    .where("survey_id", "=", surveyId)
    .executeTakeFirstOrThrow();
  const noted = Number(votes);
  if (noted < LEAST_ORIGINS) return null;
  return {
    young: partOf(Number(young) / noted),
    networks: spreadOf(Number(networks) / noted),
  };
}

function spreadOf(networksPerVote: number): NetworkSpread {
  if (networksPerVote >= 0.8) return "many";
  return networksPerVote >= 0.3 ? "some" : "few";
}

type Hour = { hour: number; votes: number };

const readHours = ({ query }: Database, surveyId: number): Promise<Hour[]> =>
  query
    .selectFrom("hourly_votes")
    .select(["hour", "votes"])
    .where("survey_id", "=", surveyId)
    .orderBy("hour")
    .execute();

/** Returns only when votes came. */
export const readTimeline = async (db: Database, surveyId: number): Promise<Report["timeline"]> =>
  toTimeline(await readHours(db, surveyId));

const toTimeline = (hours: readonly Hour[]): Report["timeline"] =>
  toSteps(hours).map(({ from, to, votes }) => ({
    from: toTimestamp(from * HOUR_MS),
    to: toTimestamp(to * HOUR_MS),
    votes,
  }));

/** Returns what is shown of a look; null where it knows nobody's groups. */
export function toBreakdown(
  { look, taken_at }: TakenLook,
  { sources }: Pick<Margins, "sources">,
): Report["breakdown"] {
  const { votes, groups, weighted, trust } = look;
  // The others were cast before voters' groups were counted.
  if (votes === 0) return null;
  return {
    taken_at: toTimestamp(taken_at),
    votes,
    groups: groups.map(({ key, voters, shares }) => ({
      ...{ key, shares, voters: roughly(voters), step: shareStep(voters) },
    })),
    weighted: {
      ...weighted,
      values: weighted.values?.map((value) => `%${value}`) ?? null,
      sources: [...sources],
    },
    trust: {
      verified: partOf(trust.verified),
      week_old: partOf(trust.week_old),
      month_old: partOf(trust.month_old),
    },
  };
}

/** Rounds to two digits, and below 100 to tens. */
function roughly(voters: number): number {
  const unit = Math.max(10, 10 ** (`${voters}`.length - 2));
  return Math.round(voters / unit) * unit;
}

function partOf(share: number): Part {
  if (share <= 0.1) return "few";
  if (share <= 0.5) return "under_half";
  return share < 0.9 ? "over_half" : "nearly_all";
}

function toBurst(hours: readonly Hour[]): Report["burst"] {
  const first = hours[0]?.hour ?? 0;
  const votesOf = new Map(hours.map(({ hour, votes }) => [hour, votes]));
  const all = Array.from({ length: lastingHours(hours) }, (_, i) => votesOf.get(first + i) ?? 0);
  const burst = findBurst(all);
  if (burst === -1) return null;
  const hour = first + burst;
  // The whole step's votes: those of the hour alone would reveal how many came earlier in the step.
  const step = toHourSteps(hours).find(({ from, to }) => from <= hour && hour < to);
  return { from: toTimestamp(hour * HOUR_MS), votes: step?.votes ?? 0 };
}

const lastingHours = (hours: readonly Pick<Hour, "hour">[]): number =>
  hours.length === 0 ? 0 : (hours.at(-1)?.hour ?? 0) - (hours[0]?.hour ?? 0) + 1;
