import { type RawBuilder, sql } from "kysely";
import { percentages } from "#contract/percentages.ts";

/** The kinds of ballots. Today every survey has a `single` one: each voter chooses one option. */
export type Ballot = "single";

/** Everything that depends on the kind of ballot once its votes are inserted. */
interface Counting {
  /**
   * A select of `option_id`, `more` and `more_private`: what the votes in `inserted`, and those of
   * them cast while their survey was private, add to the options' counters.
   */
  increments(inserted: RawBuilder<unknown>): RawBuilder<unknown>;
  /** A survey's number of votes: an aggregate of its options' counters by this expression. */
  total(counter: RawBuilder<number>): RawBuilder<number>;
  /** The whole percentages that results show for the counters of a survey's options. */
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

/** The whole percentages that results show for these counters, in their order. */
export const sharesOf = (ballot: Ballot, counters: readonly number[]): number[] =>
  COUNTING[ballot].shares(counters);
