import * as z from "zod";
import { endpoint } from "../../endpoint.ts";
import { REVIEW_WORD_LENGTH, REVIEW_WORDS_AT_ONCE, WORDS_LENGTH } from "../../limits.ts";
import { OwnerProof, PROOF_REFUSALS } from "../../shapes/owner-proof.ts";
import { Id, item, items, line, PageQuery, page } from "../../shapes/shapes.ts";

/** One word without signs; where case matters not, it is taken in Turkish lower case. */
const Word = line(REVIEW_WORD_LENGTH.min, REVIEW_WORD_LENGTH.max).refine(
  (text) => /^[\p{L}\p{M}]+$/u.test(text),
  { error: "Boşluk, rakam ve işaret olmadan tek bir sözcük yazın." },
);

/** `held`: surveys with it are reviewed before they are published. `allowed`: it holds none. */
export const ReviewWordKind = z.enum(["held", "allowed"]);
export type ReviewWordKind = z.infer<typeof ReviewWordKind>;

const ReviewWord = z.object({
  id: Id,
  /** Exactly as texts contain it, in lower case. */
  form: z.string(),
  /** The word that it is a form of. */
  root: z.string(),
  /** Whether it came with the list that the product ships. */
  is_shipped: z.boolean(),
  /** The nickname of the admin who added it; null for an account that is gone. */
  by: z.string().nullable(),
});
export type ReviewWord = z.infer<typeof ReviewWord>;

export const listReviewWords = endpoint({
  method: "GET",
  path: "/api/auth/moderation/words",
  summary: "For admins: the word list or the allow list, the newest first",
  auth: "required",
  staff: "admin",
  query: PageQuery.extend({ kind: ReviewWordKind.default("held") }),
  answers: {
    200: page(ReviewWord).extend({
      /** Whether the list that the product ships is switched on. */
      uses_shipped: z.boolean(),
    }),
  },
  errors: [],
});

const PreviewedForm = z.object({
  form: z.string(),
  /** Whether it is a form of another word too, such as "ama" of "am"; the form leaves these out. */
  is_other: z.boolean(),
  /** Whether it is in the dictionary. */
  is_known: z.boolean(),
  /** Up to three other words with the same letters, because of which only the form itself holds. */
  alike: z.array(z.string()),
  /** Whether it is on the word list or the allow list already. */
  listed: ReviewWordKind.nullable(),
  /** How many of the newest listed surveys it would have held, and up to three of them. */
  held: z.int(),
  examples: z.array(z.object({ id: Id, question: z.string() })),
});
export type PreviewedForm = z.infer<typeof PreviewedForm>;

export const previewReviewWords = endpoint({
  method: "POST",
  path: "/api/auth/moderation/words/preview",
  summary:
    "For admins: the forms of a word, with what the dictionary says and what they would hold",
  auth: "required",
  staff: "admin",
  body: z.object({ root: Word }),
  answers: {
    200: items(PreviewedForm).extend({
      /** Among how many surveys `held` counts. */
      surveys: z.int(),
    }),
  },
  errors: [],
  limit: "write",
});

/** What the record says about why. */
const Words = line(WORDS_LENGTH.min, WORDS_LENGTH.max);
const REFUSALS = ["staff_factor_missing", ...PROOF_REFUSALS] as const;

export const addReviewWords = endpoint({
  method: "POST",
  path: "/api/auth/moderation/words",
  summary: "For admins: adds forms of a word to the word list or the allow list",
  auth: "required",
  staff: "admin",
  body: z.object({
    kind: ReviewWordKind,
    root: Word,
    forms: z.array(Word).min(1, "Lütfen en az bir biçim seçin.").max(REVIEW_WORDS_AT_ONCE),
    words: Words,
    ...OwnerProof,
  }),
  /** How many were not on that list before. */
  answers: { 200: item(z.int()) },
  errors: REFUSALS,
  limit: "write",
  proof: "fresh",
});

export const removeReviewWords = endpoint({
  method: "POST",
  path: "/api/auth/moderation/words/removal",
  summary: "For admins: removes forms from the word list or the allow list",
  auth: "required",
  staff: "admin",
  body: z.object({
    ids: z.array(Id).min(1).max(REVIEW_WORDS_AT_ONCE),
    words: Words,
    ...OwnerProof,
  }),
  /** How many were on a list. */
  answers: { 200: item(z.int()) },
  errors: REFUSALS,
  limit: "write",
  proof: "fresh",
});

export const switchShippedWords = endpoint({
  method: "PUT",
  path: "/api/auth/moderation/words/shipped",
  summary: "For admins: switches the list of vulgar words that the product ships on or off",
  auth: "required",
  staff: "admin",
  body: z.object({ on: z.boolean(), words: Words, ...OwnerProof }),
  answers: { 204: null },
  errors: REFUSALS,
  limit: "write",
  proof: "fresh",
});
