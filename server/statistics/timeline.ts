import { LEAST_VOTERS } from "#contract/shapes/groups.ts";

/** Votes from one hour up to another, both counted since 1970. */
export interface Step {
  from: number;
  to: number;
  votes: number;
}

interface HourlyVotes {
  hour: number;
  votes: number;
}

const DAY_HOURS = 24;
const WEEK_HOURS = 7 * DAY_HOURS;
/** Days in Türkiye begin this many hours before days counted since 1970. */
const OFFSET = 3;

/**
 * A survey's votes over time, in consecutive steps of ten votes or more, so that none by itself
 * reveals when somebody voted; the last votes may be missing. If votes came for more than a week, steps that end
 * on the same day in Türkiye are merged: days cut at midnight would, compared with the steps shown
 * during the first week, reveal fewer than ten votes. `hours` is in chronological order.
 */
export function toSteps(hours: readonly HourlyVotes[]): Step[] {
  const steps = toHourSteps(hours);
  const first = hours[0]?.hour ?? 0;
  if ((hours.at(-1)?.hour ?? 0) - first <= WEEK_HOURS) return steps;
  const days = Map.groupBy(steps, ({ to }) => Math.floor((to - 1 + OFFSET) / DAY_HOURS));
  return [...days.values()].map((ofDay) => ({
    from: ofDay[0]?.from ?? first,
    to: ofDay.at(-1)?.to ?? first,
    votes: ofDay.reduce((sum, { votes }) => sum + votes, 0),
  }));
}

/** The same by hours only. A step once shown changes only by further votes of its last hour. */
export function toHourSteps(hours: readonly HourlyVotes[]): Step[] {
  const first = hours[0]?.hour ?? 0;
  const steps: Step[] = [];
  let step: Step = { from: first, to: first, votes: 0 };
  for (const { hour, votes } of hours) {
    if (step.votes >= LEAST_VOTERS) {
      steps.push(step);
      step = { from: step.to, to: step.to, votes: 0 };
    }
    step = { ...step, to: hour + 1, votes: step.votes + votes };
  }
  return step.votes >= LEAST_VOTERS ? [...steps, step] : steps;
}
