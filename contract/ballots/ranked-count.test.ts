import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { countRanked, END_OF_RANKING, type RankedRound } from "./ranked-count.ts";

/** Voters who ranked alike. */
interface RankedBallots {
  ranking: readonly number[];
  times: number;
}

const packed = (ballots: readonly RankedBallots[]) =>
  Uint8Array.from(
    ballots.flatMap(({ ranking, times }) => {
      const one = ranking.length > 0 ? [...ranking, END_OF_RANKING] : [];
      return Array.from({ length: times }, () => one).flat();
    }),
  );

/** Rankings by letters: "MNCK" for the options in `order`. */
const spelled = (order: string, ballots: Record<string, number>): RankedBallots[] =>
  Object.entries(ballots).map(([letters, times]) => ({
    ranking: [...letters].map((letter) => order.indexOf(letter)),
    times,
  }));

/** The same count by the shortest code: every round looks at every ballot again. */
function countNaively(ballots: readonly RankedBallots[], options: number) {
  const all = Array.from({ length: options }, (_, option) => option);
  const voters = (test: (ranking: readonly number[]) => boolean) =>
    ballots.reduce((sum, { ranking, times }) => sum + (test(ranking) ? times : 0), 0);
  const rounds: Record<number, number>[] = [];
  let standing = all;
  while (ballots.length > 0) {
    const counts = Object.fromEntries(
      standing.map((option) => [
        option,
        voters((ranking) => ranking.find((one) => standing.includes(one)) === option),
      ]),
    );
    rounds.push(counts);
    const counting = Object.values(counts).reduce((sum, count) => sum + count, 0);
    if (Object.values(counts).some((count) => count > counting / 2)) break;
    const [leaves] = standing.toSorted((a, b) => {
      const differing = rounds.findLast((round) => round[a] !== round[b]);
      return differing ? (differing[a] ?? 0) - (differing[b] ?? 0) : b - a;
    });
    standing = standing.filter((option) => option !== leaves);
  }
  const prefers = (a: number, b: number) => (ranking: readonly number[]) =>
    ranking.includes(a) && (!ranking.includes(b) || ranking.indexOf(a) < ranking.indexOf(b));
  return { rounds, pairwise: all.map((a) => all.map((b) => voters(prefers(a, b)))) };
}

const standingCounts = ({ counts }: RankedRound) =>
  Object.fromEntries(counts.flatMap((count, option) => (count === null ? [] : [[option, count]])));

