import assert from "node:assert/strict";
import type { CastKind, Choice } from "#contract/ballots/ballots.ts";
import { isRanking, isRating, rankingOf, selectionOf } from "#contract/ballots/choices.ts";
import { SHOWN_FROM_VOTES, SHOWN_STEP_VOTES } from "#contract/limits.ts";
import type { Random } from "#testing/random.ts";

// A model of votes that are cast, changed and withdrawn. It knows nothing of how they are stored.

export interface Model {
  id: number;
  kind: CastKind;
  options: readonly number[];
  isPrivate: boolean;
  isOpen: boolean;
  isHidden: boolean;
  /** The vote of each voter. */
  votes: Map<number, Choice>;
  /** Whose votes for options count for a step of a private survey (R451). */
  established: Set<number>;
  /** Whose votes the last step showed, and its counts by option, then of votes without one. */
  step: { established: Set<number>; counts: number[] };
}

const some = (random: Random, ids: readonly number[]) =>
  random.shuffled(ids).slice(0, 1 + random.int(ids.length));

const CHOICES: Record<CastKind, (random: Random, ids: readonly number[]) => Choice> = {
  single: (random, ids) => ({ survey_option_id: random.pick(ids) }),
  multiple: (random, ids) => selectionOf(some(random, ids)),
  ranked: (random, ids) => rankingOf(some(random, ids)),
  rating: (random, ids) => ({
    choices: some(random, ids).map((option_id) => ({ option_id, score: 1 + random.int(5) })),
  }),
};

export const randomChoice = (random: Random, { kind, options }: Model): Choice =>
  random.chance(15) ? { no_opinion: true } : CHOICES[kind](random, options);

export const isOpinion = (choice: Choice): boolean => !("no_opinion" in choice);

/** What a choice says of options, as [option, value]. */
function chosenBy(choice: Choice): [number, number][] {
  if ("survey_option_id" in choice) return [[choice.survey_option_id, 1]];
  if ("no_opinion" in choice) return [];
  if (isRanking(choice)) return choice.choices.map(({ option_id, rank }) => [option_id, rank]);
  if (isRating(choice)) return choice.choices.map(({ option_id, score }) => [option_id, score]);
  return choice.choices.map(({ option_id }) => [option_id, 1]);
}

/** The option by which a vote's voter is counted; undefined of votes without one. */
export const countedFor = (choice: Choice): number | undefined => {
  if (!isOpinion(choice)) return undefined;
  const ids = chosenBy(choice).map(([id]) => id);
  return isRanking(choice) ? (ids[0] ?? 0) : Math.min(...ids);
};

/** Voters by option, in the options' order. */
export const countsOf = ({ options, votes }: Pick<Model, "options" | "votes">): number[] =>
  options.map((id) => [...votes.values()].filter((vote) => countedFor(vote) === id).length);

/** How many voters said that they have no opinion. */
export const noOpinionsIn = ({ votes }: Pick<Model, "votes">): number =>
  [...votes.values()].filter((vote) => !isOpinion(vote)).length;

const isOfSeveral = (choice: Choice) => !("survey_option_id" in choice);

/** How often each option was chosen with each value, as texts. */
export function choicesOf({ votes }: Model): string[] {
  const times = new Map<string, number>();
  for (const [id, value] of [...votes.values()].filter(isOfSeveral).flatMap(chosenBy)) {
    times.set(`${id} ${value}`, (times.get(`${id} ${value}`) ?? 0) + 1);
  }
  return [...times].map(([key, count]) => `${key} ${count}`).sort();
}

/**
 * Compares what a private survey shows with what it may: the counts of its last step, or all of now
 * if enough people came since, whose votes are still there.
 */
export function checkStep(model: Model, shown: readonly number[]): void {
  const { step, established } = model;
  if (shown.join() === step.counts.join()) return;
  const now = [...countsOf(model), noOpinionsIn(model)];
  assert.deepEqual(shown, now, "a step shows all votes of its moment");
  const came = [...established].filter((voter) => !step.established.has(voter));
  assert.ok(established.size >= SHOWN_FROM_VOTES, `a step of ${established.size}`);
  assert.ok(came.length >= SHOWN_STEP_VOTES, `a step for ${came.length} people who came`);
  model.step = { established: new Set(established), counts: now };
}
