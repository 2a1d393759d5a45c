import { join } from "node:path";
import * as z from "zod";
import { REGIONS } from "#contract/shapes/regions.ts";
import { readTextSync } from "#server/http/text-file.ts";
import type { Margin } from "#server/statistics/raking.ts";

const Facts = z.strictObject({
  source: z.string().min(1),
  people: z.record(z.string(), z.int().positive()),
});
const Population = z.strictObject({ gender: Facts, age: Facts, province: Facts });

export interface Margins {
  /** Shares by gender, age band and region. */
  margins: readonly Margin[];
  sources: readonly string[];
}

const FILE = join(import.meta.dirname, "../../../content/population.json");

/** Reads the file, which the operator may update. Throws if it cannot be used. */
export function readPopulation(file = FILE): Margins {
  const { gender, age, province } = Population.parse(JSON.parse(readTextSync(file)));
  return {
    margins: [gender.people, age.people, byRegion(province.people)].map(sharesOf),
    sources: [gender, age, province].map((facts) => facts.source),
  };
}

const byRegion = (people: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(
    REGIONS.map(({ code, provinces }) => [
      code,
      provinces.reduce((sum, province) => sum + (people[province] ?? 0), 0),
    ]),
  );

function sharesOf(people: Readonly<Record<string, number>>): Margin {
  const total = Object.values(people).reduce((sum, count) => sum + count, 0);
  return new Map(Object.entries(people).map(([name, count]) => [name, count / total]));
}
