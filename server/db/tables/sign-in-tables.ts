import type { ColumnType, Generated } from "kysely";
import type { MailLinkPurpose } from "#contract/endpoints/email.ts";
import type { Millis } from "../timestamps.ts";

/** Why a passkey is asked; its answer is valid for nothing else. */
export type CeremonyPurpose = "make" | "prove" | "second step" | "sign in";

/** What people sign in with, and where they are signed in. */
export interface SignInTables {
  /** What people sign in with; an account without a row here has no password. */
  credentials: { user_id: number; password_hash: string };
  sessions: {
    /** SHA-256 of the token, base64url; the token itself is not stored. */
    token_hash: string;
    user_id: number;
    expires_at: Millis;
    /** As read by `deviceOf`; these four are null for sessions opened before they were stored. */
    browser: string | null;
    system: string | null;
    opened_at: Millis | null;
    /** Time of last use; may lag by up to an hour. */
    seen_at: Millis | null;
  };
  /** Sessions whose holder has proved to own the account, by their `token_hash`, for minutes. */
  session_proofs: { session_hash: string; expires_at: Millis };
  /** Links that were sent by mail. */
  mail_links: {
    /** SHA-256 of the link's secret, base64url; the secret itself is only in the mail. */
    token_hash: string;
    user_id: number;
    purpose: MailLinkPurpose;
    /** The address it was sent to. */
    email: string;
    canonical_email: string;
    created_at: Millis;
    expires_at: Millis;
    used_at: ColumnType<Millis | null, never, Millis>;
  };
  /** Secrets of authenticator apps. */
  totp: {
    user_id: number;
    /** Sealed (`server/secret/sealer.ts`). */
    secret: string;
    created_at: Millis;
    /** null until the first valid code; codes are required from then on. */
    confirmed_at: Millis | null;
    /** Time step, counted from 1970, of the last used code; earlier ones are refused. */
    last_step: Generated<number>;
  };
  passkeys: {
    /** base64url */
    credential_id: string;
    user_id: number;
    /** COSE, base64url. */
    public_key: string;
    counter: number;
    /** Separated by commas. */
    transports: string;
    name: string;
    /** 1 where its vendor syncs it to other devices. */
    synced: number;
    created_at: Millis;
    used_at: Millis | null;
  };
  /** Unused codes; `code` is a number derived from the code with the installation's secret. */
  recovery_codes: { user_id: number; code: number };
  /** Logins begun with a password, until their second step. */
  sign_in_tickets: {
    /** SHA-256 of the ticket, base64url. */
    ticket_hash: string;
    user_id: number;
    /** 1 or 0 */
    remember: number;
    /** The browser as seen in the first step, as JSON. */
    browser: string;
    tries: Generated<number>;
    expires_at: Millis;
  };
  /** Codes that were sent to a mailbox to sign in, and the vote that each of them casts. */
  sign_in_codes: {
    /** SHA-256 of the secret of the browser that asked, base64url. */
    attempt_hash: string;
    /** SHA-256 of the secret in the letter's link, base64url. */
    link_hash: string;
    /** A number derived from the code with the installation's secret. */
    code: number;
    /** The address as it was typed; the letter went there. */
    email: string;
    canonical_email: string;
    /** 1 where an account may be opened for the mailbox. */
    explicit_consent: number;
    /** A `WaitingVote` as JSON. */
    vote: string | null;
    /** Wrong entries. */
    tries: Generated<number>;
    created_at: Millis;
    expires_at: Millis;
    used_at: ColumnType<Millis | null, never, Millis>;
  };
  /** Challenges that wait for a passkey's answer. */
  ceremonies: {
    /** SHA-256 of the token given to the browser that must answer, base64url. */
    token_hash: string;
    /** null where the answer is to show who signs in. */
    user_id: number | null;
    purpose: CeremonyPurpose;
    challenge: string;
    expires_at: Millis;
  };
  /** Networks someone has signed in from, as numbers made with the installation's secret. */
  known_places: {
    user_id: number;
    place: number;
    seen_at: Millis;
    /** 1 where the browser that signed in keeps proof of it; otherwise null. */
    keeps_proof: number | null;
  };
  /** Provider identities linked to accounts; one per provider and account. */
  identities: {
    issuer: string;
    /** The provider's id of the person, which never changes. */
    subject: string;
    user_id: number;
    /** The address the provider gave, to distinguish the person's accounts there. */
    email: string | null;
    linked_at: Millis;
  };
  /**
   * Mailboxes and provider identities that an account has left (R395). Of a deleted account also
   * the identities that it had last, until its votes are anonymous; what is still reserved then
   * stays under a negative random number.
   */
  former_identities: {
    /** As `Mailboxes` in `server/secret/pseudonyms.ts` makes it. */
    number: number;
    user_id: number;
    /** 0 for an address that was never verified: only votes cast while it was held are its own. */
    proven: number;
    /** Until when no other account can have it. */
    reserved_until: Millis;
  };
  /** Sign-ins with a provider that are in progress. */
  provider_flows: {
    /** SHA-256 of the `state` that the provider sends back, base64url. */
    state_hash: string;
    /** SHA-256 of a key that only the browser where it began has. */
    browser_key_hash: string;
    provider: string;
    /** The nonce that the provider's token must contain. */
    nonce: string;
    /** Proves to the provider that its code reached the client that began (PKCE). */
    verifier: string;
    /** The account to link; null for signing in. */
    user_id: number | null;
    expires_at: Millis;
  };
  /** People signed in by a provider who have no account yet. */
  newcomers: {
    /** SHA-256 of the ticket, base64url. */
    ticket_hash: string;
    issuer: string;
    subject: string;
    email: string;
    expires_at: Millis;
  };
}
