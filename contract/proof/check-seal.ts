import { fromBase64Url, SIGNATURE, toBase64Url, toHex, utf8 } from "./byte-texts.ts";
import { canonicalJson } from "./canonical-json.ts";
import { GrowingTree, leafHash, type Sha256, type Subtrees } from "./merkle-tree.ts";
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

/** What is left of receipts that were checked: as much for fifty million of them as for fifty. */
export interface CheckedReceipts {
  tree: Subtrees;
  last: string;
  areReceipts: boolean;
}

/** Compares receipts, which come in their order, with those that were signed. */
export class ReceiptsCheck {
  readonly #sha256: Sha256;
  readonly #tree: GrowingTree;
  #last: string;
  #areReceipts: boolean;

  /** Goes on from what `checked` returned. */
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

  /** What does not fit, once all receipts were added. */
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

/** Lists of receipts, one after another: nobody has to hold all of them. */
export type ReceiptParts = Iterable<readonly string[]> | AsyncIterable<readonly string[]>;

/** How many receipts are hashed between two pauses. */
const HASHED_AT_ONCE = 1024;

/** Compares receipts with those that were signed with the document. Returns what does not fit. */
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

/** How many votes a document counts. */
export const votesIn = ({ options }: Pick<SealedResults, "options">): number =>
  options.reduce((sum, { votes, private_votes }) => sum + votes + (private_votes ?? 0), 0);

/** The leaf of a receipt: the ASCII bytes of its text, as it is written. */
export const receiptLeaf = (sha256: Sha256, receipt: string): Uint8Array =>
  leafHash(sha256, utf8(receipt));

/** The thumbprint of a key (RFC 7638), base64url. */
export const keyIdOf = (sha256: Sha256, { crv, kty, x }: Pick<PublicKey, "crv" | "kty" | "x">) =>
  toBase64Url(sha256(utf8(canonicalJson({ crv, kty, x }))));
