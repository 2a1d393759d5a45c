import * as z from "zod";
import { endpoint } from "../../endpoint.ts";
import { REGISTRATION_LINK_DAYS_MAX, REGISTRATION_LINK_USES_MAX } from "../../limits.ts";
import { OwnerProof, PROOF_REFUSALS } from "../../shapes/owner-proof.ts";
import { Id, Instant, item, PageQuery, PathId, page } from "../../shapes/shapes.ts";
import { Words } from "../moderation-cases.ts";

const RegistrationLink = z.object({
  id: Id,
  /** What it is for. */
  words: z.string(),
  /** How many people may register by it, and how many did. */
  uses: z.int(),
  used: z.int(),
  created_at: Instant,
  ends_at: Instant,
  /** Whether somebody can still register by it. */
  is_open: z.boolean(),
});
export type RegistrationLink = z.infer<typeof RegistrationLink>;

export const listLinks = endpoint({
  method: "GET",
  path: "/api/auth/moderation/registration-links",
  summary: "For admins: the links by which people register, newest first",
  auth: "required",
  staff: "admin",
  query: PageQuery,
  answers: { 200: page(RegistrationLink) },
  errors: [],
});

const DECIDING = ["staff_factor_missing", ...PROOF_REFUSALS] as const;

export const createLink = endpoint({
  method: "POST",
  path: "/api/auth/moderation/registration-links",
  summary: "For admins: makes such a link; returns its code, which nothing shows again",
  auth: "required",
  staff: "admin",
  body: z.object({
    uses: z
      .int({ error: "Lütfen bir sayı yazın." })
      .min(1, { error: "En az 1 kişi olmalı." })
      .max(REGISTRATION_LINK_USES_MAX, {
        error: `En çok ${REGISTRATION_LINK_USES_MAX} kişi olabilir.`,
      }),
    days: z
      .int({ error: "Lütfen bir sayı yazın." })
      .min(1, { error: "En az 1 gün olmalı." })
      .max(REGISTRATION_LINK_DAYS_MAX, {
        error: `En çok ${REGISTRATION_LINK_DAYS_MAX} gün olabilir.`,
      }),
    words: Words,
    ...OwnerProof,
  }),
  answers: { 201: item(z.object({ id: Id, code: z.string() })) },
  errors: DECIDING,
  limit: "write",
  proof: "fresh",
});

export const endLink = endpoint({
  method: "DELETE",
  path: "/api/auth/moderation/registration-links/{id}",
  summary: "For admins: ends such a link; doing it twice changes nothing",
  auth: "required",
  staff: "admin",
  params: z.object({ id: PathId }),
  body: z.object(OwnerProof),
  answers: { 204: null },
  errors: DECIDING,
  limit: "write",
  proof: "fresh",
});
