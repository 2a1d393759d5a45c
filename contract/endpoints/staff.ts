import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { WORDS_LENGTH } from "../limits.ts";
import { OwnerProof, PROOF_REFUSALS } from "../shapes/owner-proof.ts";
import { Instant, item, items, line, PageQuery, page } from "../shapes/shapes.ts";
import { Author } from "../shapes/survey-shapes.ts";
import { DecisionAct, ReportReason, Role } from "./moderation.ts";

export const StaffMember = Author.extend({ role: Role.exclude(["member"]) });
export type StaffMember = z.infer<typeof StaffMember>;

export const listStaff = endpoint({
  method: "GET",
  path: "/api/auth/moderation/staff",
  summary: "For admins: the moderators and admins, the newest accounts first, at most 200",
  auth: "required",
  staff: "admin",
  answers: { 200: items(StaffMember) },
  errors: [],
});

export const giveRole = endpoint({
  method: "PUT",
  path: "/api/auth/moderation/staff/{nickname}",
  summary: "For admins: gives somebody else a role, or takes it back with `member`",
  auth: "required",
  staff: "admin",
  params: z.object({ nickname: z.string() }),
  body: z.object({
    role: Role,
    words: line(WORDS_LENGTH.min, WORDS_LENGTH.max),
    ...OwnerProof,
  }),
  answers: { 204: null },
  errors: ["person_not_found", "own_case", "staff_factor_missing", ...PROOF_REFUSALS],
  limit: "write",
  proof: "fresh",
});

const RecordRow = z.object({
  number: z.int(),
  at: Instant,
  /** Who did it; null for the shell, and for accounts that are gone. */
  by: z.string().nullable(),
  /** Such as "hide", "undo hide", "reject_objection hide", "look" or "role moderator". */
  act: z.string(),
  /** Such as "survey 12" or "person 7". */
  target: z.string(),
  /** Of the target, where it is a person who is still there. */
  nickname: z.string().nullable(),
  reason: ReportReason.nullable(),
  words: z.string(),
});
export type RecordRow = z.infer<typeof RecordRow>;

export const listRecord = endpoint({
  method: "GET",
  path: "/api/auth/moderation/record",
  summary: "For admins: what staff did, newest first",
  auth: "required",
  staff: "admin",
  query: PageQuery,
  answers: { 200: page(RecordRow) },
  errors: [],
});

/**
 * What staff did: a decision, one taken back, reports dismissed, an objection answered, a look at
 * private data, or a legal request registered or answered.
 */
export const StaffAct = z.enum([
  ...[...DecisionAct.options, "dismiss", "undo", "reject_objection", "accept_objection", "look"],
  ...["legal_request", "legal_carried_out", "legal_partly", "legal_refused"],
] as const);
export type StaffAct = z.infer<typeof StaffAct>;

const Transparency = z.object({
  /** The last 24 in which staff did something, in Türkiye's time, newest first. */
  months: z.array(
    z.object({
      /** Such as "2026-11". */
      month: z.string(),
      sums: z.array(
        z.object({
          act: StaffAct,
          /** null for looks. */
          reason: ReportReason.nullable(),
          count: z.int(),
        }),
      ),
    }),
  ),
  /** The last row of the record; null while it has none. */
  head: z
    .object({
      /** How many rows there are. */
      number: z.int(),
      at: Instant,
      /** SHA-256, in hexadecimal, over the row and the hash of the one before. */
      hash: z.string(),
    })
    .nullable(),
});
export type Transparency = z.infer<typeof Transparency>;

export const getTransparency = endpoint({
  method: "GET",
  path: "/api/transparency",
  summary: "What staff did, as sums by month and reason, and the head of the record of it",
  auth: "none",
  answers: { 200: item(Transparency) },
  errors: [],
});
