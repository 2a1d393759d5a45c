import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { Email } from "../shapes/email-address.ts";
import { OwnerProof, PROOF_REFUSALS } from "../shapes/owner-proof.ts";
import {
  ConfirmPassword,
  ExistingPassword,
  NewPassword,
  PASSWORDS_DIFFER,
  passwordsMatch,
} from "../shapes/passwords.ts";
import { item } from "../shapes/shapes.ts";
import { Proof } from "./challenge.ts";

/** What a link in a mail does: verify an address, undo a change of it, or set a new password. */
export const MailLinkPurpose = z.enum(["verify", "undo", "reset"]);
export type MailLinkPurpose = z.infer<typeof MailLinkPurpose>;

/** The secret part of a link. A longer text cannot come from one of our links. */
const Token = z.string().max(200);
const EmailOnly = z.object({ email: z.string() });

export const getEmail = endpoint({
  method: "GET",
  path: "/api/auth/account/my/email",
  summary: "The account's e-mail address, whether it is verified, and the pending one",
  auth: "required",
  answers: {
    200: item(
      z.object({ email: z.string(), verified: z.boolean(), pending: z.string().nullable() }),
    ),
  },
  errors: [],
});

export const changeEmail = endpoint({
  method: "PUT",
  path: "/api/auth/account/my/email",
  summary: "Sends a link to a new address, which takes effect once it is verified",
  auth: "required",
  body: z.object({ email: Email, ...OwnerProof, proof: Proof.optional() }),
  answers: { 204: null },
  errors: [
    "account_incomplete",
    ...PROOF_REFUSALS,
    "challenge_required",
    "email_taken",
    "mail_off",
  ],
  limit: "write",
  proof: "fresh",
  needs: "identity",
});

export const cancelEmailChange = endpoint({
  method: "DELETE",
  path: "/api/auth/account/my/email",
  summary: "Cancels a pending address; links sent to it stop working",
  auth: "required",
  answers: { 204: null },
  errors: [],
  limit: "write",
});

export const sendVerification = endpoint({
  method: "POST",
  path: "/api/auth/account/my/email/verification",
  summary: "Sends the link that verifies the address, or the pending one, again",
  auth: "required",
  body: z.object({ proof: Proof.optional() }).optional(),
  answers: { 204: null },
  errors: ["challenge_required", "mail_off"],
  limit: "write",
  proof: "begun",
});

export const checkMailLink = endpoint({
  method: "POST",
  path: "/api/auth/mail-links",
  summary: "What a link does and for whom, without doing it, since mail scanners open links",
  auth: "none",
  body: z.object({ token: Token }),
  answers: {
    200: item(
      z.object({
        purpose: MailLinkPurpose,
        email: z.string(),
        nickname: z.string(),
        /** Whether this link has already verified the address. */
        done: z.boolean(),
        /** Whether the account's present address was verified, by this link or another. */
        verified: z.boolean(),
        /** Whether the address is not the account's yet. */
        changes_address: z.boolean(),
        /** Whether the account has a password. */
        has_password: z.boolean(),
        /** For a reset: whether the account has second factors, which a recovery code turns off. */
        second_factors: z.boolean(),
      }),
    ),
  },
  errors: ["link_unknown", "link_used", "link_expired"],
  limit: "mailLink",
});

export const verifyEmail = endpoint({
  method: "POST",
  path: "/api/auth/email/verification",
  summary:
    "Verifies the address that a link was sent to, for people who are signed in to the account or give its password; repeating it changes nothing",
  auth: "optional",
  body: z.object({ token: Token, password: ExistingPassword.optional() }),
  answers: { 200: item(EmailOnly) },
  errors: [
    ...(["link_unknown", "link_used", "link_expired"] as const),
    ...(["sign_in_to_verify", "wrong_password", "email_taken", "votes_overlap"] as const),
  ],
  limit: "mailLink",
  proof: "mailbox",
});

export const disownAddress = endpoint({
  method: "POST",
  path: "/api/auth/email/refusal",
  summary:
    "Frees an address that somebody else used, by a link sent to it: gives up the change to it, or deletes the account that was opened with it and never verified",
  auth: "none",
  body: z.object({ token: Token }),
  answers: { 200: item(EmailOnly) },
  errors: ["link_unknown", "link_used", "link_expired"],
  limit: "mailLink",
  proof: "mailbox",
});

export const undoEmailChange = endpoint({
  method: "POST",
  path: "/api/auth/email/undo",
  summary: "Undoes a change of the address, ends all sessions, and sends a link for a new password",
  auth: "none",
  body: z.object({ token: Token }),
  answers: { 200: item(EmailOnly) },
  errors: ["link_unknown", "link_used", "link_expired", "email_taken"],
  limit: "mailLink",
  proof: "mailbox",
});

export const forgotPassword = endpoint({
  method: "POST",
  path: "/api/auth/password/forgot",
  summary:
    "Sends a link for a new password; the response does not reveal whether there is an account",
  auth: "none",
  body: z.object({ email: Email, proof: Proof.optional() }),
  answers: { 204: null },
  errors: ["mail_off", "challenge_required"],
  limit: "forgot",
  proof: "mailbox",
});

export const resetPassword = endpoint({
  method: "POST",
  path: "/api/auth/password/reset",
  summary: "Sets a new password by a link, and ends all sessions",
  auth: "none",
  body: z
    .object({
      token: Token,
      password: NewPassword,
      confirm_password: ConfirmPassword,
      /** Also turns off the second factors; without it, the next login asks for them. */
      recovery_code: z.string().max(100).optional(),
    })
    .refine(passwordsMatch, PASSWORDS_DIFFER),
  answers: { 204: null },
  errors: ["link_unknown", "link_used", "link_expired", "wrong_code"],
  limit: "mailLink",
  proof: "mailbox",
});
