import { randomBytes } from "node:crypto";
import type { Mailboxes } from "#server/secret/pseudonyms.ts";
import type { Credentials } from "./credentials.reads.ts";
import type { BrowserProof } from "./sessions.writes.ts";

/** What a browser keeps to show later that an account's owner signed in there with this password. */
export function proofOf(mailboxes: Mailboxes, owner: Credentials): string {
  const browser = randomBytes(16).toString("base64url");
  return `${browser}.${sealOf(mailboxes, owner, browser)}`;
}

/** The browser that one of these proofs is of; undefined where none is the account's. */
export function provenBrowser(
  mailboxes: Mailboxes,
  owner: Credentials | undefined,
  proofs: readonly string[],
): string | undefined {
  const browsers = proofs.map((proof) => proof.split(".", 1)[0] ?? "");
  // Made without an account too, so that the time does not tell who has one (R16).
  const whose = owner ?? { userId: 0, passwordHash: undefined };
  const seals = browsers.map((browser) => sealOf(mailboxes, whose, browser));
  return owner && browsers.find((browser, i) => proofs[i] === `${browser}.${seals[i]}`);
}

const sealOf = (
  mailboxes: Mailboxes,
  { userId, passwordHash }: Pick<Credentials, "userId" | "passwordHash">,
  browser: string,
): number => mailboxes.pseudonymOf(`browser ${userId} ${browser} ${passwordHash}`);

/** What a login that showed `browsers` has proved, `browser` being the one of them that is its owner's. */
export function proofByBrowser(browsers: unknown, browser: string | undefined): BrowserProof {
  if (browsers === undefined) return "unsaid";
  return browser === undefined ? "unproven" : "proven";
}
