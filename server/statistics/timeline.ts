import { LEAST_VOTERS } from "#contract/shapes/groups.ts";

/** Votes from one hour since 1970 up to another. */
export interface Step {
  from: number;
  to: number;
  votes: number;
}

interface HourlyVotes {
  hour: number;
  votes: number;
}

const DAY = 24;
const WEEK = 7 * DAY;
/** Days in Türkiye begin so many hours before those of the count since 1970. */
const OFFSET = 3;

/**
 * A survey's votes over time, in steps that follow on each other and have ten votes or more, so that
 * none tells when somebody voted; the last votes may be missing. Where votes came for more than a week,
 * steps that end on the same day in Türkiye are one: days that ended at midnight would tell, beside the
 * steps of the week before, of fewer than ten votes. `hours` is in their order.
 */
export function toSteps(hours: readonly HourlyVotes[]): Step[] {
  const steps = toHourSteps(hours);
  const first = hours[0]?.hour ?? 0;
  if ((hours.at(-1)?.hour ?? 0) - first <= WEEK) return steps;
  const days = Map.groupBy(steps, ({ to }) => Math.floor((to - 1 + OFFSET) / DAY));
  return [...days.values()].map((ofDay) => ({
    from: ofDay[0]?.from ?? first,
    to: ofDay.at(-1)?.to ?? first,
    votes: ofDay.reduce((sum, { votes }) => sum + votes, 0),
  }));
}

/** The same by hours alone. A step once told does not change, but for the votes of its last hour. */
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
