import type { NodemailerError } from "nodemailer";

/** An enhanced status code (RFC 3463) after the reply code, or as in qmail and Cisco, `#5.1.1`. */
const ENHANCED = /^5\d\d[ -](?:[^\n]*#)?(\d)\.(\d{1,3})\.(\d{1,3})\b/;
/** 5.1.7 and 5.1.8 concern the sender's address, 5.1.9 the relays on the way. */
const ABOUT_THE_ADDRESS = /^1\.(?![789]$)/;
/** A full mailbox (5.2.2) can be emptied by its owner. */
const ABOUT_THE_MAILBOX = /^2\.(?!2$)/;

/**
 * Returns true where the mail server's reply means that this recipient will never get this mail.
 * All other replies can change once the operator acts: limits, relaying, policy, routes, and any
 * without an enhanced status code, since mail servers refuse relaying with 550, 551, 553 and 554
 * alike.
 */
export function isFinal({ command, response, permanent }: NodemailerError): boolean {
  if (!permanent || !/^(RCPT TO|DATA)$/.test(command ?? "")) return false;
  const [, group, subject, detail] = ENHANCED.exec(response ?? "") ?? [];
  const status = `${subject}.${detail}`;
  return group === "5" && (ABOUT_THE_ADDRESS.test(status) || ABOUT_THE_MAILBOX.test(status));
}
