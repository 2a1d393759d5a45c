import { useEffect, useState } from "react";
import { browserStorage } from "#web/lib/browser-storage.ts";

/** That a passkey was made or used in this browser; outlives signing out and does not say whose. */
const USED = "passkey-used";

export const notePasskey = (): void => browserStorage.set(USED, "true");

/** Whether this browser can use passkeys; false on the server, which is asked for by all. */
export function useHasPasskeys(): boolean {
  const [has, setHas] = useState(false);
  useEffect(() => setHas(typeof PublicKeyCredential === "function"), []);
  return has;
}

/** Whether to let the browser offer passkeys by itself. */
export const mayOfferPasskeys = (): boolean =>
  typeof PublicKeyCredential === "function" && browserStorage.get(USED) !== null;
