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

/** What counted after some vote, change or withdrawal. */
interface Moment {
  counts: readonly number[];
  votes: number;
  /** Votes of established accounts. */
  established: number;
}

/** What these add to the number of votes. */
const WORTH = { cast: 1, withdrawn: -1 };

/** The moments that something shown may be of, by their indices. */
type Heard = readonly number[];

/**
 * The votes of a survey, or of its private or its public part, and everything that responses have
 * revealed of them. Everything revealed must have been true at some moment; which one is what an
 * attacker learns.
 */
export class Witness {
  readonly moments: Moment[];
  /** The numbers of votes that were shown. */
  readonly told: number[] = [];
  /** How often groups were shown. */
  groups = 0;
  /** What was shown, in the order in which it was heard. */
  readonly #heard: Heard[] = [];

  constructor(options: number) {
    this.moments = [{ counts: Array.from({ length: options }, () => 0), votes: 0, established: 0 }];
  }

  get votes(): number {
    return this.#last.votes;
  }

  get #last(): Moment {
    return this.moments.at(-1) as Moment;
  }

  /** Notes a vote, one that is changed from an option, or one that is withdrawn. */
  note(ballot: Ballot, what: "cast" | "withdrawn" | { from: number } = "cast"): void {
    const { counts, votes, established } = this.#last;
    const next = [...counts];
    const add = (option: number, times: number) => {
      next[option] = (next[option] ?? 0) + times;
    };
    add(ballot.option, what === "withdrawn" ? -1 : 1);
    if (typeof what === "object") add(what.from, -1);
    const more = typeof what === "object" ? 0 : WORTH[what];
    this.moments.push({
      counts: next,
      votes: votes + more,
      established: established + (ballot.isEstablished ? more : 0),
    });
  }

  /** Records a response with the number of votes; returns the counts that it may be of. */
  hearTotal(votes: number): (readonly number[])[] {
    return this.#hear(votes, (moment) => moment.votes === votes, `${votes} votes`);
  }

  /** Records a response with the votes of each option. Returns their sum. */
  hearResults(counts: readonly number[]): number {
    const votes = sum(counts);
    this.#hear(votes, (moment) => moment.counts.join() === counts.join(), `${counts}`);
    return votes;
  }

  #hear(votes: number, isOf: (moment: Moment) => boolean, what: string) {
    const found = this.moments.flatMap((moment, at) => (isOf(moment) ? [at] : []));
    assert.ok(found.length > 0, `${what} of ${this.#last.counts}`);
    this.told.push(votes);
    if (votes > 0) this.#heard.push(found);
    return found.map((at) => this.moments[at]?.counts ?? []);
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

  /**
   * Returns what was shown after too small a step, of votes that may only be shown in steps (R206,
   * R450, R451, R578): it is of no moment with enough people more than at the one shown before.
   */
  smallSteps(end: "none" | "planned" | "other"): string[] {
    let steps: Heard[] = [];
    const small: string[] = [];
    for (const heard of this.#heard) {
      const next = placesOf(steps, heard).find((each) => this.#isPossible(each, end));
      if (next) steps = next;
      else small.push(heard.map((at) => this.moments[at]?.counts.join()).join(" or "));
    }
    return small;
  }

  /** Whether each step may be of a moment with enough people more than at the one before. */
  #isPossible(steps: readonly Heard[], end: "none" | "planned" | "other"): boolean {
    let before = [0];
    for (const [place, step] of steps.entries()) {
      const isFirst = place === 0;
      const isLast = place === steps.length - 1;
      before = step.filter((at) =>
        before.some(
          (earlier) => earlier < at && this.#isStep(earlier, at, { isFirst, isLast, end }),
        ),
      );
    }
    return before.length > 0;
  }

  #isStep(
    earlier: number,
    at: number,
    { isFirst, isLast, end }: { isFirst: boolean; isLast: boolean; end: string },
  ): boolean {
    const [from, to] = [this.moments[earlier], this.moments[at]];
    if (!from || !to) return false;
    const more = to.established - from.established;
    if (more >= SHOWN_STEP_VOTES && (!isFirst || to.established >= SHOWN_FROM_VOTES)) return true;
    if (!isLast || at !== this.moments.length - 1) return false;
    if (end === "planned")
      return to.established >= SHOWN_STEP_VOTES || to.votes >= SHOWN_FROM_VOTES;
    return end === "other" && more >= SHOWN_STEP_VOTES;
  }
}

/** The steps with what was heard as one of them, or between two, the latest ones first. */
function placesOf(steps: readonly Heard[], heard: Heard): Heard[][] {
  const places = [...steps.keys()].reverse();
  const among = places.map((at) =>
    steps.with(at, steps[at]?.filter((moment) => heard.includes(moment)) ?? []),
  );
  const between = [steps.length, ...places].map((at) => steps.toSpliced(at, 0, heard));
  return [...among, ...between];
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
