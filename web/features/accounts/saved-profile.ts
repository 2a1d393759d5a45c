import { carryOverReload } from "#web/lib/api/chunk-load-error.ts";
import { onSessionChange } from "#web/lib/session.ts";
import type { ProfileFields } from "./profile-fields.ts";

interface ProfileEdits {
  person: number;
  /** The stored fields from which the edits started. */
  before: ProfileFields;
  fields: ProfileFields;
}

/** Edits in the profile form that are neither saved nor discarded. */
let saved: ProfileEdits | undefined = carryOverReload(
  "profile",
  (): ProfileEdits | undefined => saved && withoutPicture(saved),
);

/** Kept in memory, so that edits survive a session that expires while the form is open. */
export function saveProfileEdits(profile: ProfileEdits): void {
  saved = profile;
}

function withoutPicture(edits: ProfileEdits): ProfileEdits {
  return { ...edits, fields: { ...edits.fields, image: undefined } };
}

export const savedProfileEdits = (person: number): ProfileEdits | undefined =>
  saved?.person === person ? saved : undefined;

export function forgetProfileEdits(): void {
  saved = undefined;
}

onSessionChange((change) => {
  if (change === "ended") forgetProfileEdits();
});