/** Numbers below `below`, the same for each seed. */
function randomly(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function randomBallots(seed: number): { ballots: RankedBallots[]; options: number } {
  const random = randomly(seed);
  const options = 2 + random(6);
  const ballots = Array.from({ length: 1 + random(12) }, () => {
    const rest = Array.from({ length: options }, (_, option) => option);
    const ranking = Array.from({ length: 1 + random(options) }, () =>
      rest.splice(random(rest.length), 1),
    ).flat();
    return { ranking, times: 1 + random(3) };
  });
  return { ballots, options };
}

describe("ranked ballots", () => {
  it("elect Knoxville by run-off and Nashville in pairs for Tennessee's capital", () => {
    const ballots = spelled("MNCK", { MNCK: 42, NCKM: 26, CKNM: 15, KCNM: 17 });
    const { rounds, pairwise, winner, condorcet } = countRanked(packed(ballots), 4);
    assert.deepEqual(rounds, [
      { counts: [42, 26, 15, 17], exhausted: 0, leaves: 2 },
      { counts: [42, 26, null, 32], exhausted: 0, leaves: 1 },
      { counts: [42, null, null, 58], exhausted: 0 },
    ]);
    assert.deepEqual([winner, condorcet], [3, 1]);
    // Borda's points are each voter's, and those for each option ranked below.
    const borda = pairwise.map((row) => 100 + row.reduce((sum, more) => sum + more, 0));
    assert.deepEqual(borda, [226, 294, 273, 207]);
  });

  it("find nobody who beats all others among Schulze's 45 voters", () => {
    const ballots = spelled("ABCDE", {
      ...{ ACBED: 5, ADECB: 5, BEDAC: 8, CABED: 3, CAEBD: 7, CBADE: 2, DCEBA: 7, EBADC: 8 },
    });
    const { pairwise, condorcet } = countRanked(packed(ballots), 5);
    assert.equal(condorcet, undefined);
    assert.deepEqual(pairwise, [
      [0, 20, 26, 30, 22],
      [25, 0, 16, 33, 18],
      [19, 29, 0, 17, 24],
      [15, 12, 28, 0, 14],
      [23, 27, 21, 31, 0],
    ]);
  });

  it("give the rounds that were published for Maine's primary of 2018 (RCTab)", () => {
    const published: [leaves: string, transfers: Record<string, number>][] = [
      ["W", { C: 86, E: 39, M: 79, S: 62 }],
      ["D", { C: 390, E: 196, M: 362, S: 273 }],
      ["R", { C: 376, E: 436, M: 503, S: 1128 }],
      ["N", { C: 1213, E: 963, M: 1363, S: 757 }],
      ["E", { C: 5080, M: 5903, S: 6957 }],
      ["S", { C: 11243, M: 13442 }],
    ];
    const first = { C: 35478, D: 1596, N: 5200, E: 17887, M: 41735, R: 2728, S: 20767, W: 748 };
    const { rounds, winner } = countRanked(
      packed(spelled("CDNEMRSW", withTransfers(first, published))),
      8,
    );
    const [cote, mills, sweet] = [0, 4, 6];
    const lastRounds = rounds.slice(-3).map(({ counts }) => counts);
    assert.deepEqual(lastRounds, [
      [37543, null, null, 19521, 44042, null, 22987, null],
      [42623, null, null, null, 49945, null, 29944, null],
      [53866, null, null, null, 63387, null, null, null],
    ]);
    assert.deepEqual([rounds.at(-2)?.leaves, winner, cote], [sweet, mills, 0]);
  });

  it("break ties by the earlier round, then by the options' order, and name them", () => {
    const byOrder = countRanked(packed(spelled("AB", { A: 1, B: 1 })), 2);
    assert.deepEqual(byOrder.rounds[0], {
      ...{ counts: [1, 1], exhausted: 0, leaves: 1, tie: "order" },
    });
    assert.deepEqual([byOrder.winner, byOrder.rounds.at(-1)?.exhausted], [0, 1]);

    const byRound = countRanked(packed(spelled("ABCD", { A: 5, B: 3, C: 4, DB: 1 })), 4);
    assert.deepEqual(byRound.rounds[1], {
      ...{ counts: [5, 4, 4, null], exhausted: 0, leaves: 1, tie: "earlier round" },
    });
  });

  it("have no rounds without voters", () => {
    const { rounds, winner, condorcet } = countRanked(packed([]), 3);
    assert.deepEqual([rounds, winner, condorcet], [[], undefined, undefined]);
  });

  it("count 10,000 random profiles as a naive count does", () => {
    for (let seed = 1; seed <= 10_000; seed++) {
      const { ballots, options } = randomBallots(seed);
      const { rounds, pairwise } = countRanked(packed(ballots), options);
      const naive = countNaively(ballots, options);
      assert.deepEqual(rounds.map(standingCounts), naive.rounds, `seed ${seed}`);
      assert.deepEqual(pairwise, naive.pairwise, `seed ${seed}`);
    }
  });
});

/** Ballots that move as published: each option that leaves gives this many voters to others. */
function withTransfers(
  first: Record<string, number>,
  moves: readonly [leaves: string, transfers: Record<string, number>][],
): Record<string, number> {
  const piles = new Map(
    Object.entries(first).map(([option, voters]) => [option, [{ ranking: option, voters }]]),
  );
  const exhausted: { ranking: string; voters: number }[] = [];
  for (const [leaves, transfers] of moves) {
    const pile = piles.get(leaves) ?? [];
    piles.delete(leaves);
    for (const [option, moved] of Object.entries(transfers)) {
      for (let rest = moved; rest > 0; ) {
        const ballots = pile.at(-1) as { ranking: string; voters: number };
        const voters = Math.min(rest, ballots.voters);
        piles.get(option)?.push({ ranking: ballots.ranking + option, voters });
        ballots.voters -= voters;
        rest -= voters;
        if (ballots.voters === 0) pile.pop();
      }
    }
    exhausted.push(...pile);
  }
  const all = [...piles.values(), exhausted].flat();
  const sums: Record<string, number> = {};
  for (const { ranking, voters } of all) sums[ranking] = (sums[ranking] ?? 0) + voters;
  return sums;
}
