import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { PASSKEY_NAME_MAX, PROOF_MINUTES, RECOVERY_CODES } from "../limits.ts";
import { OwnerProof, PROOF_REFUSALS } from "../shapes/owner-proof.ts";
import { Attestation, Ceremony, Options, Signed } from "../shapes/passkey-shapes.ts";
import { PASSWORD_EMPTY } from "../shapes/passwords.ts";
import { Id, Instant, item, line, PathId } from "../shapes/shapes.ts";
import { KnownBrowsers, SignedIn } from "./account.ts";

/** What can complete a login after the password. */
export const FactorMethod = z.enum(["totp", "passkey", "recovery_code"]);
export type FactorMethod = z.infer<typeof FactorMethod>;

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  created_at: Instant,
  used_at: Instant.nullable(),
  /** Whether the passkey's provider syncs it to the person's other devices. */
  synced: z.boolean(),
});
export type Passkey = z.infer<typeof Passkey>;

export const Factors = z.object({
  totp_since: Instant.nullable(),
  passkeys: z.array(Passkey),
  recovery_codes_left: z.int(),
  /** Whether e-mail and password work; some accounts have no password. */
  signs_in_by_email: z.boolean(),
  /** The origin where passkeys are created and used; null where passkeys are impossible. */
  passkey_origin: z.string().nullable(),
});
export type Factors = z.infer<typeof Factors>;

/** Shown once; null if there are codes already. */
const RecoveryCodes = z.array(z.string()).length(RECOVERY_CODES);
const WithCodes = z.object({ recovery_codes: RecoveryCodes.nullable() });

export const getFactors = endpoint({
  method: "GET",
  path: "/api/auth/account/second-factor",
  summary: "The ways to sign in besides the password",
  auth: "required",
  answers: { 200: item(Factors) },
  errors: [],
});

export const beginTotp = endpoint({
  method: "POST",
  path: "/api/auth/account/second-factor/totp",
  summary: "A new secret for an authenticator app, used once one of its codes is confirmed",
  auth: "required",
  body: z.object(OwnerProof),
  answers: { 201: item(z.object({ secret: z.string(), uri: z.string() })) },
  errors: ["account_incomplete", ...PROOF_REFUSALS, "factor_exists"],
  limit: "login",
  proof: "fresh",
  needs: "identity",
});

const Code = z
  .string({ error: "Lütfen kodu girin." })
  .overwrite((text) => text.replace(/\s/g, ""))
  .regex(/^\d{6}$/, { error: "Kod 6 rakamdan oluşur." });

export const confirmTotp = endpoint({
  method: "PUT",
  path: "/api/auth/account/second-factor/totp",
  summary: "Turns codes on with the first of them, within ten minutes",
  auth: "required",
  body: z.object({ code: Code }),
  answers: { 200: item(WithCodes) },
  errors: ["wrong_code", "setup_expired"],
  limit: "login",
  proof: "begun",
});

export const removeTotp = endpoint({
  method: "DELETE",
  path: "/api/auth/account/second-factor/totp",
  summary: "Turns codes off",
  auth: "required",
  body: z.object(OwnerProof),
  answers: { 204: null },
  errors: PROOF_REFUSALS,
  limit: "login",
  proof: "fresh",
});

export const beginPasskey = endpoint({
  method: "POST",
  path: "/api/auth/account/passkeys/options",
  summary: "Options for making a passkey",
  auth: "required",
  body: z.object(OwnerProof),
  answers: { 200: Options },
  errors: ["account_incomplete", ...PROOF_REFUSALS, "passkeys_unavailable", "passkey_limit"],
  limit: "login",
  proof: "fresh",
  needs: "identity",
});

