import { disposableEmailBlocklistSet } from "disposable-email-domains-js";
import type { Config } from "#server/config/config.ts";
import { ApiError } from "#server/errors.ts";

const DISPOSABLE = disposableEmailBlocklistSet();

/**
 * Throws 422 for an address, as the contract's `Email` makes it, at whose domain nobody can register:
 * one of throw-away addresses, or one that the operator refuses. A domain stands for those below it
 * too; the longest that is known decides.
 */
export function requireLastingAddress(email: string, known: Config["mailDomains"]): void {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  for (const part of domainsAround(domain)) {
    if (known.allowed.includes(part)) return;
    if (known.refused.includes(part)) {
      throw refusal(
        `Bu sitede ${part} adresleriyle hesap açılamıyor. Lütfen başka bir e-posta yazın.`,
      );
    }
    if (DISPOSABLE.has(part)) {
      throw refusal(
        "Geçici e-posta adresleriyle hesap açılamaz. Lütfen kalıcı bir adresinizi yazın.",
      );
    }
  }
}

/** A domain and those above it, the longest first. */
function domainsAround(domain: string): string[] {
  const labels = domain.split(".");
  return labels.map((_, i) => labels.slice(i).join("."));
}

const refusal = (email: string): ApiError =>
  new ApiError("validation_failed", { fields: { email } });
