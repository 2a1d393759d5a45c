import { toHex, utf8 } from "#contract/proof/byte-texts.ts";
import { canonicalJson } from "#contract/proof/canonical-json.ts";
import type { SealedReport } from "#contract/proof/sealed-results.ts";
import type { Database } from "#server/db/database.ts";
import { readSealedParts } from "#server/features/report/sealed-report.reads.ts";
import { sha256 } from "./receipts.ts";

/** Returns the hashes of a survey's report after its end, which are sealed with its results. */
export async function hashReport(
  db: Database,
  surveyId: number,
  while_private: boolean,
): Promise<SealedReport> {
  const parts = await readSealedParts(db, { id: surveyId, whilePrivate: while_private });
  const hash = (part: unknown) => toHex(sha256(utf8(canonicalJson(part))));
  const { groups, weights, trust, origins } = parts;
  return {
    while_private,
    groups: groups && hash(groups),
    weights: weights && hash(weights),
    trust: trust && hash(trust),
    timeline: hash(parts.timeline),
    origins: origins && hash(origins),
  };
}

/**
 * Whether the report is no longer as it was sealed; earlier formats do not cover it. `isPrivate` says
 * whether the survey still is as private as its votes.
 */
export async function isOtherReport(
  db: Database,
  { surveyId, isPrivate }: { surveyId: number; isPrivate: boolean },
  sealed: SealedReport | undefined,
): Promise<boolean> {
  if (!sealed) return false;
  const now = await hashReport(db, surveyId, sealed.while_private);
  // Making a private survey public deletes when and from where its votes came (R210).
  const kept = sealed.while_private && !isPrivate ? sealed : now;
  const { origins, ...covered } = { ...now, timeline: kept.timeline, origins: kept.origins };
  const isCovered = sealed.origins !== undefined;
  return canonicalJson(isCovered ? { ...covered, origins } : covered) !== canonicalJson(sealed);
}
