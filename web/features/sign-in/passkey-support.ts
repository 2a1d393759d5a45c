import { useEffect, useState } from "react";
import { browserStorage } from "#web/lib/browser-storage.ts";
import { isInApp } from "#web/lib/in-app-browser.ts";

/** That a passkey was made or used in this browser; outlives signing out and does not say whose. */
const USED = "passkey-used";

export const notePasskey = (): void => browserStorage.set(USED, "true");

/** Whether this browser can use passkeys. Apps' browsers have the function and refuse its calls. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === "function" && !isInApp();

/** The same as state; false on the server and until the page is hydrated. */
export function useHasPasskeys(): boolean {
  const [has, setHas] = useState(false);
  useEffect(() => setHas(canUsePasskeys()), []);
  return has;
}

/** Whether to let the browser offer passkeys by itself. */
export const mayOfferPasskeys = (): boolean =>
  canUsePasskeys() && browserStorage.get(USED) !== null;
