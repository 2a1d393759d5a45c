import { browserStorage } from "#web/lib/browser-storage.ts";
import { KEY_PREFIX, readWaitingVote } from "./waiting-vote.ts";

/** Held by each tab that casts the vote as soon as it may. */
export const lockOf = (surveyId: number): string => `kanaat-waiting-${surveyId}`;

/** The survey for which this account's latest vote waits. */
export const waitingSurveyOf = (account: number): number | undefined =>
  browserStorage
    .keys()
    .filter((key) => key.startsWith(KEY_PREFIX))
    .map((key) => Number(key.slice(KEY_PREFIX.length)))
    .map((id) => ({ id, ...readWaitingVote(id) }))
    .filter((waiting) => waiting.account === account)
    .sort((a, b) => (b.at ?? 0) - (a.at ?? 0))[0]?.id;

/** Whether a tab of this browser casts the vote; also where browsers do not tell. */
export async function isCastElsewhere(surveyId: number): Promise<boolean> {
  const { held } = (await navigator.locks?.query().catch(() => undefined)) ?? {};
  return held?.some(({ name }) => name === lockOf(surveyId)) ?? true;
}
