import { Signed } from "./passkey-shapes.ts";
import { ExistingPassword } from "./passwords.ts";

/**
 * Proves that the person who is signed in owns the account: by its password or, if it has none, by
 * one of its passkeys. If it has neither, only a session opened in the last minutes is proof.
 */
export const OwnerProof = { password: ExistingPassword.optional(), passkey: Signed.optional() };

/** The errors of a refused proof. */
export const PROOF_REFUSALS = ["wrong_password", "passkey_refused", "sign_in_again"] as const;
