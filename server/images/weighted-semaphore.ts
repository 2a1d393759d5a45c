/** Runs work once its weight fits beside that of all work under way. */
export type WeightedSemaphore = <T>(weight: number, work: () => Promise<T>) => Promise<T>;

/**
 * Lets work run while the weights of everything running add up to at most `capacity`; the rest
 * waits in order. Work heavier than the capacity runs alone.
 */
export function createWeightedSemaphore(capacity: number): WeightedSemaphore {
  const waiting: { weight: number; start: () => void }[] = [];
  let free = capacity;

  function startNext() {
    for (let next = waiting[0]; next && next.weight <= free; next = waiting[0]) {
      waiting.shift();
      free -= next.weight;
      next.start();
    }
  }

  return async (requested, work) => {
    const weight = Math.min(requested, capacity);
    await new Promise<void>((start) => {
      waiting.push({ weight, start });
      startNext();
    });
    try {
      return await work();
    } finally {
      free += weight;
      startNext();
    }
  };
}
