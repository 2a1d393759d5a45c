import type { Generated } from "kysely";
import type { Millis } from "../timestamps.ts";

/** What a passkey is asked for; its answer counts for nothing else. */
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
    /** As `deviceOf` reads them; these four are null for what was opened before they were kept. */
    browser: string | null;
    system: string | null;
    opened_at: Millis | null;
    /** When it was last used, up to an hour too early. */
    seen_at: Millis | null;
  };
  /** Secrets of authenticator apps. */
  totp: {
    user_id: number;
    /** Sealed (`server/secret/sealer.ts`). */
    secret: string;
    created_at: Millis;
    /** null until the first code; then codes are asked for. */
    confirmed_at: Millis | null;
    /** The time step, counted from 1970, of the last code that was used; no earlier one counts. */
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
    /** 1 where its maker keeps it on other devices too. */
    synced: number;
    created_at: Millis;
    used_at: Millis | null;
  };
  /** Those that were not used yet; `code` is a number made of it with the installation's secret. */
  recovery_codes: { user_id: number; code: number };
  /** Logins that a password has begun, until their second step. */
  sign_in_tickets: {
    /** SHA-256 of the ticket, base64url. */
    ticket_hash: string;
    user_id: number;
    /** 1 or 0 */
    remember: number;
    /** The browser as the first step knew it, as JSON. */
    browser: string;
    tries: Generated<number>;
    expires_at: Millis;
  };
  /** Challenges that wait for a passkey's answer. */
  ceremonies: {
    /** SHA-256 of what the browser got that is to answer, base64url. */
    token_hash: string;
    /** null where whoever signs in is to be found out. */
    user_id: number | null;
    purpose: CeremonyPurpose;
    challenge: string;
    expires_at: Millis;
  };
  /** Where somebody has signed in; a number made of the network with the installation's secret. */
  known_places: {
    user_id: number;
    place: number;
    seen_at: Millis;
    /** 1 where a browser signed in that keeps proof of it; otherwise null. */
    keeps_proof: number | null;
  };
  /** Whom a provider knows as whom; one of each provider for an account. */
  identities: {
    issuer: string;
    /** The provider's own name of the person, which never changes. */
    subject: string;
    user_id: number;
    /** The address that the provider gave, to tell the person's accounts there apart. */
    email: string | null;
    linked_at: Millis;
  };
  /** Sign-ins with a provider that are under way. */
  provider_flows: {
    /** SHA-256 of what the provider sends back, base64url. */
    state_hash: string;
    /** SHA-256 of what only the browser has where it began. */
    browser_key_hash: string;
    provider: string;
    /** What the provider's token has to say. */
    nonce: string;
    /** Proves to the provider that its code came to whoever began (PKCE). */
    verifier: string;
    /** Whose account is to be linked; null for signing in. */
    user_id: number | null;
    expires_at: Millis;
  };
  /** People whom a provider has signed in and who have no account yet. */
  newcomers: {
    /** SHA-256 of the ticket, base64url. */
    ticket_hash: string;
    issuer: string;
    subject: string;
    email: string;
    expires_at: Millis;
  };
}
