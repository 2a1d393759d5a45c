const LONGEST_GATHERING_MS = 5;
/** A database that is held by others takes nearly all of the 2 s within which it is told. */
const LONGEST_WAIT_BEHIND_FAILURE_MS = 50;

/**
 * Writes what arrives while a commit is under way together in the next one. Each caller is
 * answered after the commit that holds its own item; when a commit fails, all in it are refused
 * with its error, and so is who has waited behind it too long to wait for another. `write` answers
 * in the order of its items.
 */
export function groupCommit<Item, Answer>(
  write: (items: Item[]) => Promise<Answer[]>,
  largest: number,
): (item: Item) => Promise<Answer> {
  type Waiting = {
    item: Item;
    since: number;
    resolve: (answer: Answer) => void;
    reject: (error: unknown) => void;
  };
  const waiting: Waiting[] = [];
  let running = false;

  async function run() {
    running = true;
    await arrivals();
    while (waiting.length > 0) {
      const batch = waiting.splice(0, largest);
      try {
        const answers = await write(batch.map((one) => one.item));
        batch.forEach((one, i) => {
          one.resolve(answers[i] as Answer);
        });
      } catch (error) {
        const tooLong = performance.now() - LONGEST_WAIT_BEHIND_FAILURE_MS;
        const firstToStay = waiting.findIndex(({ since }) => since > tooLong);
        const late = waiting.splice(0, firstToStay < 0 ? waiting.length : firstToStay);
        for (const one of [...batch, ...late]) one.reject(error);
      }
    }
    running = false;
  }

  /**
   * As long as every turn of the event loop brings more, it is quicker to wait for the rest. What
   * arrived during a commit has waited already.
   */
  async function arrivals() {
    const until = performance.now() + LONGEST_GATHERING_MS;
    let before: number;
    do {
      before = waiting.length;
      await new Promise((resolve) => setImmediate(resolve));
    } while (waiting.length > before && waiting.length < largest && performance.now() < until);
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, since: performance.now(), resolve, reject });
      if (!running) void run();
    });
}