export const addPasskey = endpoint({
  method: "POST",
  path: "/api/auth/account/passkeys",
  summary: "Stores a passkey that the browser has made",
  auth: "required",
  body: z.object({
    ceremony: Ceremony,
    response: Attestation,
    name: line(1, PASSKEY_NAME_MAX).optional(),
  }),
  answers: { 201: item(WithCodes.extend({ passkey: Passkey })) },
  errors: ["passkey_refused", "passkeys_unavailable", "passkey_limit"],
  limit: "login",
  proof: "begun",
});

export const removePasskey = endpoint({
  method: "DELETE",
  path: "/api/auth/account/passkeys/{id}",
  summary: "Removes a passkey",
  auth: "required",
  params: z.object({ id: PathId }),
  body: z.object(OwnerProof),
  answers: { 204: null },
  errors: [...PROOF_REFUSALS, "not_found", "last_sign_in"],
  limit: "login",
  proof: "fresh",
});

export const renewRecoveryCodes = endpoint({
  method: "POST",
  path: "/api/auth/account/recovery-codes",
  summary: "New recovery codes in place of the old ones",
  auth: "required",
  body: z.object(OwnerProof),
  answers: { 201: item(z.object({ recovery_codes: RecoveryCodes })) },
  errors: [...PROOF_REFUSALS, "no_factor"],
  limit: "login",
  proof: "fresh",
});

export const proveOwnership = endpoint({
  method: "POST",
  path: "/api/auth/account/proof",
  summary: `Proves to own the account, for what this session does in the next ${PROOF_MINUTES} minutes`,
  auth: "required",
  body: z.object(OwnerProof).refine(({ password, passkey }) => password ?? passkey, {
    path: ["password"],
    error: PASSWORD_EMPTY,
  }),
  answers: { 204: null },
  errors: ["sign_in_again", "wrong_password", "passkey_refused", "password_missing"],
  limit: "login",
  proof: "fresh",
});

export const beginProof = endpoint({
  method: "POST",
  path: "/api/auth/account/passkeys/proof",
  summary: "Options for confirming the caller's identity with a passkey",
  auth: "required",
  answers: { 200: Options },
  errors: ["passkeys_unavailable"],
  limit: "passkey",
});

const Ticket = z.string().max(100);

export const beginSecondStep = endpoint({
  method: "POST",
  path: "/api/auth/login/second-factor/options",
  summary: "Options for completing a login with a passkey",
  auth: "none",
  body: z.object({ ticket: Ticket }),
  answers: { 200: Options },
  errors: ["sign_in_expired", "passkeys_unavailable"],
  limit: "passkey",
});

export const completeLogin = endpoint({
  method: "POST",
  path: "/api/auth/login/second-factor",
  summary: "Completes a login with a code, a recovery code or a passkey",
  auth: "none",
  body: z
    .object({
      /** From the login's 403 `second_factor_required`; valid for five minutes. */
      ticket: Ticket,
      code: Code.optional(),
      recovery_code: z.string().max(50).optional(),
      passkey: Signed.optional(),
    })
    .refine(({ code, recovery_code, passkey }) => code ?? recovery_code ?? passkey, {
      path: ["code"],
      error: "Lütfen kodu girin.",
    }),
  answers: { 200: SignedIn },
  errors: ["sign_in_expired", "wrong_code", "passkey_refused", "passkeys_unavailable"],
  limit: "login",
  proof: "sign-in",
});

export const beginPasskeyLogin = endpoint({
  method: "POST",
  path: "/api/auth/login/passkey/options",
  summary: "Options for signing in with a passkey alone",
  auth: "none",
  answers: { 200: Options },
  errors: ["passkeys_unavailable"],
  limit: "passkey",
});

export const logInWithPasskey = endpoint({
  method: "POST",
  path: "/api/auth/login/passkey",
  summary: "Opens a session with a passkey alone, which has verified its owner",
  auth: "none",
  body: Signed.extend({ remember: z.boolean().default(false), browsers: KnownBrowsers }),
  answers: { 200: SignedIn },
  errors: ["passkey_refused", "passkeys_unavailable"],
  limit: "login",
  proof: "sign-in",
});
