/**
 * Answers a function whose calls within one turn of the event loop share one query. `read` is given
 * their items and answers in the same order; when it fails, all calls of its batch fail with its
 * error.
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
