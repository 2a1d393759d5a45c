// Who may decide about what, how much a report counts, and what comes first in the queue. Which
// calls are for staff is said by `staff` in contract/endpoints/moderation.ts.

import { DAY_MS, HOUR_MS } from "#contract/durations.ts";
import type { DecisionAct, TargetKind } from "#contract/endpoints/moderation.ts";
import { OBJECTION_DAYS } from "#contract/limits.ts";
import { ApiError } from "#server/errors.ts";

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

/** What a report counts whose author has no record. */
const ORDINARY_WEIGHT = 10;
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

/** An ordinary report brings a case as far forward as waiting for so long. */
const WORTH_MS = 6 * HOUR_MS;

/** Orders the queue, highest first: what is old or weighs much comes first. */
export const urgencyOf = (weight: number, openedAt: number): number =>
  Math.round((weight / ORDINARY_WEIGHT) * WORTH_MS) - openedAt;
