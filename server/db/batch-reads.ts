/**
 * Reads what is asked for in the same turn of the event loop with one query. `read` answers in the
 * order of its items; when it fails, all of its turn are refused with its error.
 */
export function gather<Item, Answer>(
  read: (items: Item[]) => Promise<Answer[]>,
): (item: Item) => Promise<Answer> {
  let turn: { items: Item[]; answers: Promise<Answer[]> } | undefined;

  function begin() {
    const items: Item[] = [];
    const answers = new Promise((resolve) => setImmediate(resolve)).then(() => {
      turn = undefined;
      return read(items);
    });
    return { items, answers };
  }

  return async (item) => {
    turn ??= begin();
    const { items, answers } = turn;
    const place = items.push(item) - 1;
    return (await answers)[place] as Answer;
  };
}
