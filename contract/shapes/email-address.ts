import * as z from "zod";
import { EMAIL_MAX } from "../limits.ts";
import { tidiedLine } from "./visible-text.ts";

/** Letters, digits, dots and hyphens, not all of them ASCII. */
const INTERNATIONAL_DOMAIN = /^(?=.*[^a-z\d.-])[\p{L}\p{M}\p{N}.-]+$/iu;

export const Email = z
  .string({ error: "E-posta alanı boş bırakılamaz" })
  .overwrite(tidiedLine)
  .overwrite(withAsciiDomain)
  .min(1, { error: "E-posta alanı boş bırakılamaz", abort: true })
  .max(EMAIL_MAX, { error: "E-posta adresi çok uzun." })
  .pipe(z.email({ error: "Lütfen geçerli bir e-posta adresi girin." }))
  .transform(asciiLower);

/** Lowercases by ASCII rules, never Turkish ones: "I" becomes "i" in a nickname (R37). */
export function asciiLower(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * Returns an address as mail servers know it, with its domain in ASCII (Punycode). Domains that
 * look alike stay distinct, and look different when shown.
 */
function withAsciiDomain(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1);
  if (!INTERNATIONAL_DOMAIN.test(domain)) return email;
  try {
    return `${email.slice(0, at)}@${new URL(`http://${domain}`).hostname}`;
  } catch {
    return email;
  }
}
