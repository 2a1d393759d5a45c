import { MINUTE_MS } from "#contract/durations.ts";
import { tabStorage } from "#web/lib/browser-storage.ts";

const KEY = "resumed-act";
/** People who return later have other things in mind. */
const SOON_MS = MINUTE_MS;

/** Makes the next page continue with this act, for which a visitor has signed in elsewhere. */
export const resumeOnNextPage = (act: string): void => tabStorage.set(KEY, `${Date.now()} ${act}`);

/** Whether to continue with this act now; true only once. */
export const takeResumed = (act: string): boolean => takeResumedRest(act) === "";

/** The same for an act that begins so: returns what follows, such as a form's field. */
export function takeResumedRest(beginning: string): string | undefined {
  const [at, ...words] = tabStorage.get(KEY)?.split(" ") ?? [];
  const act = words.join(" ");
  if (act !== beginning && !act.startsWith(`${beginning} `)) return undefined;
  tabStorage.remove(KEY);
  const isSoon = Math.abs(Date.now() - Number(at)) < SOON_MS;
  return isSoon ? act.slice(beginning.length + 1) : undefined;
}
