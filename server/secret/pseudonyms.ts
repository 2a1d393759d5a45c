import { createHmac, createSecretKey } from "node:crypto";
import { canonicalAddress } from "#contract/shapes/canonical-address.ts";
import { openSecret, type SecretLocation } from "./secret-file.ts";

/** Distinguishes mailboxes, also those of deleted accounts, without storing an address (R211). */
export interface Mailboxes {
  /** The number of an address's mailbox, the same for all spellings that reach it. */
  numberOf(email: string): number;
  /** The mark that replaces a deleted account on its vote: each mailbox has another in a survey. */
  markOf(mailbox: number, surveyId: number): number;
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
    markOf: (mailbox, surveyId) => numberFrom(`${surveyId}:${mailbox}`),
    pseudonymOf: (text) => numberFrom(`pseudonym ${text}`),
  };
}
