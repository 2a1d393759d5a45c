import { type RawBuilder, sql } from "kysely";
import { percentages } from "#contract/percentages.ts";

/** The kinds of ballots. Today every survey has a `single` one: each voter chooses one option. */
export type Ballot = "single";

/** All that depends on the kind of a ballot once its votes are inserted. */
export interface Counting {
  /**
   * A select of `option_id`, `more` and `more_private`: what the votes in `inserted`, and those of them
   * that were cast while their survey was private, add to the options' counters.
   */
  increments(inserted: RawBuilder<unknown>): RawBuilder<unknown>;
  /** How many votes a survey has, of its options' counters: an aggregate of this expression. */
  total(counter: RawBuilder<number>): RawBuilder<number>;
  /** What the counters of a survey's options are worth in results, as whole percentages. */
  shares(counters: readonly number[]): number[];
}

export const COUNTING: Record<Ballot, Counting> = {
  single: {
    increments: (inserted) =>
      sql`select option_id, count(*) as more, count(nullif(while_private, 0)) as more_private
        from ${inserted} group by option_id`,
    total: (counter) => sql`cast(sum(${counter}) as bigint)`,
    shares: percentages,
  },
};

/** The shares that results show for these counters, in their order. */
export const sharesOf = (ballot: Ballot, counters: readonly number[]): number[] =>
  COUNTING[ballot].shares(counters);
