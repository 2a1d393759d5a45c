import { setImmediate as yieldToEventLoop } from "node:timers/promises";

/** Shelves sorted between two turns of the event loop. */
const SHELVES_AT_ONCE = 16;
const RECEIPT_LENGTH = 19;

/** Sorts receipts by their first two digits as they arrive, so that sorting delays nothing else. */
export class ReceiptShelves {
  readonly #shelves = new Map<string, string[]>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(receipt: string): void {
    const name = receipt.slice(0, 2);
    const shelf = this.#shelves.get(name);
    if (shelf) shelf.push(receipt);
    else this.#shelves.set(name, [receipt]);
    this.#count++;
  }

  /** Returns all receipts in order, without duplicates. */
  async sorted(): Promise<string[]> {
    const sorted: string[] = [];
    for (const [at, name] of [...this.#shelves.keys()].sort().entries()) {
      for (const receipt of sortedOnce(this.#shelves.get(name) ?? [])) sorted.push(receipt);
      if (at % SHELVES_AT_ONCE === 0) await yieldToEventLoop();
    }
    return sorted;
  }

  /** Returns each shelf's receipts as one text, in any order. */
  texts(): [name: string, receipts: string][] {
    return [...this.#shelves].map(([name, receipts]) => [name, receipts.join("")]);
  }
}

/** Returns the receipts in a shelf's texts in order, without duplicates. */
export const sortedOf = (texts: readonly string[]): string[] =>
  sortedOnce(
    texts.flatMap((text) =>
      Array.from({ length: text.length / RECEIPT_LENGTH }, (_, i) =>
        text.slice(i * RECEIPT_LENGTH, (i + 1) * RECEIPT_LENGTH),
      ),
    ),
  );

const sortedOnce = (receipts: readonly string[]): string[] => [...new Set(receipts)].sort();
