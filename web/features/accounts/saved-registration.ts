import { tabStorage } from "#web/lib/browser-storage.ts";
import { onSessionChange } from "#web/lib/session.ts";
import type { RegistrationFields } from "./registration-fields.ts";

const KEY = "registration";

let saved: Partial<RegistrationFields> | undefined;

/** Saves what was typed except passwords and consents; the avatar only until a reload. */
export function saveRegistration(fields: Partial<RegistrationFields>): void {
  const { password, confirm_password, explicit_consent, communication_consent, ...rest } = fields;
  saved = rest;
  const { image, ...typed } = rest;
  tabStorage.set(KEY, JSON.stringify(typed));
}

/** What was typed since this page was loaded: nothing at hydration, as in the server's document. */
export const savedRegistration = (): Partial<RegistrationFields> => saved ?? { image: null };

/** What was typed in this tab, including before a reload. */
export const restoredRegistration = (): Partial<RegistrationFields> =>
  saved ?? { image: null, ...stored() };

/** Other code in the page, such as an extension's, may have written there too. */
function stored(): Partial<RegistrationFields> {
  try {
    return JSON.parse(tabStorage.get(KEY) ?? "{}");
  } catch {
    return {};
  }
}

export function forgetRegistration(): void {
  saved = undefined;
  tabStorage.remove(KEY);
}

onSessionChange(forgetRegistration);
