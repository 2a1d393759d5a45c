import { join } from "node:path";
import * as z from "zod";
import { readTextSync } from "#server/http/text-file.ts";
import type { Margin } from "#server/statistics/raking.ts";

const Facts = z.strictObject({
  source: z.string().min(1),
  people: z.record(z.string(), z.int().positive()),
});
const Population = z.strictObject({ gender: Facts, age: Facts, province: Facts });

export interface Margins {
  /** Shares by gender, age band and province's plate code. */
  margins: readonly Margin[];
  sources: readonly string[];
}

const FILE = join(import.meta.dirname, "../../../content/population.json");

/** Reads the file, which the operator may update. Throws if it cannot be used. */
export function readPopulation(file = FILE): Margins {
  const { gender, age, province } = Population.parse(JSON.parse(readTextSync(file)));
  const facts = [gender, age, province];
  return {
    margins: facts.map(({ people }) => sharesOf(people)),
    sources: facts.map((f) => f.source),
  };
}

function sharesOf(people: Readonly<Record<string, number>>): Margin {
  const total = Object.values(people).reduce((sum, count) => sum + count, 0);
  return new Map(Object.entries(people).map(([name, count]) => [name, count / total]));
}
