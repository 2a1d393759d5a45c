import { MINUTE_MS } from "#contract/durations.ts";
import { tabStorage } from "#web/lib/browser-storage.ts";

const KEY = "resumed-act";
/** People who return later have other things in mind. */
const SOON_MS = MINUTE_MS;

/** Makes the next page continue with this act, for which a visitor has signed in elsewhere. */
export const resumeOnNextPage = (act: string): void => tabStorage.set(KEY, `${Date.now()} ${act}`);

/** Whether to continue with this act now; true only once. */
export function takeResumed(act: string): boolean {
  const [at, ...words] = tabStorage.get(KEY)?.split(" ") ?? [];
  if (words.join(" ") !== act) return false;
  tabStorage.remove(KEY);
  return Math.abs(Date.now() - Number(at)) < SOON_MS;
}
