import type { WaitingVote } from "#contract/endpoints/codes.ts";
import type { ApiProblem } from "#web/lib/api/api-problem.ts";
import { browserStorage } from "#web/lib/browser-storage.ts";

/** A code that was asked for in this browser and has not been used. */
export interface CodeAttempt {
  /** Proves to the server that the code is used in the browser that asked for it. */
  attempt: string;
  /** ISO 8601. */
  expires_at: string;
  email: string;
  /** The vote that the code casts. */
  vote?: WaitingVote | undefined;
}

/** How the vote that a code casts has ended. */
export interface SettledVote {
  /** Why it was not counted. */
  problem?: ApiProblem;
}

/** Removed at sign-out (`clearSavedChoices`). */
const KEY = "code-attempt";

export const saveCodeAttempt = (attempt: CodeAttempt): void =>
  browserStorage.set(KEY, JSON.stringify(attempt));

export const forgetCodeAttempt = (): void => browserStorage.remove(KEY);

/** The latest attempt that has not expired; it outlives the tab. */
export function savedCodeAttempt(): CodeAttempt | undefined {
  const saved = browserStorage.getJson<CodeAttempt>(KEY);
  return saved && Date.parse(saved.expires_at) > Date.now() ? saved : undefined;
}

/** Whether both choose the same on the same survey. */
export const isSameVote = (one?: WaitingVote, other?: WaitingVote): boolean =>
  textOf(one) === textOf(other);

const textOf = (vote?: WaitingVote) => JSON.stringify({ ...vote, invitation_code: undefined });
