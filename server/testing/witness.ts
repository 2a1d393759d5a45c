import assert from "node:assert/strict";
import type { Report } from "#contract/endpoints/report.ts";
import { SHOWN_FROM_VOTES, SHOWN_STEP_VOTES } from "#contract/limits.ts";
import { GROUP_VOTERS } from "#contract/shapes/groups.ts";
import type { Cell } from "./town.ts";

/** A vote, with its voter's attributes at that time. */
export interface Ballot extends Cell {
  /** The index of the option. */
  option: number;
  /** Whether the account was thirty days old (R451). */
  isEstablished: boolean;
}

/**
 * The votes of a survey, or of its private or its public part, and everything that responses have
 * revealed of them. Everything revealed must have been true after some vote; which one is what an
 * attacker learns.
 */
export class Witness {
  readonly ballots: Ballot[] = [];
  /** The numbers of votes that were shown. */
  readonly told: number[] = [];
  /** How often groups were shown. */
  groups = 0;
  readonly #options: number;

  constructor(options: number) {
    this.#options = options;
  }

  /** The votes for each option among the first `votes`. */
  counts(votes: number): number[] {
    const counts = Array.from({ length: this.#options }, () => 0);
    for (const { option } of this.ballots.slice(0, votes)) {
      counts[option] = (counts[option] ?? 0) + 1;
    }
    return counts;
  }

  /** Records a response with the number of votes. */
  hearTotal(votes: number): void {
    assert.ok(votes <= this.ballots.length, `${votes} of ${this.ballots.length} votes`);
    this.told.push(votes);
  }

  /** Records a response with the votes of each option. Returns their sum. */
  hearResults(counts: readonly number[]): number {
    const votes = sum(counts);
    this.hearTotal(votes);
    assert.deepEqual(counts, this.counts(votes));
    return votes;
  }

  /** Records a response with groups: only shares, rough and of a look that was due (R411, R412). */
  hearGroups({ groups, votes }: NonNullable<Report["breakdown"]>): void {
    for (const { key, voters, shares, step, ...rest } of groups) {
      assert.deepEqual(rest, {});
      assert.ok(
        shares.every((share) => share % step === 0),
        `${key}: ${shares}`,
      );
      // Sizes are rounded to tens, from 1,000 on to two digits.
      const most = votes + Math.max(5, votes / 20);
      assert.ok(voters >= GROUP_VOTERS.one && voters <= most, `${key}: ${voters} of ${votes}`);
      this.groups++;
    }
  }

  /** Steps that are too small, for votes that may only be shown in steps (R206, R450, R451). */
  smallSteps(end: "none" | "planned" | "other"): string[] {
    const moments = [...new Set(this.told)].sort((a, b) => a - b).filter((votes) => votes > 0);
    const established = (from: number, to: number) =>
      this.ballots.slice(from, to).filter(({ isEstablished }) => isEstablished).length;
    return moments.flatMap((votes, i) => {
      const before = moments[i - 1] ?? 0;
      const [all, more] = [established(0, votes), established(before, votes)];
      const isStep = all >= SHOWN_FROM_VOTES && more >= SHOWN_STEP_VOTES;
      const isLast = votes === this.ballots.length;
      const isWhole = {
        none: false,
        planned: all >= SHOWN_STEP_VOTES || votes >= SHOWN_FROM_VOTES,
        other: more >= SHOWN_STEP_VOTES,
      };
      return isStep || (isLast && isWhole[end]) ? [] : [`${votes} votes after ${before}`];
    });
  }
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
