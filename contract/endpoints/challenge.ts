import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { EMAIL_MAX } from "../limits.ts";
import { item } from "../shapes/shapes.ts";

/** What a proof of work is for; one for another purpose is worth nothing. */
export const ChallengePurpose = z.enum(["register", "login", "reset"]);
export type ChallengePurpose = z.infer<typeof ChallengePurpose>;

/** A challenge of ALTCHA's open protocol, version 2: the counter whose derived key begins so. */
export const Challenge = z.object({
  parameters: z.object({
    algorithm: z.literal("PBKDF2/SHA-256"),
    nonce: z.string(),
    salt: z.string(),
    /** Iterations of one derivation. */
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    data: z.object({
      for: ChallengePurpose,
      /** How many times as much work as the least. */
      units: z.int(),
      /** In seconds since 1970. */
      expires: z.int(),
    }),
  }),
  signature: z.string(),
});
export type Challenge = z.infer<typeof Challenge>;

/** Base64 of the JSON `{challenge, solution: {counter, derivedKey}}`, as ALTCHA's widget makes it. */
export const Proof = z.string().max(2000);

export const createChallenge = endpoint({
  method: "POST",
  path: "/api/auth/challenge",
  summary: "A challenge to compute a proof of work for; null where none is ever asked for",
  auth: "none",
  body: z.object({
    for: ChallengePurpose,
    /** Of the login or reset, where failures of the e-mail make the proof dearer. */
    email: z.string().max(EMAIL_MAX).optional(),
  }),
  answers: { 200: item(Challenge.nullable()) },
  errors: [],
  limit: "challenge",
});
