import * as z from "zod";
import { voteWith } from "../ballots/vote.ts";
import { endpoint } from "../endpoint.ts";
import { CODE_DIGITS } from "../limits.ts";
import { Email } from "../shapes/email-address.ts";
import { Instant, item } from "../shapes/shapes.ts";
import { Account, CONSENT_MISSING, KnownBrowsers, SignedIn } from "./account.ts";
import { Proof } from "./challenge.ts";
import { InvitationCode } from "./surveys.ts";
import { castVote } from "./votes.ts";

/** The vote that is cast when the code is used. */
const WaitingVote = voteWith({
  /** The code of the invitation link that a private survey was opened by. */
  invitation_code: InvitationCode.optional(),
});
export type WaitingVote = z.infer<typeof WaitingVote>;

/** The secret part of a letter's link. A longer text cannot come from one of our links. */
const Link = z.string().max(200);

export const requestCode = endpoint({
  method: "POST",
  path: "/api/auth/codes",
  summary:
    "Sends a code of six digits to an address, which signs in and casts the vote given here; the response does not reveal whether there is an account",
  auth: "none",
  body: z
    .object({
      email: Email,
      /** Without it, no account is opened for a mailbox that has none. Required with a vote. */
      explicit_consent: z.boolean().default(false),
      vote: WaitingVote.optional(),
      /** A proof for `register`. */
      proof: Proof.optional(),
    })
    .refine(({ vote, explicit_consent }) => vote === undefined || explicit_consent, {
      path: ["explicit_consent"],
      error: CONSENT_MISSING,
    }),
  answers: {
    202: item(
      z.object({
        /** Kept by the browser to prove that the code is used where it was asked for. */
        attempt: z.string(),
        expires_at: Instant,
      }),
    ),
  },
  errors: ["mail_off", "challenge_required"],
  limit: "register",
});

export const readCodeLink = endpoint({
  method: "POST",
  path: "/api/auth/codes/link",
  summary: "Whom a letter's link signs in and what it votes for, without doing it",
  auth: "none",
  body: z.object({ link: Link }),
  answers: {
    200: item(
      z.object({
        email: z.string(),
        expires_at: Instant,
        /** What it chooses on which survey, to be shown before the link is used. */
        vote: WaitingVote.nullable(),
      }),
    ),
  },
  errors: ["link_unknown", "link_used", "link_expired"],
  limit: "mailLink",
});

/** What became of the vote that waited for its code. */
export const VoteOutcome = z.enum([
  "counted",
  ...castVote.errors,
  ...(["overloaded", "outcome_unknown", "storage_full", "internal_error"] as const),
]);
export type VoteOutcome = z.infer<typeof VoteOutcome>;

const Remembered = z.object({ remember: z.boolean().default(false), browsers: KnownBrowsers });

export const useCode = endpoint({
  method: "POST",
  path: "/api/auth/codes/use",
  summary:
    "Signs in by a code, with the attempt it was asked for in, or by the link of its letter, and casts the vote that waits for it",
  auth: "none",
  body: z.union([
    Remembered.extend({
      attempt: z.string().max(200),
      code: z.string().regex(new RegExp(`^\\d{${CODE_DIGITS}}$`), {
        error: `Lütfen e-postadaki ${CODE_DIGITS} rakamı yazın.`,
      }),
    }),
    Remembered.extend({ link: Link }),
  ]),
  answers: {
    200: item(
      z.object({
        session: SignedIn,
        account: Account,
        /** Whether this call opened the account. */
        is_new: z.boolean(),
        /** null if no vote waited. The sign-in stands whatever became of the vote. */
        vote: voteWith({ outcome: VoteOutcome }).nullable(),
      }),
    ),
  },
  errors: [
    ...(["wrong_code", "code_expired", "link_unknown", "link_used", "link_expired"] as const),
    "email_taken",
  ],
  limit: "login",
  proof: "mailbox",
});
