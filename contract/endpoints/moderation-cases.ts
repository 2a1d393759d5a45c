import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { OPTION_COUNT, SUSPENSION_DAYS_MAX, WORDS_LENGTH } from "../limits.ts";
import { OwnerProof, PROOF_REFUSALS } from "../shapes/owner-proof.ts";
import { Id, Instant, item, line, PageQuery, PathId, page } from "../shapes/shapes.ts";
import { Author } from "../shapes/survey-shapes.ts";
import {
  Decision,
  DecisionAct,
  DecisionParam,
  ReportReason,
  Snapshot,
  TargetKind,
} from "./moderation.ts";

const Case = z.object({
  id: Id,
  kind: TargetKind,
  /** The survey's or the person's. */
  target_id: Id,
  /** The question, or the person's name, as it is now. */
  title: z.string(),
  /** The survey's owner, or the person. */
  user: Author,
  /** Open reports. */
  reports: z.int(),
  /** Of the open reports, as their authors' earlier ones turned out; 10 is one of a newcomer. */
  weight: z.int(),
  /** Since when something is open; null where nothing is. */
  opened_at: Instant.nullable(),
  has_objection: z.boolean(),
  /** Why it was left to the admins; null where all of staff decides. */
  escalation: z.string().nullable(),
  /** Whether it is a survey that waits to be looked at before others see it (R662). */
  is_held: z.boolean(),
  /** Nicknames of others of staff who have it open now. */
  viewers: z.array(z.string()),
});
export type Case = z.infer<typeof Case>;

const QueuedCase = Case.extend({
  /** The reports that `reports` counts, by reason, most frequent first. */
  reasons: z.array(z.object({ reason: ReportReason, count: z.int() })),
});
export type QueuedCase = z.infer<typeof QueuedCase>;

export const listCases = endpoint({
  method: "GET",
  path: "/api/auth/moderation/cases",
  summary: "For staff: what is reported or objected to, most urgent first",
  auth: "required",
  staff: "moderator",
  query: PageQuery,
  answers: { 200: page(QueuedCase) },
  errors: [],
});

/** A picture of a target, for staff. */
export const CasePicture = z.object({
  /** "cover", "avatar", or "option" with the option's number. */
  place: z.string(),
  /** What stands beside it. */
  content: z.string(),
  /** The address that it has, or had. */
  image_path: z.string(),
  /** The number under which staff reads it while nobody else can; otherwise null. */
  withheld: Id.nullable(),
  is_removed: z.boolean(),
});
export type CasePicture = z.infer<typeof CasePicture>;

const CaseDetail = Case.extend({
  /** Changes with each report, objection and decision; a decision names the one it is about. */
  version: z.int(),
  is_hidden: z.boolean(),
  /** Open legal requests about it; absent without any. */
  legal_requests: z.array(z.object({ id: Id, name: z.string() })).optional(),
  /** For surveys: whether it is out of lists, for adults only, and can still be closed. */
  is_unlisted: z.boolean(),
  is_for_adults: z.boolean(),
  is_open: z.boolean(),
  /** Until when reports of it stay out of the queue while it does not change; null where none does. */
  muted_until: Instant.nullable(),
  /** The target as everybody sees it, or saw it before it was hidden. */
  now: Snapshot,
  pictures: z.array(CasePicture),
  /** The newest 100, without their authors. */
  reported: z.array(
    z.object({
      id: Id,
      reason: ReportReason,
      text: z.string(),
      reported_at: Instant,
      is_open: z.boolean(),
      /** Whether its author's reports count for nothing; false once that account is gone. */
      is_author_muted: z.boolean(),
      /** What it was about, where that differs from `now`. */
      snapshot: Snapshot.nullable(),
    }),
  ),
  /** Of this target, newest first. */
  decisions: z.array(Decision),
  /** Decisions about other surveys of the same owner, or about their account. */
  earlier_decisions: z.int(),
  /** Why it waits; null where it does not. */
  hold: z
    .object({
      /** Whether it was never published; otherwise its texts were changed. */
      is_new: z.boolean(),
      /** Forms of the word list, and how the texts spell them in lower case. */
      matches: z.array(z.object({ form: z.string(), found: z.string() })),
      /** The case of the hidden survey whose question it resembles; null where it resembles none. */
      similar_case: Id.nullable(),
    })
    .nullable(),
});
export type CaseDetail = z.infer<typeof CaseDetail>;

export const CaseParam = z.object({ id: PathId });

export const getCase = endpoint({
  method: "GET",
  path: "/api/auth/moderation/cases/{id}",
  summary: "For staff: a target with what was reported and decided",
  auth: "required",
  staff: "moderator",
  params: CaseParam,
  answers: { 200: item(CaseDetail) },
  errors: ["case_not_found"],
  // Reading what is not public leaves a row in the record.
  limit: "write",
});

export const viewCase = endpoint({
  method: "POST",
  path: "/api/auth/moderation/cases/{id}/viewers",
  summary: "For staff: says that the caller has a case open; returns who else has",
  auth: "required",
  staff: "moderator",
  params: CaseParam,
  answers: { 200: z.object({ items: z.array(z.string()) }) },
  errors: ["case_not_found"],
  limit: "write",
});

export const getCasePicture = endpoint({
  method: "GET",
  path: "/api/auth/moderation/cases/{id}/pictures/{picture}",
  summary: "For staff: a picture that nobody else can see, as WebP",
  auth: "required",
  staff: "moderator",
  params: CaseParam.extend({ picture: PathId }),
  answers: { 200: z.string() },
  fileTypes: ["image/webp"],
  errors: ["case_not_found"],
});

export const Words = line(WORDS_LENGTH.min, WORDS_LENGTH.max);

export const decideCase = endpoint({
  method: "POST",
  path: "/api/auth/moderation/cases/{id}/decision",
  summary: "For staff: decides a case; returns the id of the next one, or null",
  auth: "required",
  staff: "moderator",
  params: CaseParam,
  body: z.object({
    /** The one that was read. */
    version: z.int(),
    /** `dismiss` closes what is open and leaves everything as it is. */
    act: DecisionAct.or(z.literal("dismiss")),
    /** What is done besides, each a decision with the same reason and words. */
    also: z.array(DecisionAct).max(DecisionAct.options.length).optional(),
    reason: ReportReason,
    words: Words,
    /** Of a suspension; absent for one for good. */
    days: z.int().min(1).max(SUSPENSION_DAYS_MAX).optional(),
    /** The open legal request that this carries out (R671). */
    legal_request_id: Id.optional(),
    /** The places of the pictures that `remove_picture` removes. */
    pictures: z
      .array(z.string().max(40))
      .max(OPTION_COUNT.max + 1)
      .optional(),
    ...OwnerProof,
  }),
  answers: { 200: item(Id.nullable()) },
  errors: [
    ...(["case_not_found", "case_changed", "own_case", "other_moderator"] as const),
    "admin_decides",
    ...(["staff_factor_missing", ...PROOF_REFUSALS] as const),
  ],
  limit: "write",
  proof: "fresh",
});

export const undoDecision = endpoint({
  method: "POST",
  path: "/api/auth/moderation/decisions/{id}/undo",
  summary: "For staff: takes a decision back; doing it twice changes nothing",
  auth: "required",
  staff: "moderator",
  params: DecisionParam,
  body: z.object({ words: Words, ...OwnerProof }),
  answers: { 204: null },
  errors: [
    ...(["decision_not_found", "own_case", "other_moderator", "admin_decides"] as const),
    ...(["staff_factor_missing", ...PROOF_REFUSALS] as const),
  ],
  limit: "write",
  proof: "fresh",
});
