import { Signed } from "./passkey-shapes.ts";
import { ExistingPassword } from "./passwords.ts";

/**
 * Proves that the person who is signed in owns the account, for this call alone: its password or
 * one of its passkeys. May be left out for some minutes after `proveOwnership`; an account that has
 * neither is proved by a session that was opened in the last minutes.
 */
export const OwnerProof = { password: ExistingPassword.optional(), passkey: Signed.optional() };

/** The errors of a missing proof. */
export const PROOF_MISSING = ["proof_required", "sign_in_again"] as const;

/** The errors of a missing or refused proof, where the body may hold one. */
export const PROOF_REFUSALS = [...PROOF_MISSING, "wrong_password", "passkey_refused"] as const;
