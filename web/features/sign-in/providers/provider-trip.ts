import type { NewcomerFacts } from "#contract/endpoints/oidc.ts";
import { tabStorage } from "#web/lib/browser-storage.ts";
import { onSessionChange } from "#web/lib/session.ts";

/** What this tab stores while the person is on a provider's page. */
export interface Trip {
  provider: string;
  /** Proves to the server that the response reached the browser that started the sign-in. */
  browser_key: string;
  /** Where to continue afterwards, a path of this site. */
  next: string;
  /** The act to continue there. */
  resume?: string | undefined;
  remember: boolean;
  /** Whether an account is being linked; otherwise somebody is signing in. */
  isLinking: boolean;
}

/** A person whom the provider has authenticated, but who has no account yet. */
export interface Newcomer extends NewcomerFacts, Pick<Trip, "next" | "resume" | "remember"> {}

const TRIP = "provider-trip";
const NEWCOMER = "provider-newcomer";

export const saveTrip = (trip: Trip): void => tabStorage.set(TRIP, JSON.stringify(trip));

/** Returns the trip to this provider, once: it is removed from storage. */
export function takeTrip(provider: string): Trip | undefined {
  const trip = read<Trip>(TRIP);
  tabStorage.remove(TRIP);
  return trip?.provider === provider ? trip : undefined;
}

/** Survives a reload of the page on which the account is completed. */
export const saveNewcomer = (newcomer: Newcomer): void =>
  tabStorage.set(NEWCOMER, JSON.stringify(newcomer));

export const savedNewcomer = (): Newcomer | undefined => read<Newcomer>(NEWCOMER);

const forgetNewcomer = (): void => tabStorage.remove(NEWCOMER);

onSessionChange(forgetNewcomer);

/** Other code in the page, such as an extension's, may have written there too. */
function read<T>(key: string): T | undefined {
  try {
    return JSON.parse(tabStorage.get(key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}
