import * as z from "zod";
import { endpoint } from "../../endpoint.ts";
import { QUIET_TITLE_LENGTH, WORDS_LENGTH } from "../../limits.ts";
import { OwnerProof, PROOF_REFUSALS } from "../../shapes/owner-proof.ts";
import { Id, Instant, item, line, PageQuery, PathId, page } from "../../shapes/shapes.ts";

/** When results of surveys in some categories are shown to nobody (R665). */
const QuietPeriod = z.object({
  id: Id,
  /** Why, as visitors read it, such as "Seçim dönemi". */
  title: z.string(),
  /** null for all categories. */
  category_ids: z.array(Id).nullable(),
  starts_at: Instant,
  /** The first moment after it. */
  ends_at: Instant,
  /** The nickname of the admin who set it; null for an account that is gone. */
  by: z.string().nullable(),
});
export type QuietPeriod = z.infer<typeof QuietPeriod>;

export const listQuietPeriods = endpoint({
  method: "GET",
  path: "/api/auth/moderation/quiet-periods",
  summary: "For admins: the quiet periods, the newest first",
  auth: "required",
  staff: "admin",
  query: PageQuery,
  answers: { 200: page(QuietPeriod) },
  errors: [],
});

/** What the record says about why. */
const Words = line(WORDS_LENGTH.min, WORDS_LENGTH.max);
const REFUSALS = ["staff_factor_missing", ...PROOF_REFUSALS] as const;

export const createQuietPeriod = endpoint({
  method: "POST",
  path: "/api/auth/moderation/quiet-periods",
  summary: "For admins: hides the results of surveys in some categories for a time",
  auth: "required",
  staff: "admin",
  body: z.object({
    title: line(QUIET_TITLE_LENGTH.min, QUIET_TITLE_LENGTH.max),
    category_ids: z.array(Id).min(1).nullable(),
    starts_at: Instant,
    ends_at: Instant,
    words: Words,
    ...OwnerProof,
  }),
  answers: { 201: item(QuietPeriod) },
  errors: REFUSALS,
  limit: "write",
  proof: "fresh",
});

export const endQuietPeriod = endpoint({
  method: "POST",
  path: "/api/auth/moderation/quiet-periods/{id}/end",
  summary: "For admins: ends a quiet period now, and deletes one that has not begun",
  auth: "required",
  staff: "admin",
  params: z.object({ id: PathId }),
  body: z.object({ words: Words, ...OwnerProof }),
  answers: { 204: null },
  errors: ["quiet_period_not_found", ...REFUSALS],
  limit: "write",
  proof: "fresh",
});
