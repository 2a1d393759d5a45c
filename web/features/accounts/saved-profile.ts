import { onSessionChange } from "#web/lib/session.ts";
import type { ProfileFields } from "./profile-fields.ts";

interface Kept {
  person: number;
  before: ProfileFields;
  fields: ProfileFields;
}

/** What somebody changed in their profile's form and has neither saved nor given up. */
let kept: Kept | undefined;

/** In memory, so that it outlives the session's end in the middle of the form. */
export function keepProfile(profile: Kept): void {
  kept = profile;
}

export const keptProfile = (person: number): Kept | undefined =>
  kept?.person === person ? kept : undefined;

export function forgetProfile(): void {
  kept = undefined;
}

onSessionChange((change) => {
  if (change === "ended") forgetProfile();
});
