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

export const KEY_PREFIX = "waiting:";

export function readWaitingVote(surveyId: number): WaitingVote | undefined {
  const stored = browserStorage.getJson<WaitingVote>(KEY_PREFIX + surveyId);
  return stored && Date.now() - stored.at < DAY_MS ? stored : undefined;
}

export function saveWaitingVote(surveyId: number, choice: string, account: number | null): void {
  const waiting: WaitingVote = { choice, at: Date.now(), account };
  browserStorage.set(KEY_PREFIX + surveyId, JSON.stringify(waiting));
}

export const deleteWaitingVote = (surveyId: number): void =>
  browserStorage.remove(KEY_PREFIX + surveyId);
