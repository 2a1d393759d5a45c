import type { Report } from "#contract/endpoints/report.ts";
import type { Database } from "#server/db/database.ts";
import { readLook } from "./looks.reads.ts";
import { readOrigins, readTimeline, toBreakdown } from "./report.reads.ts";

type Breakdown = NonNullable<Report["breakdown"]>;

/** The parts of a report that are sealed at a survey's end, as `getReport` returns them. */
export interface SealedParts {
  groups: Pick<Breakdown, "taken_at" | "votes" | "groups"> | null;
  weights: Omit<Breakdown["weighted"], "sources"> | null;
  trust: Breakdown["trust"] | null;
  timeline: Report["timeline"];
  origins: Report["origins"];
}

/** What they say must stay the same in later versions, or seals count as changed. */
export async function readSealedParts(
  db: Database,
  which: { id: number; whilePrivate: boolean },
): Promise<SealedParts> {
  const taken = await readLook(db, which);
  const breakdown = taken && toBreakdown(taken, { sources: [] });
  const timeline = await readTimeline(db, which.id);
  const origins = await readOrigins(db, which.id);
  if (!breakdown) return { groups: null, weights: null, trust: null, timeline, origins };
  const { taken_at, votes, groups, trust } = breakdown;
  // An operator may replace the facts about the country, and their sources with them.
  const { sources: _, ...weights } = breakdown.weighted;
  return { groups: { taken_at, votes, groups }, weights, trust, timeline, origins };
}
