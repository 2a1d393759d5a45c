import { setImmediate as yieldToEventLoop } from "node:timers/promises";

/** Shelves that are sorted between two turns of the event loop. */
const SHELVES_AT_ONCE = 16;

/**
 * All of these in their order, each once. They are sorted by their first two digits first, so that a
 * million hold up nothing else.
 */
export async function sortReceipts(lists: readonly (readonly string[])[]): Promise<string[]> {
  const shelves = new Map<string, string[]>();
  for (const receipt of lists.flat()) {
    const name = receipt.slice(0, 2);
    const shelf = shelves.get(name);
    if (shelf) shelf.push(receipt);
    else shelves.set(name, [receipt]);
  }
  const sorted: string[] = [];
  for (const [at, name] of [...shelves.keys()].sort().entries()) {
    for (const receipt of shelves.get(name)?.sort() ?? []) {
      if (receipt !== sorted.at(-1)) sorted.push(receipt);
    }
    if (at % SHELVES_AT_ONCE === 0) await yieldToEventLoop();
  }
  return sorted;
}
