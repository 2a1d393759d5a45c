import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { EMAIL_MAX } from "../limits.ts";
import { item } from "../shapes/shapes.ts";

/** What a proof of work is for; a proof for another purpose is not accepted. */
export const ChallengePurpose = z.enum(["register", "login", "reset", "letter"]);
export type ChallengePurpose = z.infer<typeof ChallengePurpose>;

/** A challenge of ALTCHA's open protocol, version 2: find a key that begins with `keyPrefix`. */
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
      /** Work, as a multiple of the smallest challenge's. */
      units: z.int(),
      /** Unix time in seconds. */
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
  summary: "A challenge for a proof of work; null where none is required",
  auth: "none",
  body: z.object({
    for: ChallengePurpose,
    /** The e-mail of the login or reset, because its failures make the proof harder. */
    email: z.string().max(EMAIL_MAX).optional(),
  }),
  answers: { 200: item(Challenge.nullable()) },
  errors: [],
  limit: "challenge",
});
