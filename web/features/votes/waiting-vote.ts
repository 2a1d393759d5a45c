import { DAY_MS } from "#contract/durations.ts";
import { browserStorage } from "#web/lib/browser-storage.ts";

/**
 * A choice for which "Oyla" was pressed before it could be cast. It outlives the tab, for a day at
 * most.
 */
interface WaitingVote {
  /** As `BallotView.save` writes it. */
  choice: string;
  /** When "Oyla" was pressed, in milliseconds. */
  at: number;
  /** The account whose vote it is; null until one is known, and then it is only offered. */
  account: number | null;
}

const KEY_PREFIX = "waiting:";

export function readWaitingVote(surveyId: number): WaitingVote | null {
  try {
    const stored: WaitingVote = JSON.parse(browserStorage.get(KEY_PREFIX + surveyId) ?? "");
    return Math.abs(Date.now() - stored.at) < DAY_MS ? stored : null;
  } catch {
    return null;
  }
}

export function saveWaitingVote(surveyId: number, choice: string, account: number | null): void {
  const waiting: WaitingVote = { choice, at: Date.now(), account };
  browserStorage.set(KEY_PREFIX + surveyId, JSON.stringify(waiting));
}

export const deleteWaitingVote = (surveyId: number): void =>
  browserStorage.remove(KEY_PREFIX + surveyId);

/** Held by each tab that casts the vote as soon as it may. */
export const lockOf = (surveyId: number): string => `kanaat-waiting-${surveyId}`;

/** The surveys for which a vote waits in this browser. */
export const surveysWithWaitingVote = (): number[] =>
  browserStorage
    .keys()
    .filter((key) => key.startsWith(KEY_PREFIX))
    .map((key) => Number(key.slice(KEY_PREFIX.length)));

/** The survey for which this account's latest vote waits. */
export const waitingSurveyOf = (account: number): number | undefined =>
  surveysWithWaitingVote()
    .map((id) => ({ id, ...readWaitingVote(id) }))
    .filter((waiting) => waiting.account === account)
    .sort((a, b) => (b.at ?? 0) - (a.at ?? 0))[0]?.id;

/** Whether a tab of this browser casts the vote; also where browsers do not tell. */
export async function isCastElsewhere(surveyId: number): Promise<boolean> {
  const { held } = (await navigator.locks?.query().catch(() => undefined)) ?? {};
  return held?.some(({ name }) => name === lockOf(surveyId)) ?? true;
}
