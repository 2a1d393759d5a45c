/** Voters who ranked alike: indices of options, the best first, each at most once, maybe not all. */
export interface RankedBallots {
  ranking: readonly number[];
  times: number;
}

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

/**
 * Counts ranked ballots by instant run-off and in pairs. After each round the option with the fewest
 * voters leaves, and its voters count for the next option that they ranked, until an option has more
 * than half of the voters who still count. At most 255 options.
 */
export function countRanked(ballots: Iterable<RankedBallots>, options: number): RankedCount {
  const piles = new Piles(options);
  const pairs = new Float64Array(options * options);
  for (const { ranking, times } of ballots) {
    if (ranking.length === 0) continue;
    piles.add(ranking, times);
    comparePairs(pairs, ranking, times, options);
  }
  const rounds = piles.voters > 0 ? runOff(piles) : [];
  const pairwise = Array.from({ length: options }, (_, option) =>
    Array.from(pairs.subarray(option * options, (option + 1) * options)),
  );
  return {
    voters: piles.voters,
    rounds,
    pairwise,
    winner: indexOfMost(rounds.at(-1)?.counts ?? []),
    condorcet: condorcetOf(pairwise),
  };
}

function comparePairs(
  pairs: Float64Array,
  ranking: readonly number[],
  times: number,
  options: number,
): void {
  const order = ranking.slice();
  for (let option = 0; order.length < options; option++) {
    if (!ranking.includes(option)) order.push(option);
  }
  for (let i = 0; i < ranking.length; i++) {
    const row = (order[i] as number) * options;
    for (let j = i + 1; j < options; j++) {
      const pair = row + (order[j] as number);
      pairs[pair] = (pairs[pair] as number) + times;
    }
  }
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

const END = 255;

/** Each option's voters. The rankings are bytes: arrays of a million voters would take 200 MB. */
class Piles {
  voters = 0;
  exhausted = 0;
  #bytes = new Uint8Array(1024);
  #used = 0;
  /** By option, undefined once it has left: where in `#bytes` the choice that counts is, how often. */
  readonly #piles: ({ places: number[]; times: number[]; voters: number } | undefined)[];

  constructor(options: number) {
    this.#piles = Array.from({ length: options }, () => ({ places: [], times: [], voters: 0 }));
  }

  counts(): (number | null)[] {
    return this.#piles.map((pile) => pile?.voters ?? null);
  }

  add(ranking: readonly number[], times: number): void {
    const place = this.#used;
    this.#used += ranking.length + 1;
    if (this.#used > this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#used);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(ranking, place);
    this.#bytes[this.#used - 1] = END;
    this.voters += times;
    this.#count(place, times);
  }

  /** Its voters count for the next option that they ranked. */
  remove(option: number): void {
    const { places, times } = this.#piles[option] ?? { places: [], times: [] };
    this.#piles[option] = undefined;
    for (const [i, place] of places.entries()) this.#count(place, times[i] ?? 0);
  }

  #count(from: number, times: number): void {
    let place = from;
    while (this.#bytes[place] !== END && !this.#piles[this.#bytes[place] as number]) place += 1;
    const pile = this.#piles[this.#bytes[place] as number];
    if (!pile) {
      this.exhausted += times;
      return;
    }
    pile.places.push(place);
    pile.times.push(times);
    pile.voters += times;
  }
}
