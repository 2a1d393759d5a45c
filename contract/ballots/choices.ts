import type { MultipleVote, RankedVote, RatingVote } from "./vote.ts";

// Votes for several options differ in what they say of each: their place, their grade, or nothing.

type Choices<Form extends { choices: unknown }> = Pick<Form, "choices">;

const firstOf = (vote: object): object | undefined =>
  "choices" in vote ? (vote.choices as object[])[0] : undefined;

export const isRanking = (vote: object): vote is Choices<RankedVote> =>
  "rank" in (firstOf(vote) ?? {});

export const isRating = (vote: object): vote is Choices<RatingVote> =>
  "score" in (firstOf(vote) ?? {});

export const isSelection = (vote: object): vote is Choices<MultipleVote> =>
  firstOf(vote) !== undefined && !isRanking(vote) && !isRating(vote);

/** The ids of the options, in the order of the choices. */
export const idsOf = ({ choices }: Choices<MultipleVote>): number[] =>
  choices.map(({ option_id }) => option_id);

/** Chooses options. */
export const selectionOf = (ids: readonly number[]): Choices<MultipleVote> => ({
  choices: ids.map((option_id) => ({ option_id })),
});

/** Ranks options, the best first. */
export const rankingOf = (ids: readonly number[]): Choices<RankedVote> => ({
  choices: ids.map((option_id, at) => ({ option_id, rank: at + 1 })),
});

/** The ids of ranked options, the best first. */
export const rankedIds = ({ choices }: Choices<RankedVote>): number[] =>
  idsOf({ choices: choices.toSorted((one, other) => one.rank - other.rank) });
