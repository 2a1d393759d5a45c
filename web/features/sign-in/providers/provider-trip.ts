import type { NewcomerFacts } from "#contract/endpoints/oidc.ts";
import { tabStorage } from "#web/lib/browser-storage.ts";
import { onSessionChange } from "#web/lib/session.ts";

/** What this tab remembers while the person is at a provider's page. */
export interface Trip {
  provider: string;
  /** Shows the server that the answer comes to where the sign-in began. */
  browser_key: string;
  /** Where to go on afterwards, a path of this site. */
  next: string;
  /** What to go on with there. */
  resume?: string | undefined;
  remember: boolean;
  /** Whether an account is linked; otherwise somebody signs in. */
  isLinking: boolean;
}

/** Somebody whom the provider has signed in and who has no account yet. */
export interface Newcomer extends NewcomerFacts, Pick<Trip, "next" | "resume" | "remember"> {}

const TRIP = "provider-trip";
const NEWCOMER = "provider-newcomer";

export const saveTrip = (trip: Trip): void => tabStorage.set(TRIP, JSON.stringify(trip));

/** The trip that ends at the page of this provider; it is told once. */
export function takeTrip(provider: string): Trip | undefined {
  const trip = read<Trip>(TRIP);
  tabStorage.remove(TRIP);
  return trip?.provider === provider ? trip : undefined;
}

/** Outlives a reload of the page on which the account is completed. */
export const saveNewcomer = (newcomer: Newcomer): void =>
  tabStorage.set(NEWCOMER, JSON.stringify(newcomer));

export const savedNewcomer = (): Newcomer | undefined => read<Newcomer>(NEWCOMER);

export const forgetNewcomer = (): void => tabStorage.remove(NEWCOMER);

onSessionChange(forgetNewcomer);

/** Other code in the page, such as an extension's, may have written there too. */
function read<T>(key: string): T | undefined {
  try {
    return JSON.parse(tabStorage.get(key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}
