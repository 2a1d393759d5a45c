import { Signed } from "./passkey-shapes.ts";
import { ExistingPassword } from "./passwords.ts";

/**
 * Proves that whoever is signed in owns the account: by its password or, where it has none, by one of
 * its passkeys. Where it has neither, only a session that was opened in the last minutes does.
 */
export const OwnerProof = { password: ExistingPassword.optional(), passkey: Signed.optional() };

/** How a proof is refused. */
export const PROOF_REFUSALS = ["wrong_password", "passkey_refused", "sign_in_again"] as const;
