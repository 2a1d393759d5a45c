import type { ProfileFields } from "#web/features/accounts/profile-fields.ts";
import { onSessionChange } from "#web/lib/session.ts";

/** What somebody changed in their profile's form and has neither saved nor given up. */
let kept: { person: number; fields: ProfileFields } | undefined;

/** The key of the call that saves it. */
export const SAVING_PROFILE = ["saving-profile"];

/** In memory, so that it outlives the session's end in the middle of the form. */
export function keepProfile(person: number, fields: ProfileFields): void {
  kept = { person, fields };
}

export const keptProfile = (person: number): ProfileFields | undefined =>
  kept?.person === person ? kept.fields : undefined;

export function forgetProfile(): void {
  kept = undefined;
}

onSessionChange((change) => {
  if (change === "ended") forgetProfile();
});
