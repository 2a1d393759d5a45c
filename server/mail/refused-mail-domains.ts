import { disposableEmailBlocklistSet } from "disposable-email-domains-js";
import type { Config } from "#server/config/config.ts";
import { ApiError } from "#server/errors.ts";

const DISPOSABLE = disposableEmailBlocklistSet();

/**
 * Throws 422 for an address, normalized by the contract's `Email`, on a domain where nobody can
 * register: one for disposable addresses, or one that the operator refuses. A domain covers its
 * subdomains; the longest known one decides.
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

/** A domain and its parent domains, the longest first. */
function domainsAround(domain: string): string[] {
  const labels = domain.split(".");
  return labels.map((_, i) => labels.slice(i).join("."));
}

const refusal = (email: string): ApiError =>
  new ApiError("validation_failed", { fields: { email } });
