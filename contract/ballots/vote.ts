import * as z from "zod";
import { OPTION_COUNT } from "../limits.ts";
import { Id } from "../shapes/shapes.ts";

// Separate from the rules, which browsers load without the schema library.

/** Options, none of them twice, each with the same `fields`. */
const choicesWith = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z
    .array(z.strictObject({ option_id: Id, ...fields }))
    .min(1)
    .max(OPTION_COUNT.max)
    .refine(differIn("option_id"));

function differIn(key: string) {
  return (choices: readonly Record<string, unknown>[]) =>
    new Set(choices.map((choice) => choice[key])).size === choices.length;
}

export const SingleVote = z.object({ survey_id: Id, survey_option_id: Id });
export type SingleVote = z.infer<typeof SingleVote>;

export const MultipleVote = z.object({ survey_id: Id, choices: choicesWith({}) });
export type MultipleVote = z.infer<typeof MultipleVote>;

/** The best option has the lowest rank; those left out are below all others. */
export const RankedVote = z.object({
  survey_id: Id,
  choices: choicesWith({ rank: z.int().min(1).max(OPTION_COUNT.max) }).refine(differIn("rank")),
});
export type RankedVote = z.infer<typeof RankedVote>;

/** A grade from 1 to 5, the best, for some of the options. */
export const RatingVote = z.object({
  survey_id: Id,
  choices: choicesWith({ score: z.int().min(1).max(5) }),
});
export type RatingVote = z.infer<typeof RatingVote>;

/** Chooses no option ("Fikrim yok"), on a ballot of any kind whose survey allows it (R584). */
export const NoOpinionVote = z.object({ survey_id: Id, no_opinion: z.literal(true) });
export type NoOpinionVote = z.infer<typeof NoOpinionVote>;

/** A vote in any form. */
export const Vote = z.union([SingleVote, MultipleVote, RankedVote, RatingVote, NoOpinionVote]);
export type Vote = z.infer<typeof Vote>;

/** The same with further fields. */
export const voteWith = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.union([
    SingleVote.extend(fields),
    MultipleVote.extend(fields),
    RankedVote.extend(fields),
    RatingVote.extend(fields),
    NoOpinionVote.extend(fields),
  ]);
