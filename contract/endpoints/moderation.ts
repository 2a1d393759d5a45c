import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { OBJECTION_LENGTH, REPORT_TEXT_MAX } from "../limits.ts";
import { Id, Instant, line, PageQuery, PathId, page, paragraphs } from "../shapes/shapes.ts";

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
export const DecisionAct = z.enum([
  ...(["unlist", "age_limit", "hide", "remove_picture", "close", "warn", "suspend"] as const),
]);
export type DecisionAct = z.infer<typeof DecisionAct>;

export const Decision = z.object({
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
  /** Set where it was taken back, but what it did stays: a sealed survey, a deleted picture. */
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

export const DecisionParam = z.object({ id: PathId });

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
        // Reports of earlier releases have none.
        explanation_image_path: z.string().nullable().optional(),
        options: z.array(z.string()),
      }),
    )
    .optional(),
  /** What a test says of its types, where it says something. */
  types: z.array(z.string()).optional(),
});
export type Snapshot = z.infer<typeof Snapshot>;
