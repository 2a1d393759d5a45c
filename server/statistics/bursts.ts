/** An hour with fewer votes is never a burst. */
const LEAST_VOTES = 30;
/** Fewer hours do not show what is usual. */
export const LEAST_HOURS = 12;
/** The limit for outliers (Iglewicz and Hoaglin, How to Detect and Handle Outliers, 1993). */
const OUTLYING = 3.5;
/** Turns the median absolute deviation of normal values into their standard deviation. */
const NORMAL = 0.6745;

/**
 * The index of the hour that stands out most among a survey's hours, -1 if none does: by its
 * modified z-score, the distance from the median in median absolute deviations. `hours` are the
 * votes of each hour from the first vote on, including hours without votes. If most hours are
 * alike, the deviation would be 0; it is at least the square root of the median, by which counts
 * vary by chance.
 */
export function findBurst(hours: readonly number[]): number {
  if (hours.length < LEAST_HOURS) return -1;
  const middle = median(hours);
  const deviation = median(hours.map((votes) => Math.abs(votes - middle)));
  const scale = Math.max(deviation / NORMAL, Math.sqrt(middle), 1);
  const most = Math.max(...hours);
  return most >= LEAST_VOTES && (most - middle) / scale > OUTLYING ? hours.indexOf(most) : -1;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [below = 0, above = 0] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.floor(sorted.length / 2)],
  ];
  return (below + above) / 2;
}
