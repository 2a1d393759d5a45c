import * as z from "zod";
import { endpoint } from "../../endpoint.ts";
import {
  LEGAL_REFERENCE_MAX,
  LEGAL_TARGET_MAX,
  LEGAL_TEXT_MAX,
  WORDS_LENGTH,
} from "../../limits.ts";
import { OwnerProof, PROOF_REFUSALS } from "../../shapes/owner-proof.ts";
import {
  Id,
  Instant,
  item,
  line,
  PageQuery,
  PathId,
  page,
  paragraphs,
} from "../../shapes/shapes.ts";
import { DecisionAct, Snapshot } from "../moderation.ts";

/** Who asks: a court or an authority, a person, or a lawyer. */
export const LegalAsker = z.enum(["court", "person", "lawyer"]);
export type LegalAsker = z.infer<typeof LegalAsker>;

export const LegalOutcome = z.enum(["carried_out", "partly", "refused"]);
export type LegalOutcome = z.infer<typeof LegalOutcome>;

const LegalRequest = z.object({
  id: Id,
  /** Such as "2026/3". */
  name: z.string(),
  asker: LegalAsker,
  reference: z.string(),
  /** The address that it is about. */
  target: z.string(),
  received_at: Instant,
  deadline: Instant,
  /** null while it is open. */
  outcome: LegalOutcome.nullable(),
});
export type LegalRequest = z.infer<typeof LegalRequest>;

const LegalRequestDetail = LegalRequest.extend({
  words: z.string(),
  answer: z.string().nullable(),
  answered_at: Instant.nullable(),
  /** Where it is decided; null where nothing has the address. */
  case_id: Id.nullable(),
  /** What the target showed when the request came; null without one, and once its time is over. */
  copy: Snapshot.nullable(),
  /** SHA-256 of the copy with the hashes of its pictures, as the record has it. */
  copy_hash: z.string().nullable(),
  pictures: z.array(z.object({ id: Id, content: z.string(), sha256: z.string() })),
  /** What was decided for it. */
  decisions: z.array(
    z.object({ act: DecisionAct, decided_at: Instant, undone_at: Instant.nullable() }),
  ),
});
export type LegalRequestDetail = z.infer<typeof LegalRequestDetail>;

const STAFF = { auth: "required", staff: "moderator" } as const;
const RequestParam = z.object({ id: PathId });

export const listLegalRequests = endpoint({
  method: "GET",
  path: "/api/auth/moderation/legal-requests",
  summary:
    "For staff: legal requests; the open ones by deadline, or the answered ones, newest first",
  ...STAFF,
  query: PageQuery.extend({ state: z.enum(["open", "answered"]).default("open") }),
  answers: { 200: page(LegalRequest) },
  errors: [],
});

export const createLegalRequest = endpoint({
  method: "POST",
  path: "/api/auth/moderation/legal-requests",
  summary: "For staff: registers a legal request, and copies what it is about",
  ...STAFF,
  body: z.object({
    asker: LegalAsker,
    reference: line(1, LEGAL_REFERENCE_MAX),
    /** The address of a survey, a profile or a picture. */
    target: line(1, LEGAL_TARGET_MAX),
    words: paragraphs(LEGAL_TEXT_MAX),
    received_at: Instant,
    ...OwnerProof,
  }),
  answers: { 201: item(z.object({ id: Id, name: z.string() })) },
  errors: ["staff_factor_missing", ...PROOF_REFUSALS],
  limit: "write",
  proof: "fresh",
});

export const getLegalRequest = endpoint({
  method: "GET",
  path: "/api/auth/moderation/legal-requests/{id}",
  summary: "For staff: a legal request with the copy of what it is about",
  ...STAFF,
  params: RequestParam,
  answers: { 200: item(LegalRequestDetail) },
  errors: ["legal_request_not_found"],
  // Looking at a copy leaves a row in the record.
  limit: "write",
});

export const getLegalPicture = endpoint({
  method: "GET",
  path: "/api/auth/moderation/legal-requests/{id}/pictures/{picture}",
  summary: "For staff: a picture of a copy, as WebP",
  ...STAFF,
  params: RequestParam.extend({ picture: PathId }),
  answers: { 200: z.string() },
  fileTypes: ["image/webp"],
  errors: ["legal_request_not_found"],
});

export const answerLegalRequest = endpoint({
  method: "POST",
  path: "/api/auth/moderation/legal-requests/{id}/answer",
  summary: "For staff: closes a legal request with what was done and why",
  ...STAFF,
  params: RequestParam,
  body: z.object({
    outcome: LegalOutcome,
    answer: line(WORDS_LENGTH.min, WORDS_LENGTH.max),
    ...OwnerProof,
  }),
  answers: { 204: null },
  errors: [
    ...(["legal_request_not_found", "legal_request_answered", "own_case"] as const),
    ...(["staff_factor_missing", ...PROOF_REFUSALS] as const),
  ],
  limit: "write",
  proof: "fresh",
});
