import * as z from "zod";
import { OPTION_COUNT } from "../limits.ts";
import { Id } from "../shapes/shapes.ts";

// Separate from the rules, which browsers load without the schema library.

/** A list in which no option is twice. */
const eachOnce = <Item extends z.ZodType>(item: Item, idOf: (one: z.output<Item>) => number) =>
  z
    .array(item)
    .min(1)
    .max(OPTION_COUNT.max)
    .refine((list) => new Set(list.map(idOf)).size === list.length);

const OptionIds = eachOnce(Id, (id) => id);

export const SingleVote = z.object({ survey_id: Id, survey_option_id: Id });
export type SingleVote = z.infer<typeof SingleVote>;

export const MultipleVote = z.object({ survey_id: Id, option_ids: OptionIds });
export type MultipleVote = z.infer<typeof MultipleVote>;

/** Options in their order, the best first; those left out are below all others. */
export const RankedVote = z.object({ survey_id: Id, ranking: OptionIds });
export type RankedVote = z.infer<typeof RankedVote>;

/** A grade from 1 to 5 for some of the options. */
export const RatingVote = z.object({
  survey_id: Id,
  ratings: eachOnce(
    z.object({ option_id: Id, rating: z.int().min(1).max(5) }),
    ({ option_id }) => option_id,
  ),
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
