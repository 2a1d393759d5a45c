import { setImmediate as yieldToEventLoop } from "node:timers/promises";

/** Shelves that are sorted between two turns of the event loop. */
const SHELVES_AT_ONCE = 16;

/** Sorts receipts by their first two digits as they come, so that a million hold up nothing else. */
export class ReceiptShelves {
  readonly #shelves = new Map<string, string[]>();

  add(receipt: string): void {
    const name = receipt.slice(0, 2);
    const shelf = this.#shelves.get(name);
    if (shelf) shelf.push(receipt);
    else this.#shelves.set(name, [receipt]);
  }

  /** All of them in their order, each once. */
  async sorted(): Promise<string[]> {
    const sorted: string[] = [];
    for (const [at, name] of [...this.#shelves.keys()].sort().entries()) {
      for (const receipt of this.#shelves.get(name)?.sort() ?? []) {
        if (receipt !== sorted.at(-1)) sorted.push(receipt);
      }
      if (at % SHELVES_AT_ONCE === 0) await yieldToEventLoop();
    }
    return sorted;
  }
}
