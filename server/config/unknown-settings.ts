import { isSecret } from "#server/secret/secret-files.ts";
import { Variables } from "./config.ts";
import { DATABASE_SETTINGS } from "./database-settings.ts";
import { IMAGE_SETTINGS } from "./image-settings.ts";

/** Every setting's variable, except those of each provider (`OIDC_<NAME>_…`). */
export const SETTING_NAMES: readonly string[] = [
  ...Object.keys(Variables.shape),
  ...DATABASE_SETTINGS,
  ...IMAGE_SETTINGS,
  "OIDC_PROVIDERS",
];

/** Variables with these prefixes are meant for this product, or are a mistake. */
const OWN_PREFIX =
  /^(KANAAT|S3|OIDC|MAIL|DATABASE|METRICS|HSTS|MAX_CONNECTIONS|RATE_LIMITS?|SECURITY_LOG|VERIFIED)_/;
/** Set by the product's own commands. */
const OWN =
  /^(KANAAT_WORKER_NUMBER|OIDC_[A-Z0-9_]+_(ISSUER|CLIENT_ID|CLIENT_SECRET|LABEL|\w+_TRUSTED))$/;
/** Set by Kubernetes in each container for a service, which may be named like this product. */
const OF_KUBERNETES = /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP)(_\w+)?$/;
const ADDRESS_OF_KUBERNETES = /^(tcp|udp):\/\//;
/** Shorter names too often belong to other programs. */
const SHORTEST_GUESSED = 6;

/**
 * A sentence for each variable that is no setting but was probably meant as one: it begins like
 * ours, or is a letter or two away from one. Variables of other programs are left out. No values
 * are shown.
 */
export function findUnknownSettings(environment: NodeJS.ProcessEnv): string[] {
  const known = new Set(SETTING_NAMES);
  return Object.entries(environment).flatMap(([name, value = ""]) => {
    const upper = name.toUpperCase();
    if (!value.trim() || known.has(name) || OWN.test(name)) return [];
    const [, ofFile] = /^(.+)_FILE$/.exec(name) ?? [];
    if (ofFile && isSecret(ofFile)) return [];
    if (ofFile && known.has(ofFile)) return [`${name} is no setting: only secrets can be files.`];
    if (OF_KUBERNETES.test(name)) return [];
    if (name.endsWith("_PORT") && ADDRESS_OF_KUBERNETES.test(value)) return [];
    const meant = nearest(upper);
    if (meant) return [`${name} is no setting: did you mean ${meant}?`];
    return OWN_PREFIX.test(upper) ? [`${name} is no setting (README.md lists them).`] : [];
  });
}

function nearest(name: string): string | undefined {
  if (name.length < SHORTEST_GUESSED) return undefined;
  const near = SETTING_NAMES.filter((one) => one.length >= SHORTEST_GUESSED)
    .map((one) => ({ one, edits: editsBetween(name, one) }))
    .filter(({ edits }) => edits <= 2)
    .sort((a, b) => a.edits - b.edits);
  return near[0]?.one;
}

/** The Levenshtein distance: letters inserted, deleted or replaced. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, wanted] of [...other].entries()) {
      const replaced = (row[j] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
