import assert from "node:assert/strict";
import { SHOWN_FROM_VOTES, SHOWN_STEP_VOTES } from "#contract/limits.ts";
import { LEAST_VOTERS } from "#contract/shapes/groups.ts";
import { type Cell, groupsOf, type Recovered, recover, type Told } from "#testing/group-attack.ts";

/** A vote, with its voter's attributes at that time. */
export interface Ballot extends Cell {
  /** The index of the option. */
  option: number;
}

/**
 * The votes of a survey, or of its private or its public part, and everything that responses have
 * revealed of them. Everything revealed must have been true after some vote; which one is what an
 * attacker learns.
 */
export class Witness {
  readonly ballots: Ballot[] = [];
  readonly told: Told[] = [];
  readonly #options: number;
  /** By group: the sums shown of it, each with the number of votes at that moment. */
  readonly #sums = new Map<string, Map<number, number>>();

  constructor(options: number) {
    this.#options = options;
  }

  /** The votes for each option among the first `votes`, of a group or of all. */
  counts(votes: number, group?: string): number[] {
    const counts = Array.from({ length: this.#options }, () => 0);
    for (const ballot of this.ballots.slice(0, votes)) {
      if (group !== undefined && !groupsOf(ballot).includes(group)) continue;
      counts[ballot.option] = (counts[ballot.option] ?? 0) + 1;
    }
    return counts;
  }

  /** Records a response with the number of votes. */
  hearTotal(votes: number): void {
    assert.ok(votes <= this.ballots.length, `${votes} of ${this.ballots.length} votes`);
    this.told.push({ group: undefined, votes });
  }

  /** Records a response with the votes of each option. Returns their sum. */
  hearResults(counts: readonly number[]): number {
    const votes = sum(counts);
    this.hearTotal(votes);
    assert.deepEqual(counts, this.counts(votes));
    return votes;
  }

  /** Records a response with groups; new numbers are those of a look at `votes` votes. */
  hearGroups(groups: readonly { key: string; counts: number[] }[], votes: number): void {
    for (const { key, counts } of groups) {
      const sums = this.#sums.get(key) ?? new Map<number, number>();
      this.#sums.set(key, sums);
      const known = sums.get(sum(counts));
      assert.deepEqual(counts, this.counts(known ?? votes, key), key);
      if (known !== undefined) continue;
      const last = Math.max(0, ...sums.keys());
      assert.ok(sum(counts) - last >= LEAST_VOTERS, `${key}: ${last}, then ${sum(counts)}`);
      sums.set(sum(counts), votes);
      this.told.push({ group: key, votes });
    }
  }

  /** How many groups were shown. */
  get groups(): number {
    return this.#sums.size;
  }

  /** What can be computed about fewer than ten voters. */
  recovered(): Recovered[] {
    return [...recover(this.ballots, this.told)];
  }

  /** Steps that are too small, for votes that may only be shown in steps (R206). */
  smallSteps(hasEnded: boolean): string[] {
    const moments = [...new Set(this.told.map(({ votes }) => votes))].sort((a, b) => a - b);
    const last = hasEnded && moments.at(-1) === this.ballots.length ? moments.length - 1 : -1;
    return moments.flatMap((votes, i) => {
      const before = moments[i - 1] ?? 0;
      const isStep = votes >= SHOWN_FROM_VOTES && votes - before >= SHOWN_STEP_VOTES;
      return votes === 0 || isStep || i === last ? [] : [`${votes} votes after ${before}`];
    });
  }
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
