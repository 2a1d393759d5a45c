import { median } from "../median.ts";

export const KINDS = [
  "reads",
  "signed-in",
  "documents",
  "pages",
  "votes",
  "memory",
  "start",
  "size",
] as const;
export type Kind = (typeof KINDS)[number];

export interface Round {
  /** Processor time of a response or a start, or megabytes: the figure that is judged. */
  cost: number;
  /** On the clock: responses a second, or milliseconds of a start. Printed, not judged. */
  clock?: number;
  /** Responses with a status of 400 and above, and responses that did not come. */
  failed?: number;
}

/** One commit's figures of one part. */
export interface Measured {
  part: string;
  kind: Kind;
  unit: "µs" | "ms" | "MB";
  rounds: Round[];
}

/** How a part of this commit compares with another's: ratios above 1 are cheaper. */
export interface Comparison {
  part: string;
  kind: Kind;
  unit: Measured["unit"];
  /** Of the least costs in processor time, or of the medians in megabytes: the judged one. */
  ratio: number;
  /** Median and range of the ratios of the single rounds. */
  median: number;
  range: [number, number];
  bound: number;
  theirs: number;
  ours: number;
  /** Medians of what was measured on the clock; NaN where nothing was. */
  clockTheirs: number;
  clockOurs: number;
}

export interface Verdict {
  comparisons: Comparison[];
  /** Parts that the other commit does not have or refuses; they are not judged. */
  missing: string[];
  found: string[];
}

/**
 * Compares the figures of two commits round by round. A round in which responses failed is left out, since
 * refusing is cheap and a busy machine makes servers refuse votes.
 */
export function judge(
  ours: readonly Measured[],
  theirs: readonly Measured[],
  bounds: Record<Kind, number>,
): Verdict {
  const verdict: Verdict = { comparisons: [], missing: [], found: [] };
  for (const one of ours) {
    const other = theirs.find(({ part }) => part === one.part);
    if (!succeeds(one)) verdict.found.push(`${one.part}: responses failed in most rounds`);
    else if (!other || !succeeds(other)) verdict.missing.push(one.part);
    else {
      const compared = compare(one, other, bounds[one.kind]);
      verdict.comparisons.push(compared);
      // NaN is not at least the bound either.
      if (!(compared.ratio >= compared.bound)) {
        verdict.found.push(`${one.part}: ${compared.ratio.toFixed(2)}, at least ${compared.bound}`);
      }
    }
  }
  return verdict;
}

const isGood = ({ failed = 0 }: Round) => failed === 0;

/** Whether no response failed in more than half of the rounds. */
export const succeeds = ({ rounds }: Measured) => rounds.filter(isGood).length * 2 > rounds.length;

function compare(ours: Measured, theirs: Measured, bound: number): Comparison {
  const pairs = ours.rounds.flatMap((our, at) => {
    const their = theirs.rounds[at];
    return their && isGood(our) && isGood(their) ? [{ our, their }] : [];
  });
  const ratios = pairs.map(({ our, their }) => their.cost / our.cost);
  const { part, kind, unit } = ours;
  const ofTheirs = judgedCost(
    unit,
    pairs.map(({ their }) => their.cost),
  );
  const ofOurs = judgedCost(
    unit,
    pairs.map(({ our }) => our.cost),
  );
  return {
    part,
    kind,
    unit,
    ratio: ofTheirs / ofOurs,
    median: median(ratios),
    range: [Math.min(...ratios), Math.max(...ratios)],
    bound,
    theirs: ofTheirs,
    ours: ofOurs,
    clockTheirs: median(pairs.map(({ their }) => their.clock ?? Number.NaN)),
    clockOurs: median(pairs.map(({ our }) => our.clock ?? Number.NaN)),
  };
}

/** The least processor time, which other programs have raised least, or the median of megabytes. */
export const judgedCost = (unit: Measured["unit"], costs: readonly number[]): number =>
  unit === "MB" ? median(costs) : Math.min(...costs);

/** A row of the printed table. */
export const rowOf = (one: Comparison) => ({
  ratio: one.ratio.toFixed(2),
  median: one.median.toFixed(2),
  range: one.range.map((ratio) => ratio.toFixed(2)).join("–"),
  bound: one.bound,
  theirs: `${figure(one.theirs)} ${one.unit}`,
  ours: `${figure(one.ours)} ${one.unit}`,
  "on the clock": Number.isNaN(one.clockOurs) ? "" : onTheClock(one),
});

const onTheClock = ({ kind, clockTheirs, clockOurs }: Comparison) =>
  `${figure(clockTheirs)} → ${figure(clockOurs)} ${kind === "start" ? "ms" : "/s"}`;

const figure = (value: number) => value.toFixed(value < 100 ? 1 : 0);
