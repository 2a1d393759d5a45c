import * as z from "zod";
import { fromBase64Url, SIGNATURE, utf8 } from "./byte-texts.ts";
import { canonicalJson } from "./canonical-json.ts";
import { keyIdOf, type Tools } from "./check-seal.ts";
import { PublicKey } from "./sealed-results.ts";

/** A signature of one key of an installation over the name of another one. */
const Attestation = z.object({
  /** The `kid` of the key that signed. */
  by: z.string(),
  /** Ed25519 over the UTF-8 bytes of `attestationText`, base64url. */
  signature: z.string().regex(SIGNATURE),
});

/** A key as `/.well-known/kanaat-signing-key` publishes it, with what other keys say of it. */
export const PublishedKey = z.object({
  ...PublicKey.shape,
  attestations: z.array(Attestation).optional(),
});
export type PublishedKey = z.infer<typeof PublishedKey>;

/** The text with which a key attests another one. A `kid` is the thumbprint of its key (RFC 7638). */
export const attestationText = (keyId: string, by: string): string =>
  canonicalJson({ format: "kanaat-key-attestation/1", key_id: keyId, by });

/** Whether a key has signed that another one is of the same installation. */
export async function isAttested(
  keyId: string,
  by: PublicKey,
  signature: string,
  verify: NonNullable<Tools["verify"]>,
): Promise<boolean> {
  if (!SIGNATURE.test(signature)) return false;
  return verify(by, utf8(attestationText(keyId, by.kid)), fromBase64Url(signature));
}

/**
 * Returns the keys of a set that can be trusted by somebody who trusts only the key named `pin`:
 * that key, those that it attests, those that these attest, and so on; none where the set lacks it.
 */
export async function keysAttestedFrom(
  keys: readonly PublishedKey[],
  pin: string,
  { sha256, verify }: Pick<Tools, "sha256" | "verify">,
): Promise<PublishedKey[]> {
  const named = keys.filter((key) => keyIdOf(sha256, key) === key.kid);
  const trusted = named.filter(({ kid }) => kid === pin);
  // Grows while it is read.
  for (const by of trusted) {
    for (const key of named) {
      if (trusted.includes(key) || !verify) continue;
      const own = key.attestations?.find((one) => one.by === by.kid);
      if (own && (await isAttested(key.kid, by, own.signature, verify))) trusted.push(key);
    }
  }
  return trusted;
}
