import { createHmac, createSecretKey } from "node:crypto";
import { canonicalAddress } from "#contract/shapes/canonical-address.ts";
import { openSecret, type SecretLocation } from "./secret-file.ts";

/**
 * Distinguishes mailboxes and provider identities, also those of deleted accounts, without storing
 * an address (R211).
 */
export interface Mailboxes {
  /** The number of an address's mailbox, the same for all spellings that reach it. */
  numberOf(email: string): number;
  /** The number of a person at a provider. */
  numberOfIdentity(identity: { issuer: string; subject: string }): number;
  /** The mark of a mailbox or identity on a survey; it has another one on each survey. */
  markOf(number: number, surveyId: number): number;
  /** A number that stands for `text`, to recognise it without storing it. */
  pseudonymOf(text: string): number;
}

/** Makes the secret at the first start. Throws if its file is empty. */
export async function openMailboxes(where: SecretLocation): Promise<Mailboxes> {
  const key = createSecretKey(await openSecret(where), "utf8");
  /** 52 bits, which a JavaScript number represents exactly. */
  const numberFrom = (text: string) =>
    Number.parseInt(createHmac("sha256", key).update(text).digest("hex").slice(0, 13), 16);
  return {
    numberOf: (email) => numberFrom(canonicalAddress(email)),
    // Without an "@", so that it cannot be an address.
    numberOfIdentity: ({ issuer, subject }) =>
      numberFrom(`identity ${JSON.stringify([issuer, subject])}`),
    markOf: (number, surveyId) => numberFrom(`${surveyId}:${number}`),
    pseudonymOf: (text) => numberFrom(`pseudonym ${text}`),
  };
}
