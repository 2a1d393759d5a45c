import { type Selectable, sql } from "kysely";
import { AGE_BANDS, NO_PLACE } from "#contract/shapes/groups.ts";
import { REGIONS } from "#contract/shapes/regions.ts";
import type { Database } from "#server/db/database.ts";
import type { Tables } from "#server/db/tables/tables.ts";
import type { Cohort } from "#server/statistics/joined-groups.ts";

export interface Cohorts {
  cohorts: Cohort[];
  /** Counts all votes, cast in public and in private. */
  trust: { votes: number; verified: number; week_old: number; month_old: number };
}

const regionOf = new Map(
  REGIONS.flatMap(({ code, provinces }) => provinces.map((province) => [province, code])),
);

/** Returns who voted on a survey in public or, if `whilePrivate`, in private. */
export async function readCohorts(
  db: Database,
  surveyId: number,
  optionIds: readonly number[],
  whilePrivate: boolean,
): Promise<Cohorts> {
  const places = new Map(optionIds.map((id, place) => [id, place]));
  const ofSurvey = sql`option_id in (select id from options where survey_id = ${surveyId})`;
  const counted = whilePrivate ? sql<number>`private_votes` : sql<number>`votes - private_votes`;
  // Only the columns needed: there may be tens of thousands of rows.
  const readCounts = sql<CohortRow>`select option_id, gender, age_band, city_id, ${counted} as votes
    from vote_cohorts where ${ofSurvey} and ${counted} > 0`.execute(db.query);
  const sumOf = (column: string) => sql`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`;
  const readTrust = sql<Cohorts["trust"]>`select ${sumOf("votes")} as votes,
      ${sumOf("verified_votes")} as verified, ${sumOf("week_old_votes")} as week_old,
      ${sumOf("month_old_votes")} as month_old
    from vote_cohorts where ${ofSurvey}`.execute(db.query);
  const [{ rows }, { rows: trusts }] = await Promise.all([readCounts, readTrust]);
  const found = new Map<string, Cohort & { counts: number[] }>();
  for (const row of rows) {
    const key = `${row.gender}|${row.age_band}|${row.city_id}`;
    const cohort = found.get(key) ?? newCohort(row, optionIds.length);
    found.set(key, cohort);
    cohort.counts[places.get(row.option_id) ?? 0] = row.votes;
  }
  const [trust = { votes: 0, verified: 0, week_old: 0, month_old: 0 }] = trusts;
  return { cohorts: [...found.values()], trust };
}

type CohortRow = Pick<
  Selectable<Tables["vote_cohorts"]>,
  "option_id" | "gender" | "age_band" | "city_id" | "votes"
>;

const newCohort = ({ gender, age_band, city_id }: CohortRow, options: number) => ({
  gender,
  age: AGE_BANDS[age_band] ?? "",
  region: regionOf.get(city_id) ?? NO_PLACE,
  province: regionOf.has(city_id) ? String(city_id) : NO_PLACE,
  counts: new Array<number>(options).fill(0),
});
