import { DAY_MS } from "#contract/durations.ts";
import { ISTANBUL_OFFSET, istanbulClock } from "#web/lib/turkish.ts";

/** Law 298, article 61: days before voting day in which polls are not published. */
const DAYS_BEFORE = 10;
/** When votes have been cast, in Istanbul. */
const POLLS_CLOSE = "18:00";

interface Times {
  /** In Istanbul, such as "2028-05-04T00:00". */
  start: string;
  end: string;
}

/** From the tenth day before voting day, "2028-05-14", to the close of the polls. */
export function firstRound(votingDay: string): Times {
  const start = Date.parse(`${votingDay}T00:00${ISTANBUL_OFFSET}`) - DAYS_BEFORE * DAY_MS;
  return { start: istanbulClock(start), end: `${votingDay}T${POLLS_CLOSE}` };
}

/** From the announcement, by default now, to the close of the polls. */
export const secondRound = (votingDay: string, announced: string, now: number): Times => ({
  start: announced || istanbulClock(now),
  end: `${votingDay}T${POLLS_CLOSE}`,
});
