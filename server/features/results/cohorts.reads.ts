import type { Selectable } from "kysely";
import { AGE_BANDS, NO_PLACE } from "#contract/groups.ts";
import { REGIONS } from "#contract/regions.ts";
import type { Database } from "#server/db/open.ts";
import type { Tables } from "#server/db/tables.ts";

/** Voters of one gender, age band and province. */
export interface Cohort {
  gender: string;
  age: string;
  region: string;
  province: string;
  /** Their votes for each option, in the options' order. */
  counts: number[];
}

export interface Cohorts {
  cohorts: Cohort[];
  /** Of all votes, in public and in private. */
  trust: { votes: number; verified: number; week_old: number; month_old: number };
}

const regionOf = new Map(
  REGIONS.flatMap(({ code, provinces }) => provinces.map((province) => [province, code])),
);

/** Who voted on a survey: those who did so in public, or in private where `whilePrivate`. */
export async function readCohorts(
  db: Database,
  surveyId: number,
  optionIds: readonly number[],
  whilePrivate: boolean,
): Promise<Cohorts> {
  const rows = await db.query
    .selectFrom("options")
    .innerJoin("vote_cohorts as counted", "counted.option_id", "options.id")
    .select(["option_id", "gender", "age_band", "city_id", "votes", "counted.private_votes"])
    .select(["verified_votes", "week_old_votes", "month_old_votes"])
    .where("survey_id", "=", surveyId)
    .execute();
  const found = new Map<string, Cohort>();
  const trust = { votes: 0, verified: 0, week_old: 0, month_old: 0 };
  for (const row of rows) {
    const key = `${row.gender}|${row.age_band}|${row.city_id}`;
    const cohort = found.get(key) ?? newCohort(row, optionIds.length);
    const votes = whilePrivate ? row.private_votes : row.votes - row.private_votes;
    cohort.counts[optionIds.indexOf(row.option_id)] = votes;
    if (votes > 0) found.set(key, cohort);
    trust.votes += row.votes;
    trust.verified += row.verified_votes;
    trust.week_old += row.week_old_votes;
    trust.month_old += row.month_old_votes;
  }
  return { cohorts: [...found.values()], trust };
}

type CohortKey = Pick<Selectable<Tables["vote_cohorts"]>, "gender" | "age_band" | "city_id">;

const newCohort = ({ gender, age_band, city_id }: CohortKey, options: number): Cohort => ({
  gender,
  age: AGE_BANDS[age_band] ?? "",
  region: regionOf.get(city_id) ?? NO_PLACE,
  province: regionOf.has(city_id) ? String(city_id) : NO_PLACE,
  counts: new Array<number>(options).fill(0),
});
