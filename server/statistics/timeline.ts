import { LEAST_VOTERS } from "#contract/groups.ts";

/** Votes from one hour since 1970 up to another. */
export interface Step {
  from: number;
  to: number;
  votes: number;
}

const DAY = 24;
const WEEK = 7 * DAY;
/** Days in Türkiye begin so many hours before those of the count since 1970. */
const OFFSET = 3;

/**
 * A survey's votes over time, in steps that follow on each other and have ten votes or more, so that
 * none tells when somebody voted; the last votes may be missing. Steps end with an hour, or with a day
 * in Türkiye where votes came for more than a week. `hours` is in their order.
 */
export function toSteps(hours: readonly { hour: number; votes: number }[]): Step[] {
  const first = hours[0]?.hour ?? 0;
  const isLong = (hours.at(-1)?.hour ?? 0) - first > WEEK;
  const endOf = (hour: number) =>
    isLong ? (Math.floor((hour + OFFSET) / DAY) + 1) * DAY - OFFSET : hour + 1;
  const steps: Step[] = [];
  let step: Step = { from: first, to: first, votes: 0 };
  for (const { hour, votes } of hours) {
    if (step.votes >= LEAST_VOTERS && endOf(hour) > step.to) {
      steps.push(step);
      step = { from: step.to, to: step.to, votes: 0 };
    }
    step = { ...step, to: endOf(hour), votes: step.votes + votes };
  }
  return step.votes >= LEAST_VOTERS ? [...steps, step] : steps;
}
