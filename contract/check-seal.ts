import { fromBase64Url, toBase64Url, toHex, utf8 } from "./byte-texts.ts";
import { canonicalJson } from "./canonical-json.ts";
import { leafHash, rootOf, type Sha256 } from "./merkle-tree.ts";
import { isReceipt } from "./receipt-codes.ts";
import type { PublicKey, SealedResults, Signed } from "./sealed-results.ts";

/** What does not fit in a bundle. */
export type Finding =
  /** It is no bundle of this format. */
  | "unreadable"
  /** Its key is not one of those that are trusted, or not the one that the document names. */
  | "unknown_key"
  | "wrong_signature"
  /** There are more or fewer receipts than the document says, or than it counts votes. */
  | "wrong_count"
  /** A text among the receipts is none, stands twice or not in order. */
  | "wrong_receipts"
  /** The receipts are not those that were signed. */
  | "wrong_root";

export interface Tools {
  sha256: Sha256;
  /** Whether an Ed25519 signature holds; undefined where that cannot be checked. */
  verify:
    | ((key: PublicKey, bytes: Uint8Array, signature: Uint8Array) => Promise<boolean>)
    | undefined;
  /** Without these any key is taken that fits the signature. */
  trustedKeys?: readonly Pick<PublicKey, "x">[] | undefined;
  /** Awaited now and then, so that a page with a million receipts goes on answering. */
  pause?: () => Promise<unknown>;
}

/** 64 bytes, base64url. */
export const SIGNATURE = /^[\w-]{86}$/;

/** Whether a document is as it was signed: what does not fit, or nothing. */
export async function checkSignature(
  { document, signature, public_key: key }: Signed,
  { sha256, verify, trustedKeys }: Tools,
): Promise<Finding[]> {
  const isTrusted = !trustedKeys || trustedKeys.some(({ x }) => x === key.x);
  const isNamed = key.kid === document.key_id && keyIdOf(sha256, key) === key.kid;
  const bytes = SIGNATURE.test(signature) ? fromBase64Url(signature) : new Uint8Array();
  // The last digit has bits that no byte has.
  const isWhole = toBase64Url(bytes) === signature;
  const holds = isWhole && (await verify?.(key, utf8(canonicalJson(document)), bytes));
  return [
    ...(isTrusted && isNamed ? [] : ["unknown_key" as const]),
    ...(holds === false ? ["wrong_signature" as const] : []),
  ];
}

/** How many receipts are hashed at once; a power of two, so that each slice is a subtree. */
const SLICE = 1024;

/** Whether receipts are those that were signed with the document. */
export async function checkReceipts(
  document: SealedResults,
  receipts: readonly string[],
  { sha256, pause }: Pick<Tools, "sha256" | "pause">,
): Promise<Finding[]> {
  const { count, root } = document.receipts;
  const hasAll = receipts.length === count && count === votesIn(document);
  const roots: Uint8Array[] = [];
  let [areReceipts, last] = [true, ""];
  for (let from = 0; from < receipts.length; from += SLICE) {
    const leaves: Uint8Array[] = [];
    for (const receipt of receipts.slice(from, from + SLICE)) {
      areReceipts &&= last < receipt && isReceipt(receipt);
      leaves.push(receiptLeaf(sha256, receipt));
      last = receipt;
    }
    roots.push(rootOf(sha256, leaves));
    await pause?.();
  }
  return [
    ...(hasAll ? [] : ["wrong_count" as const]),
    ...(areReceipts ? [] : ["wrong_receipts" as const]),
    ...(toHex(rootOf(sha256, roots)) === root ? [] : ["wrong_root" as const]),
  ];
}

/** How many votes a document counts. */
export const votesIn = ({ options }: Pick<SealedResults, "options">): number =>
  options.reduce((sum, { votes, private_votes }) => sum + votes + (private_votes ?? 0), 0);

/** The leaf of a receipt: the ASCII bytes of its text, as it is written. */
export const receiptLeaf = (sha256: Sha256, receipt: string): Uint8Array =>
  leafHash(sha256, utf8(receipt));

/** The thumbprint of a key (RFC 7638), base64url. */
export const keyIdOf = (sha256: Sha256, { crv, kty, x }: Pick<PublicKey, "crv" | "kty" | "x">) =>
  toBase64Url(sha256(utf8(canonicalJson({ crv, kty, x }))));
