import { browserStorage } from "#web/lib/browser-storage.ts";
import { istanbulClock } from "#web/lib/turkish.ts";
import { FEED_DAY } from "./feed-day-key.ts";

/** After this many answers a day the feed ends; "Devam Et" allows as many again. */
export const QUESTIONS_A_DAY = 25;

const today = () => istanbulClock(Date.now()).slice(0, 10);

function read(): { answered: number; end: number } {
  const [day, answered, end] = (browserStorage.get(FEED_DAY) ?? "").split(":");
  if (day !== today()) return { answered: 0, end: QUESTIONS_A_DAY };
  return { answered: Number(answered) || 0, end: Number(end) || QUESTIONS_A_DAY };
}

function write(change: { answered?: number; end?: number }): void {
  const { answered, end } = { ...read(), ...change };
  browserStorage.set(FEED_DAY, `${today()}:${answered}:${end}`);
}

export const answeredToday = (): number => read().answered;

export const countAnswer = (): void => write({ answered: answeredToday() + 1 });

/** After how many answers of today the feed ends. */
export const endOfDay = (): number => read().end;

/** Puts the end off by another day's questions. */
export function goOnToday(): number {
  const end = Math.max(read().end, answeredToday()) + QUESTIONS_A_DAY;
  write({ end });
  return end;
}
