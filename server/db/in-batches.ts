import { setImmediate as yieldToEventLoop } from "node:timers/promises";

export const BATCH_ROWS = 1000;

/** Reads batches until one is not full; `read` returns the rows after a position. */
export async function* inBatches<Position, Row, Item>(
  first: Position,
  read: (after: Position) => Promise<Row[]>,
  positionOf: (row: Row) => Position,
  toItem: (row: Row) => Item,
): AsyncGenerator<Item[]> {
  for (let position = first; ; ) {
    const rows = await read(position);
    yield rows.map(toItem);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_ROWS) return;
    position = positionOf(last);
    // SQLite runs synchronously; without this no other request would get a turn.
    await yieldToEventLoop();
  }
}
