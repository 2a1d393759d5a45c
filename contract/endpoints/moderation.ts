import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { OBJECTION_LENGTH, REPORT_TEXT_MAX, SUSPENSION_DAYS_MAX, WORDS_LENGTH } from "../limits.ts";
import { OwnerProof, PROOF_REFUSALS } from "../shapes/owner-proof.ts";
import { Id, Instant, item, line, PageQuery, PathId, page, paragraphs } from "../shapes/shapes.ts";
import { Author } from "../shapes/survey-shapes.ts";

/** What accounts may do: members nothing more; moderators and admins decide about reports. */
export const Role = z.enum(["member", "moderator", "admin"]);
export type Role = z.infer<typeof Role>;

/** Why something is reported, and why it was decided against: the rules of the community. */
export const ReportReason = z.enum(
  [
    ...(["personal_data", "hate", "violence", "sexual", "spam"] as const),
    ...(["misleading", "copyright", "crime", "other"] as const),
  ],
  { error: "Lütfen bir neden seçin." },
);
export type ReportReason = z.infer<typeof ReportReason>;

export const TargetKind = z.enum(["survey", "person"]);
export type TargetKind = z.infer<typeof TargetKind>;

export const reportTarget = endpoint({
  method: "POST",
  path: "/api/auth/reports",
  summary: "Reports a survey that the caller can see, or a person, to the moderators",
  auth: "required",
  body: z.object({
    kind: TargetKind,
    id: Id,
    reason: ReportReason,
    text: paragraphs(REPORT_TEXT_MAX).optional(),
  }),
  answers: { 204: null },
  errors: [
    ...(["survey_not_found", "person_not_found", "self_report"] as const),
    ...(["already_reported", "daily_quota"] as const),
  ],
  limit: "write",
});

/** What an account may do and may not, beyond others. */
export const Standing = z.object({
  /** Absent for members. */
  role: z.enum(["moderator", "admin"]).optional(),
  /** When the last suspension ends or ended; absent if there was none. */
  suspended_until: Instant.optional(),
});

/** What moderators did about a survey or a person. */
export const DecisionAct = z.enum(["unlist", "hide", "close", "warn", "suspend"]);
export type DecisionAct = z.infer<typeof DecisionAct>;

const Decision = z.object({
  id: Id,
  act: DecisionAct,
  reason: ReportReason,
  /** What the moderator wrote about it. */
  words: z.string(),
  decided_at: Instant,
  /** The end of a suspension, 9999 for one for good; null for other acts. */
  until: Instant.nullable(),
  /** Set once it was taken back. */
  undone_at: Instant.nullable(),
  /** Until when its person may object; null once they have, or once it was taken back. */
  objection_until: Instant.nullable(),
  /** What its person objected; null where they did not. */
  objection: z.string().nullable(),
  /** Set once the objection was answered: `undone_at` says how. */
  objection_answered_at: Instant.nullable(),
  /** Set where it was taken back, but the survey that it closed could not be opened again. */
  stays: z.literal(true).optional(),
});

/** A decision about the caller or one of their surveys; it names no moderator. */
export const OwnDecision = Decision.extend({
  /** The survey that it is about; null for one about the person. */
  survey: z.object({ id: Id, question: z.string() }).nullable(),
});
export type OwnDecision = z.infer<typeof OwnDecision>;

export const listOwnDecisions = endpoint({
  method: "GET",
  path: "/api/auth/account/my/decisions",
  summary: "Decisions of moderators about the caller or their surveys, newest first",
  auth: "required",
  query: PageQuery,
  answers: { 200: page(OwnDecision) },
  errors: [],
});

const DecisionParam = z.object({ id: PathId });

export const objectToDecision = endpoint({
  method: "POST",
  path: "/api/auth/account/my/decisions/{id}/objection",
  summary: "Objects to a decision, once; another moderator answers where there is one",
  auth: "required",
  whileSuspended: true,
  params: DecisionParam,
  body: z.object({ text: line(OBJECTION_LENGTH.min, OBJECTION_LENGTH.max) }),
  answers: { 204: null },
  errors: ["decision_not_found", "objection_closed"],
  limit: "write",
});

/** What a survey or a profile showed when it was reported. */
export const Snapshot = z.object({
  /** The question, or the person's name. */
  title: z.string(),
  /** The description, or the biography. */
  text: z.string(),
  image_path: z.string().nullable(),
  options: z.array(z.object({ content: z.string(), image_path: z.string() })),
  /** Of a test, each with its options and explanation. */
  questions: z
    .array(
      z.object({
        content: z.string(),
        image_path: z.string().nullable(),
        explanation: z.string(),
        options: z.array(z.string()),
      }),
    )
    .optional(),
});
export type Snapshot = z.infer<typeof Snapshot>;

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
});
export type Case = z.infer<typeof Case>;

export const listCases = endpoint({
  method: "GET",
  path: "/api/auth/moderation/cases",
  summary: "For staff: what is reported or objected to, most urgent first",
  auth: "required",
  staff: "moderator",
  query: PageQuery,
  answers: { 200: page(Case) },
  errors: [],
});

const CaseDetail = Case.extend({
  /** Changes with each report, objection and decision; a decision names the one it is about. */
  version: z.int(),
  is_hidden: z.boolean(),
  /** For surveys: whether it is out of lists, and whether it can still be closed. */
  is_unlisted: z.boolean(),
  is_open: z.boolean(),
  /** The target as everybody sees it, or saw it before it was hidden. */
  now: Snapshot,
  /** The newest 100, without their authors. */
  reported: z.array(
    z.object({
      id: Id,
      reason: ReportReason,
      text: z.string(),
      reported_at: Instant,
      is_open: z.boolean(),
      /** What it was about, where that differs from `now`. */
      snapshot: Snapshot.nullable(),
    }),
  ),
  /** Of this target, newest first. */
  decisions: z.array(Decision),
  /** Decisions about other surveys of the same owner, or about their account. */
  earlier_decisions: z.int(),
});
export type CaseDetail = z.infer<typeof CaseDetail>;

const CaseParam = z.object({ id: PathId });

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

const Words = line(WORDS_LENGTH.min, WORDS_LENGTH.max);

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
    ...OwnerProof,
  }),
  answers: { 200: item(Id.nullable()) },
  errors: [
    ...(["case_not_found", "case_changed", "own_case", "other_moderator"] as const),
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
    ...(["decision_not_found", "own_case", "other_moderator"] as const),
    ...(["staff_factor_missing", ...PROOF_REFUSALS] as const),
  ],
  limit: "write",
  proof: "fresh",
});
