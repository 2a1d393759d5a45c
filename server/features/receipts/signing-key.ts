import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import { canonicalJson } from "#contract/proof/canonical-json.ts";
import { keyIdOf } from "#contract/proof/check-seal.ts";
import type { PublicKey } from "#contract/proof/sealed-results.ts";
import type { SignedReceipt } from "#contract/proof/signed-receipt.ts";
import type { Sealer } from "#server/secret/sealer.ts";
import { sha256 } from "./receipts.ts";

/** Precedes the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

export interface SigningKey {
  publicKey: PublicKey;
  /** An Ed25519 signature over the UTF-8 bytes of a text, base64url. */
  sign(text: string): string;
}

/**
 * Returns the key that signs survey ends, derived from the secret: all servers have the same, and
 * nobody who writes only to the database can exchange it.
 */
export function openSigningKey(sealer: Sealer): SigningKey {
  const seed = sealer.bytesFor("signing key of sealed results");
  const key = Buffer.concat([PKCS8_PREFIX, seed]);
  const privateKey = createPrivateKey({ key, format: "der", type: "pkcs8" });
  const { x = "" } = createPublicKey(privateKey).export({ format: "jwk" });
  return {
    publicKey: publicKeyOf(x),
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString("base64url"),
  };
}

/** Returns the published form of a key from its 32 bytes in base64url. */
export function publicKeyOf(x: string): PublicKey {
  const named = { kty: "OKP", crv: "Ed25519", x } as const;
  return { ...named, kid: keyIdOf(sha256, named), use: "sig", alg: "EdDSA" };
}

/**
 * Signs a receipt for its voter to keep: some 50 µs of processor time. `mayGo`: its voter can still
 * withdraw the vote.
 */
export function signReceipt(
  { publicKey, sign }: SigningKey,
  survey_id: number,
  receipt: string,
  mayGo = false,
): SignedReceipt {
  const named = { format: "kanaat-receipt/1", key_id: publicKey.kid } as const;
  const until = mayGo && { vote_change: "until_end" as const };
  const document = { ...named, survey_id, receipt, ...until };
  return { document, signature: sign(canonicalJson(document)), public_key: publicKey };
}
