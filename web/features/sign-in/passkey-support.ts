import { browserStorage } from "#web/lib/browser-storage.ts";
import { isInApp } from "#web/lib/in-app-browser.ts";

/** Set once a passkey was created or used in this browser; kept after signing out, names nobody. */
const USED = "passkey-used";

export const notePasskey = (): void => browserStorage.set(USED, "true");

/**
 * Whether this browser can use passkeys. Apps' browsers have the API but reject its calls. Before
 * its first paint `data-passkeys` says the same (lib/page-start/in-app-script.ts).
 */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === "function" && !isInApp();

/** Whether the browser may offer passkeys by itself. */
export const mayOfferPasskeys = (): boolean =>
  canUsePasskeys() && browserStorage.get(USED) !== null;
