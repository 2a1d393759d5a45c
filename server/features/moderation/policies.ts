// Who may decide about what, and how much a report counts. Which
// calls are for staff is said by `staff` in contract/endpoints/moderation.ts.

import { DAY_MS } from "#contract/durations.ts";
import type { DecisionAct, TargetKind } from "#contract/endpoints/moderation.ts";
import { OBJECTION_DAYS } from "#contract/limits.ts";
import { ApiError } from "#server/errors.ts";
import { ORDINARY_WEIGHT } from "#server/features/cases/cases.writes.ts";

/** Throws `own_case` where staff would decide about themselves. */
export function requireOther(staff: { id: number }, personId: number): void {
  if (staff.id === personId) throw new ApiError("own_case");
}

const OF_SURVEYS: ReadonlySet<DecisionAct> = new Set(["unlist", "age_limit", "hide", "close"]);

/** Throws 422 for an act that does not fit what is decided about. */
export function requireFit(act: DecisionAct, { kind }: { kind: TargetKind }): void {
  if (kind === "person" && OF_SURVEYS.has(act))
    throw new ApiError("validation_failed", { fields: { act: "Bu karar profiller için değil." } });
}

/** Throws 422 unless a survey in review is either published or hidden, with whatever else. */
export function requireVerdict(acts: readonly DecisionAct[]): void {
  if (acts.length === 0 || acts.includes("hide")) return;
  const act = "Bu anket incelemede: kurallara uygun bulun ya da yayından kaldırın.";
  throw new ApiError("validation_failed", { fields: { act } });
}

interface Objectable {
  decided_at: number;
  undone_at: number | null;
  objection: string | null;
}

export const objectionEnd = ({ decided_at }: Objectable): number =>
  decided_at + OBJECTION_DAYS * DAY_MS;

export const mayObject = (decision: Objectable, now: number): boolean =>
  decision.undone_at === null && decision.objection === null && now < objectionEnd(decision);

/** The end of a suspension of so many days, or of one for good. */
export const suspensionEnd = (days: number | undefined, now: number): number =>
  days === undefined ? FOR_GOOD : now + days * DAY_MS;

const FOR_GOOD = Date.parse("9999-12-31T00:00:00Z");

/** Decided reports after which the author's record counts. */
const KNOWN_FROM = 5;
const WEIGHT = { least: 2, most: 40 } as const;

/**
 * How much a report counts: 10 for somebody with at most five decided ones; then between 2 and 40,
 * by the share that was upheld and the logarithm of how many there were, as Discourse does.
 */
export function reportWeight({ upheld, dismissed }: { upheld: number; dismissed: number }): number {
  const decided = upheld + dismissed;
  if (decided <= KNOWN_FROM) return ORDINARY_WEIGHT;
  const weight = ORDINARY_WEIGHT * (upheld / decided) * (1 + Math.log10(decided));
  return Math.round(Math.min(WEIGHT.most, Math.max(WEIGHT.least, weight)));
}
