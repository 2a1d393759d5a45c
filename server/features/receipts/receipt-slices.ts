import { fromHex, toHex } from "#contract/proof/byte-texts.ts";
import { receiptLeaf } from "#contract/proof/check-seal.ts";
import { GrowingTree, rootOf } from "#contract/proof/merkle-tree.ts";
import { SLICE_RECEIPTS, sha256 } from "./receipts.ts";

export interface Slice {
  /** From 0. */
  number: number;
  /** The root of the subtree over its receipts, hexadecimal. */
  root: string;
  /** One per line. */
  receipts: string;
}

/** The state of cutting receipts into slices. */
export interface CutReceipts {
  slices: number;
  /** The roots of complete subtrees of slices, hexadecimal. */
  roots: string[];
  /** Receipts of the unfinished slice. */
  rest: string[];
}

export const NONE_CUT: CutReceipts = { slices: 0, roots: [], rest: [] };

/** Cuts sorted receipts, which arrive in batches, into slices of a tree. */
export class ReceiptCutter {
  readonly #tree: GrowingTree;
  #rest: string[];

  /** Continues from what `cut` returned. */
  constructor({ slices, roots, rest }: CutReceipts = NONE_CUT) {
    this.#tree = new GrowingTree(sha256, { count: slices, roots: roots.map(fromHex) });
    this.#rest = rest;
  }

  /** Yields the slices that these receipts complete, one at a time to allow pauses in between. */
  *add(receipts: readonly string[]): Generator<Slice> {
    const all = [...this.#rest, ...receipts];
    let from = 0;
    for (; from + SLICE_RECEIPTS <= all.length; from += SLICE_RECEIPTS) {
      yield this.#sliceOf(all.slice(from, from + SLICE_RECEIPTS));
    }
    this.#rest = all.slice(from);
  }

  /** Returns the last slice, which may be shorter, and the root over all, hexadecimal. */
  end(): { last: Slice[]; count: number; root: string } {
    const full = this.#tree.subtrees().count;
    const count = full * SLICE_RECEIPTS + this.#rest.length;
    const last = this.#rest.length > 0 ? [this.#sliceOf(this.#rest)] : [];
    this.#rest = [];
    return { last, count, root: toHex(this.#tree.root()) };
  }

  cut(): CutReceipts {
    const { count, roots } = this.#tree.subtrees();
    return { slices: count, roots: roots.map(toHex), rest: this.#rest };
  }

  #sliceOf(receipts: readonly string[]): Slice {
    const leaves = receipts.map((receipt) => receiptLeaf(sha256, receipt));
    const root = rootOf(sha256, leaves);
    const number = this.#tree.subtrees().count;
    this.#tree.add(root);
    return { number, root: toHex(root), receipts: receipts.join("\n") };
  }
}
