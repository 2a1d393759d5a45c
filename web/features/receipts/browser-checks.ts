import { sha256 } from "@noble/hashes/sha2.js";
import { BundleReader } from "#contract/proof/bundle-reader.ts";
import { fromHex } from "#contract/proof/byte-texts.ts";
import {
  checkReceipts,
  checkSignature,
  type Finding,
  receiptLeaf,
  type SignedDocument,
  type Tools,
} from "#contract/proof/check-seal.ts";
import { isIncluded } from "#contract/proof/merkle-tree.ts";
import type { Bundle, PublicKey, SealedResults } from "#contract/proof/sealed-results.ts";
import { networkProblem } from "#web/lib/api/api-problem.ts";
import type { findReceipt } from "./receipts.api.ts";

/** A valid key, to test whether the browser supports Ed25519 (RFC 8032, 7.1, test 1). */
const SOME_KEY = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";

const ED25519 = { name: "Ed25519" };

/** Imports a key into WebCrypto; throws if it is not a key or the browser lacks Ed25519. */
const importKey = (x: string): Promise<CryptoKey> =>
  crypto.subtle.importKey("jwk", { kty: "OKP", crv: "Ed25519", x }, ED25519, false, ["verify"]);

/** Undefined in browsers that cannot check signatures, and without TLS. */
async function openVerifier(): Promise<Tools["verify"]> {
  try {
    await importKey(SOME_KEY);
  } catch {
    return undefined;
  }
  return async ({ x }: PublicKey, bytes, signature) => {
    try {
      const [key, signed] = [await importKey(x), Uint8Array.from(bytes)];
      return await crypto.subtle.verify(ED25519, key, Uint8Array.from(signature), signed);
    } catch {
      return false;
    }
  };
}

interface SignatureCheck {
  findings: Finding[];
  /** False if the browser could not check the signature itself. */
  isChecked: boolean;
}

/** Whether a document is unchanged since one of the site's keys signed it. */
export async function checkSigned(
  signed: SignedDocument,
  trustedKeys: readonly PublicKey[],
): Promise<SignatureCheck> {
  const verify = await openVerifier();
  const findings = await checkSignature(signed, { sha256, verify, trustedKeys });
  return { findings, isChecked: verify !== undefined };
}

const pause = () => new Promise((resolve) => setTimeout(resolve));

/** Whether the receipts are those that were signed with the document. */
export const checkAll = (document: SealedResults, { receipts }: Bundle): Promise<Finding[]> =>
  checkReceipts(document, [receipts], { sha256, pause });

/** The same for a bundle that is read as it arrives, so that only a part of it is in memory. */
export async function checkWhileReading(
  document: SealedResults,
  { body }: Pick<Response, "body">,
): Promise<Finding[]> {
  try {
    const receipts = new BundleReader().receipts(chunksOf(body));
    return await checkReceipts(document, receipts, { sha256, pause });
  } catch (error) {
    // An abort is rethrown unchanged; any other error means that the response was cut off.
    throw error instanceof DOMException ? error : networkProblem(error);
  }
}

/** Iterates over a stream, as `ReadableStream` itself can in newer browsers. */
async function* chunksOf(body: Response["body"]): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  try {
    for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
      yield next.value;
    }
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
}

type Found = NonNullable<Awaited<ReturnType<typeof findReceipt>>>;

/** Whether the server's proof shows that a receipt is among those that were signed. */
export function isProven(
  { receipts: { root, count } }: SealedResults,
  receipt: string,
  { index, size, path }: Found,
): boolean {
  const inclusion = { index, size, path: path.map(fromHex) };
  return (
    size === count && isIncluded(sha256, receiptLeaf(sha256, receipt), inclusion, fromHex(root))
  );
}
