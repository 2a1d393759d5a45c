import { shownValue } from "#server/secret/secret-files.ts";

/** A provider that people can sign in with, as the operator has set it up. */
export interface OidcProvider {
  /** The operator's name for it, which appears in addresses. */
  id: string;
  /** The text of its button. */
  label: string;
  /** Exactly as the provider spells it. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Whether the operator vouches for addresses that the provider does not call verified or not. */
  isEmailTrusted: boolean;
}

/** Defaults for known providers, which the operator can override. */
const KNOWN: Readonly<Record<string, { issuer: string; label: string }>> = {
  google: { issuer: "https://accounts.google.com", label: "Google ile devam et" },
};
const ID = /^[a-z][a-z0-9_]{0,29}$/;
const LABEL_MAX = 40;

/**
 * The providers that `OIDC_PROVIDERS` names, each with its `OIDC_<NAME>_…`. Throws an error of one
 * line that names the first wrong variable, without secrets.
 */
export function readProviders(set: NodeJS.ProcessEnv): OidcProvider[] {
  const ids = (set.OIDC_PROVIDERS ?? "")
    .split(",")
    .map((id) => id.trim())
    .filter(Boolean);
  const wrong = (variable: string, expected: string) =>
    new Error(`${variable}=${shownValue(variable, set[variable])} is wrong: ${expected}`);
  if (!ids.every((id) => ID.test(id)) || new Set(ids).size < ids.length) {
    throw wrong("OIDC_PROVIDERS", "expected different names like google,okul");
  }
  if (ids.length > 0 && !set.PUBLIC_URL) {
    throw wrong("OIDC_PROVIDERS", "expected a PUBLIC_URL for it");
  }
  const providers = ids.map((id) => {
    const prefix = `OIDC_${id.toUpperCase()}`;
    const text = (name: string) => set[`${prefix}_${name}`]?.trim() ?? "";
    const issuer = text("ISSUER") || (KNOWN[id]?.issuer ?? "");
    if (!isIssuer(issuer)) {
      throw wrong(`${prefix}_ISSUER`, "expected an address like https://giris.okul.example");
    }
    if (!text("CLIENT_ID"))
      throw wrong(`${prefix}_CLIENT_ID`, "expected the provider's name of us");
    if (!text("CLIENT_SECRET")) {
      throw new Error(`${prefix}_CLIENT_SECRET is wrong: expected the provider's secret for us`);
    }
    const label = text("LABEL") || (KNOWN[id]?.label ?? `${id} ile devam et`);
    if (label.length > LABEL_MAX) {
      throw wrong(`${prefix}_LABEL`, `expected at most ${LABEL_MAX} characters`);
    }
    const trusted = text("EMAIL_TRUSTED") || "off";
    if (!/^(on|off)$/.test(trusted)) throw wrong(`${prefix}_EMAIL_TRUSTED`, "expected on or off");
    return {
      ...{ id, label, issuer, isEmailTrusted: trusted === "on" },
      ...{ clientId: text("CLIENT_ID"), clientSecret: text("CLIENT_SECRET") },
    };
  });
  const twice = providers.find(({ issuer, id }) =>
    providers.some((other) => other.issuer === issuer && other.id < id),
  );
  if (twice) {
    throw wrong(`OIDC_${twice.id.toUpperCase()}_ISSUER`, "expected another one for each provider");
  }
  return providers;
}

/** Unencrypted only on this machine, for trying out a provider. */
function isIssuer(text: string): boolean {
  if (!/^https?:/.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, search, hash, username } = new URL(text);
  const isOwn = hostname === "localhost" || hostname === "127.0.0.1";
  return (protocol === "https:" || isOwn) && !search && !hash && !username;
}
