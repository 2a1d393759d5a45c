import * as z from "zod";
import { Id } from "../shapes/shapes.ts";

// Separate from the rules, which browsers load without the schema library.

export const SingleVote = z.object({ survey_id: Id, survey_option_id: Id });
export type SingleVote = z.infer<typeof SingleVote>;

/** A vote in the form of any kind. */
export const Vote = SingleVote;
export type Vote = z.infer<typeof Vote>;
