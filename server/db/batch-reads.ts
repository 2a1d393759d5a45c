/**
 * Returns a function whose calls within one turn of the event loop share one query. `read` gets
 * their items and returns the answers in the same order; when it fails, all calls of the batch fail
 * with its error.
 */
export function batchReads<Item, Answer>(
  read: (items: Item[]) => Promise<Answer[]>,
): (item: Item) => Promise<Answer> {
  let batch: { items: Item[]; answers: Promise<Answer[]> } | undefined;

  function openBatch() {
    const items: Item[] = [];
    const answers = new Promise((resolve) => setImmediate(resolve)).then(() => {
      batch = undefined;
      return read(items);
    });
    return { items, answers };
  }

  return async (item) => {
    batch ??= openBatch();
    const { items, answers } = batch;
    const index = items.push(item) - 1;
    return (await answers)[index] as Answer;
  };
}
