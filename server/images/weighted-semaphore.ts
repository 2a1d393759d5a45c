/**
 * Lets work run while everything running costs at most `budget` together; the rest waits in order.
 * Work dearer than the budget runs alone.
 */
export function createBudget(budget: number) {
  const waiting: { cost: number; start: () => void }[] = [];
  let left = budget;

  function startNext() {
    for (let next = waiting[0]; next && next.cost <= left; next = waiting[0]) {
      waiting.shift();
      left -= next.cost;
      next.start();
    }
  }

  return async <T>(price: number, work: () => Promise<T>): Promise<T> => {
    const cost = Math.min(price, budget);
    await new Promise<void>((start) => {
      waiting.push({ cost, start });
      startNext();
    });
    try {
      return await work();
    } finally {
      left += cost;
      startNext();
    }
  };
}
