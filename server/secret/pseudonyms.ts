import { createHmac, createSecretKey } from "node:crypto";
import { canonicalAddress } from "#contract/shapes/canonical-address.ts";
import { openSecret, type SecretLocation } from "./secret-file.ts";

/** Tells mailboxes apart, also those of deleted accounts, without keeping an address (R211). */
export interface Mailboxes {
  /** The number of an address's mailbox: one for all spellings that reach it. */
  numberOf(email: string): number;
  /** What stays of a deleted account's vote: a number that no other mailbox has in this survey. */
  markOf(mailbox: number, surveyId: number): number;
  /** A number for what is to be told apart without being kept; `text` says what it is for. */
  pseudonymOf(text: string): number;
}

/** Makes the secret at the first start. Throws where its file is empty. */
export async function openMailboxes(where: SecretLocation): Promise<Mailboxes> {
  const key = createSecretKey(await openSecret(where), "utf8");
  /** 52 bits, which JavaScript counts exactly. */
  const numberFrom = (text: string) =>
    Number.parseInt(createHmac("sha256", key).update(text).digest("hex").slice(0, 13), 16);
  return {
    numberOf: (email) => numberFrom(canonicalAddress(email)),
    // Without an "@", so that it cannot be an address.
    markOf: (mailbox, surveyId) => numberFrom(`${surveyId}:${mailbox}`),
    pseudonymOf: (text) => numberFrom(`pseudonym ${text}`),
  };
}
