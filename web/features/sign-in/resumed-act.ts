import { tabStorage } from "#web/lib/browser-storage.ts";

const KEY = "resumed-act";
/** Whoever comes back later has other things in mind. */
const SOON_MS = 60_000;

/** Lets the page that is opened next go on with this, which a visitor signed in for elsewhere. */
export const resumeOnNextPage = (act: string): void => tabStorage.set(KEY, `${Date.now()} ${act}`);

/** Whether this is to go on now; it is told once. */
export function takeResumed(act: string): boolean {
  const [at, ...words] = tabStorage.get(KEY)?.split(" ") ?? [];
  if (words.join(" ") !== act) return false;
  tabStorage.remove(KEY);
  return Math.abs(Date.now() - Number(at)) < SOON_MS;
}
