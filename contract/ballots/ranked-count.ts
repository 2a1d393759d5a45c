export interface RankedCount {
  voters: number;
  /** The instant run-off, from the first choices to the majority; empty without voters. */
  rounds: RankedRound[];
  /** `pairwise[a][b]`: voters who rank a above b. Options that a voter does not rank come last. */
  pairwise: number[][];
  /** The option that the last round elects; undefined without voters. */
  winner: number | undefined;
  /** The option that beats each other one in pairs; undefined without one. */
  condorcet: number | undefined;
}

export interface RankedRound {
  /** Voters by option; null for options that have left. */
  counts: (number | null)[];
  /** Voters all of whose ranked options have left. */
  exhausted: number;
  /** The option that leaves after this round; absent in the last one. */
  leaves?: number;
  /** How a tie for the last place was decided: see `lastOf`. */
  tie?: "earlier round" | "order";
}

/** Stands after each ranking, and is the index of no option. */
export const END_OF_RANKING = 255;

/**
 * Counts ranked ballots by instant run-off and in pairs. After each round the option with the fewest
 * voters leaves, and its voters count for the next option that they ranked, until an option has more
 * than half of the voters who still count.
 *
 * @param rankings of each voter the indices of options, the best first, each at most once, maybe not
 * all, then `END_OF_RANKING`. Bytes, since arrays of a million voters would take 200 MB.
 * @param options how many there are, at most 255
 */
export function countRanked(rankings: Uint8Array, options: number): RankedCount {
  const piles = new Piles(rankings, options);
  const pairwise = comparePairs(rankings, options);
  const rounds = piles.voters > 0 ? runOff(piles) : [];
  return {
    voters: piles.voters,
    rounds,
    pairwise,
    winner: indexOfMost(rounds.at(-1)?.counts ?? []),
    condorcet: condorcetOf(pairwise),
  };
}

function comparePairs(rankings: Uint8Array, options: number): number[][] {
  const pairs = new Float64Array(options * options);
  const order = new Uint8Array(options);
  const rankedBy = new Uint32Array(options);
  for (let at = 0, voter = 1; at < rankings.length; at++, voter++) {
    let ranked = 0;
    for (; rankings[at] !== END_OF_RANKING; at++) {
      const option = rankings[at] as number;
      order[ranked++] = option;
      rankedBy[option] = voter;
    }
    let listed = ranked;
    for (let option = 0; listed < options; option++) {
      if (rankedBy[option] !== voter) order[listed++] = option;
    }
    for (let i = 0; i < ranked; i++) {
      const row = (order[i] as number) * options;
      for (let j = i + 1; j < options; j++) {
        const pair = row + (order[j] as number);
        pairs[pair] = (pairs[pair] as number) + 1;
      }
    }
  }
  return Array.from({ length: options }, (_, option) =>
    Array.from(pairs.subarray(option * options, (option + 1) * options)),
  );
}

function condorcetOf(pairwise: readonly (readonly number[])[]): number | undefined {
  const beatsAll = (row: readonly number[], option: number) =>
    row.every((more, other) => other === option || more > (pairwise[other]?.[option] ?? 0));
  const option = pairwise.findIndex(beatsAll);
  return option < 0 ? undefined : option;
}

function runOff(piles: Piles): RankedRound[] {
  const rounds: RankedRound[] = [];
  for (;;) {
    const round: RankedRound = { counts: piles.counts(), exhausted: piles.exhausted };
    rounds.push(round);
    const most = Math.max(...round.counts.map((count) => count ?? 0));
    if (2 * most > piles.voters - piles.exhausted) return rounds;
    const { option, tie } = lastOf(rounds);
    round.leaves = option;
    if (tie) round.tie = tie;
    piles.remove(option);
  }
}

/**
 * The option that leaves: of those with the fewest voters the one that had fewer in the latest round
 * in which they differed, or else the last in the survey's order.
 */
function lastOf(rounds: readonly RankedRound[]): { option: number; tie?: RankedRound["tie"] } {
  const [now, ...earlier] = rounds.toReversed();
  const standing = (now?.counts ?? []).flatMap((count, option) => (count === null ? [] : option));
  let tied = withFewest(standing, now);
  const isTie = tied.length > 1;
  for (const round of earlier) tied = withFewest(tied, round);
  const option = tied.at(-1) as number;
  if (!isTie) return { option };
  return { option, tie: tied.length > 1 ? "order" : "earlier round" };
}

function withFewest(options: readonly number[], round: RankedRound | undefined): number[] {
  const countOf = (option: number) => round?.counts[option] ?? 0;
  const fewest = Math.min(...options.map(countOf));
  return options.filter((option) => countOf(option) === fewest);
}

function indexOfMost(counts: readonly (number | null)[]): number | undefined {
  const most = Math.max(...counts.map((count) => count ?? 0));
  return most > 0 ? counts.indexOf(most) : undefined;
}

/** Each option's voters: where in the rankings the choice that counts is. */
class Piles {
  voters = 0;
  exhausted = 0;
  readonly #rankings: Uint8Array;
  /** By option, undefined once it has left. */
  readonly #piles: (number[] | undefined)[];

  constructor(rankings: Uint8Array, options: number) {
    this.#rankings = rankings;
    this.#piles = Array.from({ length: options }, () => []);
    for (let at = 0; at < rankings.length; at = rankings.indexOf(END_OF_RANKING, at) + 1) {
      this.voters += 1;
      this.#count(at);
    }
  }

  counts(): (number | null)[] {
    return this.#piles.map((pile) => pile?.length ?? null);
  }

  /** Its voters count for the next option that they ranked. */
  remove(option: number): void {
    const places = this.#piles[option] ?? [];
    this.#piles[option] = undefined;
    for (const place of places) this.#count(place);
  }

  #count(from: number): void {
    let place = from;
    let option = this.#rankings[place] as number;
    while (option !== END_OF_RANKING && !this.#piles[option]) {
      place += 1;
      option = this.#rankings[place] as number;
    }
    const pile = this.#piles[option];
    if (pile) pile.push(place);
    else this.exhausted += 1;
  }
}
