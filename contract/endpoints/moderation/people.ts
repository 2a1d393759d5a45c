import * as z from "zod";
import { endpoint } from "../../endpoint.ts";
import { SUSPENDED_TOGETHER_MAX, SUSPENSION_DAYS_MAX, WORDS_LENGTH } from "../../limits.ts";
import { OwnerProof, PROOF_REFUSALS } from "../../shapes/owner-proof.ts";
import { Id, Instant, item, items, line, PageQuery, PathId, page } from "../../shapes/shapes.ts";
import { Author } from "../../shapes/survey-shapes.ts";
import { OwnDecision, ReportReason, Role } from "../moderation.ts";

const StaffPerson = Author.extend({
  role: Role,
  created_at: Instant,
  /** When the last suspension ends or ended; null if there was none. */
  suspended_until: Instant.nullable(),
});
export type StaffPerson = z.infer<typeof StaffPerson>;

export const listPeople = endpoint({
  method: "GET",
  path: "/api/auth/moderation/people",
  summary: "For staff: the newest accounts first; with `q` those with exactly this nickname or id",
  auth: "required",
  staff: "moderator",
  query: PageQuery.extend({ q: z.string().max(40).default("") }),
  answers: { 200: page(StaffPerson) },
  errors: [],
});

const DECIDING = ["staff_factor_missing", ...PROOF_REFUSALS] as const;
const Words = line(WORDS_LENGTH.min, WORDS_LENGTH.max);

export const findByEmail = endpoint({
  method: "POST",
  path: "/api/auth/moderation/people/by-email",
  summary: "For staff: the account of a mailbox; each that is found is a row in the record",
  auth: "required",
  staff: "moderator",
  body: z.object({ email: z.string().min(3).max(254), words: Words, ...OwnerProof }),
  answers: { 200: items(StaffPerson) },
  errors: DECIDING,
  limit: "write",
  proof: "fresh",
});

const CaseOf = z.object({
  id: Id,
  survey: z.object({ id: Id, question: z.string() }).nullable(),
  /** Open reports that count. */
  reports: z.int(),
  opened_at: Instant.nullable(),
});

const PersonDetail = StaffPerson.extend({
  /** Public surveys. */
  survey_count: z.int(),
  /** Decisions about the person and their surveys that were not taken back. */
  decision_count: z.int(),
  /** About the person and their newest 50 surveys with a case, without what is private. */
  cases: z.array(CaseOf),
});
export type PersonDetail = z.infer<typeof PersonDetail>;

const PersonParam = z.object({ id: PathId });

export const getStaffPerson = endpoint({
  method: "GET",
  path: "/api/auth/moderation/people/{id}",
  summary: "For staff: what an account is, and what was reported and decided about it",
  auth: "required",
  staff: "moderator",
  params: PersonParam,
  answers: { 200: item(PersonDetail) },
  errors: ["person_not_found"],
});

export const listPersonDecisions = endpoint({
  method: "GET",
  path: "/api/auth/moderation/people/{id}/decisions",
  summary:
    "For staff: decisions about a person and their surveys, newest first; without the questions of surveys that are not public",
  auth: "required",
  staff: "moderator",
  params: PersonParam,
  query: PageQuery,
  answers: { 200: page(OwnDecision) },
  errors: ["person_not_found"],
});

const PrivateData = z.object({
  email: z.string(),
  email_verified_at: Instant.nullable(),
});

export const lookAtPerson = endpoint({
  method: "POST",
  path: "/api/auth/moderation/people/{id}/look",
  summary: "For staff: the address of an account; each look is a row in the record",
  auth: "required",
  staff: "moderator",
  params: PersonParam,
  body: z.object({ words: Words, ...OwnerProof }),
  answers: { 200: item(PrivateData) },
  errors: ["person_not_found", ...DECIDING],
  limit: "write",
  proof: "fresh",
});

/**
 * What accounts may share: registered within an hour, or from the same network within 30 days, a
 * nickname's form, a rare mail domain, a question.
 */
const Shared = z.enum(["hour", "network", "nickname", "domain", "question"]);
export type Shared = z.infer<typeof Shared>;

const Similar = StaffPerson.extend({
  shares: z.array(Shared),
  /** Surveys that everybody may see, or every adult. */
  public_surveys: z.int(),
  /** Of the case about them; a suspension names the one that was read. */
  version: z.int(),
});
export type Similar = z.infer<typeof Similar>;

export const findSimilarPeople = endpoint({
  method: "POST",
  path: "/api/auth/moderation/people/{id}/similar",
  summary:
    "For staff: accounts registered just before and after one, or from its network, that share with it what automatic registrations do; a row in the record",
  auth: "required",
  staff: "moderator",
  params: PersonParam,
  body: z.object({ words: Words, ...OwnerProof }),
  answers: { 200: items(Similar) },
  errors: ["person_not_found", ...DECIDING],
  limit: "write",
  proof: "fresh",
});

export const suspendPeople = endpoint({
  method: "POST",
  path: "/api/auth/moderation/people/suspensions",
  summary:
    "For staff: suspends several people for one reason, all or nobody, and hides their public surveys; each is a decision",
  auth: "required",
  staff: "moderator",
  body: z.object({
    people: z
      .array(z.object({ id: Id, version: z.int() }))
      .min(1, { error: "Lütfen en az bir hesap seçin." })
      .max(SUSPENDED_TOGETHER_MAX, {
        error: `En çok ${SUSPENDED_TOGETHER_MAX} hesap seçilebilir.`,
      }),
    reason: ReportReason,
    words: Words,
    /** Absent for suspensions for good. */
    days: z.int().min(1).max(SUSPENSION_DAYS_MAX).optional(),
    /** Hides their newest public surveys too, at most `SURVEYS_HIDDEN_TOGETHER_MAX`. */
    hide_surveys: z.boolean().optional(),
    ...OwnerProof,
  }),
  answers: {
    200: item(
      z.object({
        hidden_surveys: z.int(),
        /** Public surveys that were to be hidden and were not. */
        left_surveys: z.int(),
      }),
    ),
  },
  errors: [
    ...(["person_not_found", "case_changed", "own_case", "other_moderator"] as const),
    ...(["admin_decides", ...DECIDING] as const),
  ],
  limit: "write",
  proof: "fresh",
});

export const openPersonCase = endpoint({
  method: "POST",
  path: "/api/auth/moderation/people/{id}/case",
  summary: "For staff: the id of the case about a person, which is not in the queue by that",
  auth: "required",
  staff: "moderator",
  params: PersonParam,
  answers: { 200: item(Id) },
  errors: ["person_not_found", "own_case"],
  limit: "write",
});
