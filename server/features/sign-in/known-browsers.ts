import { randomBytes } from "node:crypto";
import type { Mailboxes } from "#server/secret/pseudonyms.ts";
import type { Credentials } from "./credentials.reads.ts";
import type { BrowserProof } from "./sessions.writes.ts";

/** A proof for a browser to keep: the account's owner signed in there with this password. */
export function proofOf(mailboxes: Mailboxes, owner: Credentials): string {
  const browser = randomBytes(16).toString("base64url");
  return `${browser}.${sealOf(mailboxes, owner, browser)}`;
}

/** The browser that one of these proofs belongs to; undefined if none is the account's. */
export function provenBrowser(
  mailboxes: Mailboxes,
  owner: Credentials | undefined,
  proofs: readonly string[],
): string | undefined {
  const browsers = proofs.map((proof) => proof.split(".", 1)[0] ?? "");
  // Computed without an account too, so that the time does not reveal who has one (R16).
  const whose = owner ?? { userId: 0, passwordHash: undefined };
  const seals = browsers.map((browser) => sealOf(mailboxes, whose, browser));
  return owner && browsers.find((browser, i) => proofs[i] === `${browser}.${seals[i]}`);
}

const sealOf = (
  mailboxes: Mailboxes,
  { userId, passwordHash }: Pick<Credentials, "userId" | "passwordHash">,
  browser: string,
): number => mailboxes.pseudonymOf(`browser ${userId} ${browser} ${passwordHash}`);

/**
 * What a login that sent `browsers` has proved; `browser` is the one of them that is its owner's.
 */
export function proofByBrowser(browsers: unknown, browser: string | undefined): BrowserProof {
  if (browsers === undefined) return "unsaid";
  return browser === undefined ? "unproven" : "proven";
}
