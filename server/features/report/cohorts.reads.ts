import { AGE_BANDS, NO_PLACE } from "#contract/shapes/groups.ts";
import { REGIONS } from "#contract/shapes/regions.ts";
import type { OptionCohorts } from "#server/features/ballots/cohorts.reads.ts";
import { cohortOf, PRIVATE_BIT, UNKNOWN } from "#server/statistics/cohort-cells.ts";
import type { Cohort } from "#server/statistics/joined-groups.ts";

export interface Cohorts {
  cohorts: Cohort[];
  /** Votes for each option whose voters have not said who they are; they are in no cohort. */
  unknown: number[];
  /** Counts all votes, cast in public and in private. */
  trust: { votes: number; verified: number; week_old: number; month_old: number };
}

const regionOf = new Map(
  REGIONS.flatMap(({ code, provinces }) => provinces.map((province) => [province, code])),
);

/** Returns who voted for each option in public or, if `whilePrivate`, in private. */
export function toCohorts(ofOptions: readonly OptionCohorts[], whilePrivate: boolean): Cohorts {
  const first = whilePrivate ? PRIVATE_BIT : 0;
  const cells = Array.from({ length: PRIVATE_BIT }, (_, i) => first + i).filter(
    (cell) => cell !== first + UNKNOWN && ofOptions.some(({ counts }) => (counts[cell] ?? 0) > 0),
  );
  const sumOf = (property: keyof Cohorts["trust"]) =>
    ofOptions.reduce((sum, option) => sum + option[property], 0);
  return {
    cohorts: cells.map((cell) =>
      newCohort(
        cell,
        ofOptions.map(({ counts }) => counts[cell] ?? 0),
      ),
    ),
    unknown: ofOptions.map(({ counts }) => counts[first + UNKNOWN] ?? 0),
    trust: {
      votes: sumOf("votes"),
      verified: sumOf("verified"),
      week_old: sumOf("week_old"),
      month_old: sumOf("month_old"),
    },
  };
}

function newCohort(cell: number, counts: number[]): Cohort & { counts: number[] } {
  const { gender, ageBand, cityId } = cohortOf(cell);
  return {
    gender,
    age: AGE_BANDS[ageBand] ?? "",
    region: regionOf.get(cityId) ?? NO_PLACE,
    province: regionOf.has(cityId) ? String(cityId) : NO_PLACE,
    counts,
  };
}
