import * as z from "zod";
import { endpoint } from "../../endpoint.ts";
import { MUTE_DAYS_MAX } from "../../limits.ts";
import { OwnerProof, PROOF_REFUSALS } from "../../shapes/owner-proof.ts";
import { Instant, item, PathId } from "../../shapes/shapes.ts";
import { CaseParam, Words } from "../moderation-cases.ts";

const QueueSummary = z.object({
  /** Open ones that count. */
  reports: z.int(),
  /** Since when the oldest case waits; null while none does. */
  oldest: Instant.nullable(),
  /** The median of how long cases of the last 30 days waited, in seconds; null where none did. */
  median_wait_s: z.int().nullable(),
});
export type QueueSummary = z.infer<typeof QueueSummary>;

export const getQueueSummary = endpoint({
  method: "GET",
  path: "/api/auth/moderation/summary",
  summary:
    "For staff: how much waits, since when, and how long decisions take; a minute old at most",
  auth: "required",
  staff: "moderator",
  answers: { 200: item(QueueSummary) },
  errors: [],
});

const DECIDING = ["staff_factor_missing", ...PROOF_REFUSALS] as const;

export const muteCase = endpoint({
  method: "PUT",
  path: "/api/auth/moderation/cases/{id}/mute",
  summary: "For staff: leaves reports of a target out of the queue for some days, until it changes",
  auth: "required",
  staff: "moderator",
  params: CaseParam,
  body: z.object({
    /** The one that was read. */
    version: z.int(),
    days: z.int().min(1).max(MUTE_DAYS_MAX),
    words: Words,
    ...OwnerProof,
  }),
  answers: { 204: null },
  errors: ["case_not_found", "case_changed", "own_case", "admin_decides", ...DECIDING],
  limit: "write",
  proof: "fresh",
});

export const unmuteCase = endpoint({
  method: "DELETE",
  path: "/api/auth/moderation/cases/{id}/mute",
  summary: "For staff: takes that back; what was reported meanwhile comes into the queue",
  auth: "required",
  staff: "moderator",
  params: CaseParam,
  body: z.object(OwnerProof),
  answers: { 204: null },
  errors: ["case_not_found", "own_case", "admin_decides", ...DECIDING],
  limit: "write",
  proof: "fresh",
});

export const escalateCase = endpoint({
  method: "PUT",
  path: "/api/auth/moderation/cases/{id}/escalation",
  summary: "For staff: leaves a case to the admins",
  auth: "required",
  staff: "moderator",
  params: CaseParam,
  body: z.object({ version: z.int(), words: Words }),
  answers: { 204: null },
  errors: ["case_not_found", "case_changed", "no_admin"],
  limit: "write",
});

export const returnCase = endpoint({
  method: "DELETE",
  path: "/api/auth/moderation/cases/{id}/escalation",
  summary: "For admins: gives a case back to all of staff",
  auth: "required",
  staff: "admin",
  params: CaseParam,
  answers: { 204: null },
  errors: ["case_not_found"],
  limit: "write",
});

const ReportParam = z.object({ id: PathId });

export const muteReporter = endpoint({
  method: "PUT",
  path: "/api/auth/moderation/reports/{id}/mute",
  summary:
    "For staff: lets the reports of a report's author count for nothing, without naming them",
  auth: "required",
  staff: "moderator",
  params: ReportParam,
  body: z.object({ words: Words, ...OwnerProof }),
  answers: { 204: null },
  errors: ["report_not_found", "own_case", ...DECIDING],
  limit: "write",
  proof: "fresh",
});

export const unmuteReporter = endpoint({
  method: "DELETE",
  path: "/api/auth/moderation/reports/{id}/mute",
  summary: "For staff: lets them count again",
  auth: "required",
  staff: "moderator",
  params: ReportParam,
  body: z.object(OwnerProof),
  answers: { 204: null },
  errors: ["report_not_found", "own_case", ...DECIDING],
  limit: "write",
  proof: "fresh",
});
