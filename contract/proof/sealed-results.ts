import * as z from "zod";
import { SurveyEdit } from "../endpoints/survey-edits.ts";
import { Ranking } from "../endpoints/votes.ts";
import { Id, Instant } from "../shapes/shapes.ts";
import { BallotName, Sponsors, SurveyType } from "../shapes/survey-shapes.ts";
import { SIGNATURE } from "./byte-texts.ts";
import { RECEIPT } from "./receipt-codes.ts";
import { Hash } from "./sha256-text.ts";

const SealedOption = z.strictObject({
  id: Id,
  content: z.string(),
  /** All votes, or only those cast in public if others are separate (`private_part`). */
  votes: z.int().nonnegative(),
  /** Votes cast while the survey was private, if they are counted separately and shown. */
  private_votes: z.int().nonnegative().nullable(),
});

/** How often the grades 1 to 5 were given. */
const Grades = z.array(z.int().nonnegative()).length(5);

/** What else is counted where a voter may choose several options. */
const VOTING = {
  ballot: BallotName,
  /** How many people voted, counted as an option's votes are. */
  voters: z.strictObject({
    votes: z.int().nonnegative(),
    private_votes: z.int().nonnegative().nullable(),
  }),
  /** The rounds of rankings, of all votes in `voters.votes`. */
  ranking: Ranking.optional(),
};

const FIELDS = {
  /** The thumbprint of the key that signed it (RFC 7638). */
  key_id: z.string(),
  survey: z.strictObject({
    id: Id,
    type: SurveyType,
    question: z.string(),
    description: z.string(),
    start_time: Instant,
    end_time: Instant,
    /** Present where votes could be changed and withdrawn until the end. */
    vote_change: z.literal("until_end").optional(),
    ...Sponsors.shape,
  }),
  /** In the survey's order. */
  options: z.array(SealedOption),
  /** Present where people could say "Fikrim yok": how many did, in no other number. */
  no_opinion: z
    .strictObject({
      votes: z.int().nonnegative(),
      private_votes: z.int().nonnegative().nullable(),
    })
    .optional(),
  /**
   * If a private survey was made public, the votes cast before are counted separately (R210):
   * `shown`, or `hidden` if too few, when no number and no receipt includes them.
   */
  private_part: z.enum(["none", "shown", "hidden"]),
  /** Changes made after the first vote, oldest first. */
  edits: z.array(SurveyEdit.strict()),
  receipts: z.strictObject({
    /** Equals the number of votes in `options`, or in `voters` where there are these, and `no_opinion`. */
    count: z.int().positive(),
    /** The root of the Merkle tree over the sorted receipts (RFC 6962, SHA-256), hexadecimal. */
    root: Hash,
    /** When the installation's secret was replaced: receipts shown before are not among these. */
    renewed_at: Instant.nullable(),
  }),
  sealed_at: Instant,
};

/** SHA-256 over the `canonicalJson` of parts of the report, as `GET …/responses/report` has them. */
const SealedReport = z.strictObject({
  /** Whether they are of votes cast while the survey was private. */
  while_private: z.boolean(),
  /** Of `taken_at`, `votes` and `groups`; null where there is no breakdown. */
  groups: Hash.nullable(),
  /** Of `weighted` without `sources`. */
  weights: Hash.nullable(),
  trust: Hash.nullable(),
  timeline: Hash,
  /** Absent in seals of earlier versions, which do not cover it. */
  origins: Hash.nullable().optional(),
});
export type SealedReport = z.infer<typeof SealedReport>;

/**
 * The document that is signed when a survey has ended. The signature is Ed25519 (RFC 8032) over the
 * UTF-8 bytes of its `canonicalJson`.
 */
export const SealedResults = z.discriminatedUnion("format", [
  /** Written by earlier versions. */
  z.strictObject({ format: z.literal("kanaat-sealed-results/1"), ...FIELDS }),
  z.strictObject({
    format: z.literal("kanaat-sealed-results/2"),
    ...FIELDS,
    report: SealedReport,
    /** The number of tree heads, and the hash of the last one. */
    heads: z.strictObject({ count: z.int().positive(), last: Hash }),
  }),
  /** Of ballots on which a voter may choose several options. */
  z.strictObject({
    format: z.literal("kanaat-sealed-results/3"),
    ...FIELDS,
    ...VOTING,
    options: z.array(
      /** Of rankings, `votes` are first choices. */
      SealedOption.extend({
        ratings: Grades.optional(),
        private_ratings: Grades.nullable().optional(),
      }),
    ),
    report: SealedReport,
    heads: z.strictObject({ count: z.int().positive(), last: Hash }),
  }),
]);
export type SealedResults = z.infer<typeof SealedResults>;
export type SealedVoting = Pick<
  Extract<SealedResults, { voters: unknown }>,
  "ballot" | "voters" | "options"
>;

/** An Ed25519 key as a JSON Web Key (RFC 8037). */
export const PublicKey = z.strictObject({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  /** The key's 32 bytes, base64url. */
  x: z.string().regex(/^[\w-]{43}$/),
  kid: z.string(),
  use: z.literal("sig"),
  alg: z.literal("EdDSA"),
});
export type PublicKey = z.infer<typeof PublicKey>;

/** A sealed document with what it is checked with, except the receipts. */
export const Signed = z.strictObject({
  document: SealedResults,
  signature: z.string().regex(SIGNATURE),
  public_key: PublicKey,
});
export type Signed = z.infer<typeof Signed>;

/** Everything that a survey's end is checked with, in one file. */
export const Bundle = Signed.extend({
  /** Sorted, so that the order reveals neither when nor for what anybody voted. */
  receipts: z.array(z.string().regex(RECEIPT)),
});
export type Bundle = z.infer<typeof Bundle>;
