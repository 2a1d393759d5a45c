import { fromBase64Url, SIGNATURE, toBase64Url, toHex, utf8 } from "./byte-texts.ts";
import { canonicalJson } from "./canonical-json.ts";
import { GrowingTree, leafHash, type Sha256, type Subtrees } from "./merkle-tree.ts";
import { isReceipt } from "./receipt-codes.ts";
import type { PublicKey, SealedResults, SealedVoting } from "./sealed-results.ts";

/** What is wrong with a bundle. */
export type Finding =
  /** It is not a bundle of this format. */
  | "unreadable"
  /** Its key is not trusted, or not the one that the document names. */
  | "unknown_key"
  | "wrong_signature"
  /** The number of receipts is not the document's, or not its number of votes. */
  | "wrong_count"
  /** An entry is not a receipt, occurs twice or is out of order. */
  | "wrong_receipts"
  /** The receipts are not those that were signed. */
  | "wrong_root";

export interface Tools {
  sha256: Sha256;
  /** Whether an Ed25519 signature is valid; undefined if that cannot be checked. */
  verify:
    | ((key: PublicKey, bytes: Uint8Array, signature: Uint8Array) => Promise<boolean>)
    | undefined;
  /** If absent, any key that matches the signature is accepted. */
  trustedKeys?: readonly Pick<PublicKey, "x">[] | undefined;
  /** Awaited now and then, so that a page with a million receipts stays responsive. */
  pause?: () => Promise<unknown>;
}

/** A document with its signature over the UTF-8 bytes of its `canonicalJson`. */
export interface SignedDocument {
  document: { key_id: string };
  signature: string;
  public_key: PublicKey;
}

/** Checks that a document is as it was signed. Returns what is wrong. */
export async function checkSignature(
  { document, signature, public_key: key }: SignedDocument,
  { sha256, verify, trustedKeys }: Tools,
): Promise<Finding[]> {
  const isTrusted = !trustedKeys || trustedKeys.some(({ x }) => x === key.x);
  const isNamed = key.kid === document.key_id && keyIdOf(sha256, key) === key.kid;
  const bytes = SIGNATURE.test(signature) ? fromBase64Url(signature) : new Uint8Array();
  // The last digit has spare bits, so other texts decode to the same bytes.
  const isWhole = toBase64Url(bytes) === signature;
  const holds = isWhole && (await verify?.(key, utf8(canonicalJson(document)), bytes));
  return [
    ...(isTrusted && isNamed ? [] : ["unknown_key" as const]),
    ...(holds === false ? ["wrong_signature" as const] : []),
  ];
}

/** The state of a check, no larger for fifty million receipts than for fifty. */
interface CheckedReceipts {
  tree: Subtrees;
  last: string;
  areReceipts: boolean;
}

/** Compares receipts, added in order, with those that were signed. */
export class ReceiptsCheck {
  readonly #sha256: Sha256;
  readonly #tree: GrowingTree;
  #last: string;
  #areReceipts: boolean;

  /** Continues from what `checked` returned. */
  constructor(sha256: Sha256, checked?: CheckedReceipts) {
    this.#sha256 = sha256;
    this.#tree = new GrowingTree(sha256, checked?.tree);
    this.#last = checked?.last ?? "";
    this.#areReceipts = checked?.areReceipts ?? true;
  }

  add(receipts: readonly string[]): void {
    for (const receipt of receipts) {
      this.#areReceipts &&= this.#last < receipt && isReceipt(receipt);
      this.#tree.add(receiptLeaf(this.#sha256, receipt));
      this.#last = receipt;
    }
  }

  /** Returns what is wrong; call it once all receipts are added. */
  findings(document: SealedResults): Finding[] {
    const { count, root } = document.receipts;
    const hasAll = this.#tree.subtrees().count === count && count === votesIn(document);
    return [
      ...(hasAll ? [] : ["wrong_count" as const]),
      ...(this.#areReceipts ? [] : ["wrong_receipts" as const]),
      ...(toHex(this.#tree.root()) === root ? [] : ["wrong_root" as const]),
    ];
  }

  checked(): CheckedReceipts {
    return { tree: this.#tree.subtrees(), last: this.#last, areReceipts: this.#areReceipts };
  }
}

/** Consecutive lists of receipts, so that nobody has to hold all of them. */
type ReceiptParts = Iterable<readonly string[]> | AsyncIterable<readonly string[]>;

/** How many receipts are hashed between two pauses. */
const HASHED_AT_ONCE = 1024;

/** Compares receipts with those that were signed with the document. Returns what is wrong. */
export async function checkReceipts(
  document: SealedResults,
  parts: ReceiptParts,
  { sha256, pause }: Pick<Tools, "sha256" | "pause">,
): Promise<Finding[]> {
  const check = new ReceiptsCheck(sha256);
  for await (const part of parts) {
    for (let from = 0; from < part.length; from += HASHED_AT_ONCE) {
      check.add(part.slice(from, from + HASHED_AT_ONCE));
      await pause?.();
    }
  }
  return check.findings(document);
}

/** The number of votes that a document counts, each with a receipt. */
export const votesIn = ({
  options,
  voters,
  no_opinion,
}: Pick<SealedResults, "options" | "no_opinion"> & Partial<SealedVoting>): number =>
  [...(voters ? [voters] : options), ...(no_opinion ? [no_opinion] : [])].reduce(
    (sum, { votes, private_votes }) => sum + votes + (private_votes ?? 0),
    0,
  );

/** The leaf hash of a receipt, over the ASCII bytes of its text. */
export const receiptLeaf = (sha256: Sha256, receipt: string): Uint8Array =>
  leafHash(sha256, utf8(receipt));

/** The thumbprint of a key (RFC 7638), base64url. */
export const keyIdOf = (sha256: Sha256, { crv, kty, x }: Pick<PublicKey, "crv" | "kty" | "x">) =>
  toBase64Url(sha256(utf8(canonicalJson({ crv, kty, x }))));
