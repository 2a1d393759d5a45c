/** Youngest first. */
export const AGE_BANDS = ["0-17", "18-24", "25-34", "35-44", "45-54", "55-64", "65+"] as const;
/** Stands for the province or region of accounts that name none. */
export const NO_PLACE = "none";
/** Separates categories that are joined in the key of a group: "man,other". */
export const JOINED = ",";
/** Separates the two dimensions in the key of a group: "women|TR1". */
export const CROSSED = "|";
/** The fewest voters of a group of one dimension, and of two (R410). */
export const GROUP_VOTERS = { one: 50, two: 80 } as const;
/** The variance of the noise in the votes of a group for one option (R411). */
export const NOISE_VARIANCE = 16;
/** The numbers of votes at which groups are counted; each later one is ten times one of these. */
const LOOKS = [50, 100, 200, 500] as const;
/** With fewer votes no groups are shown. */
export const FIRST_LOOK = LOOKS[0];
/** A step of the timeline has at least this many votes (R298). */
export const LEAST_VOTERS = 10;

/** Steps of shown shares in percentage points, for groups of fewer voters than `below`. */
const SHARE_STEPS = [
  { below: 200, points: 10 },
  { below: 1000, points: 5 },
  { below: 5000, points: 2 },
  { below: Infinity, points: 1 },
] as const;

/** The step of the shares of a group of this many voters, in percentage points (R411). */
export const shareStep = (voters: number): number =>
  SHARE_STEPS.find(({ below }) => voters < below)?.points ?? 1;

/** The last of 50, 100, 200, 500, 1,000, 2,000 … votes that a survey has reached; 0 below 50. */
export function lookReached(votes: number): number {
  let reached = 0;
  for (let unit = 1; LOOKS[0] * unit <= votes; unit *= 10) {
    reached = LOOKS.findLast((look) => look * unit <= votes) ?? reached;
    reached *= unit;
  }
  return reached;
}

/** The first of these numbers above `votes`. */
export function nextLook(votes: number): number {
  for (let unit = 1; ; unit *= 10) {
    const next = LOOKS.find((look) => look * unit > votes);
    if (next !== undefined) return next * unit;
  }
}

/** Voters of one gender, age and region join others below this number, to be weighted (R414). */
export const CLASS_VOTERS = 30;
/** The effective number of participants from which there is a weighted view (R297). */
export const LEAST_EFFECTIVE = 100;
/** With fewer votes, shares say next to nothing, and no option is said to lead. */
export const TELLING_VOTES = 30;
