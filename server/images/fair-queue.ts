interface Job {
  caller: string;
  cost: number;
  /** When the job would end, had every caller an equal share; measured in cost. */
  finish: number;
  start: () => void;
}

/** Runs `work` of `caller` when its turn comes; `cost` is about how long it takes, in any unit. */
export type FairQueue = <T>(caller: string, cost: number, work: () => Promise<T>) => Promise<T>;

/**
 * Lets `lanes` pieces of work run at once, at most one of them of a cost above `dear`. Callers take
 * turns by cost (self-clocked fair queueing): one with little to do never waits for all that
 * another one has.
 */
export function createFairQueue({ lanes, dear }: { lanes: number; dear: number }): FairQueue {
  const waiting: Job[] = [];
  let now = 0;
  let free = lanes;
  let isDearRunning = false;

  function startNext() {
    while (free > 0) {
      const next = waiting.find((job) => !isDearRunning || job.cost <= dear);
      if (!next) return;
      waiting.splice(waiting.indexOf(next), 1);
      now = Math.max(now, next.finish);
      isDearRunning ||= next.cost > dear;
      free--;
      next.start();
    }
  }

  return async (caller, cost, work) => {
    await new Promise<void>((start) => {
      const before = waiting.findLast((job) => job.caller === caller)?.finish ?? now;
      const job = { caller, cost, finish: before + cost, start };
      const place = waiting.findIndex(({ finish }) => finish > job.finish);
      waiting.splice(place < 0 ? waiting.length : place, 0, job);
      startNext();
    });
    try {
      return await work();
    } finally {
      free++;
      if (cost > dear) isDearRunning = false;
      startNext();
    }
  };
}
