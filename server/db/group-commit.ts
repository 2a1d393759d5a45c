/**
 * Writes what arrives while a commit is under way together in the next one. Each caller is
 * answered after the commit that holds its own item; when a commit fails, all in it are refused
 * with its error. `write` answers in the order of its items.
 */
export function groupCommit<Item, Answer>(
  write: (items: Item[]) => Promise<Answer[]>,
  largest: number,
): (item: Item) => Promise<Answer> {
  type Waiting = {
    item: Item;
    resolve: (answer: Answer) => void;
    reject: (error: unknown) => void;
  };
  const waiting: Waiting[] = [];
  let running = false;

  async function run() {
    running = true;
    // A turn of the event loop, so that requests already received join the first batch too.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const batch = waiting.splice(0, largest);
      try {
        const answers = await write(batch.map((one) => one.item));
        batch.forEach((one, i) => {
          one.resolve(answers[i] as Answer);
        });
      } catch (error) {
        for (const one of batch) one.reject(error);
      }
    }
    running = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!running) void run();
    });
}
