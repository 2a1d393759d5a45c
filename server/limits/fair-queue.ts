interface Job {
  caller: string;
  cost: number;
  /** When the job would end if every caller had an equal share; measured in cost. */
  finish: number;
  start: () => void;
  refuse: (error: QueueFull) => void;
}

/** Thrown for work that found no room in a queue, or lost it to a caller with less waiting. */
export class QueueFull extends Error {
  readonly caller: string;

  constructor(caller: string) {
    super();
    this.caller = caller;
  }
}

interface FairQueue {
  /** Runs `work` of `caller` in its turn; `cost` is about how long it takes, in any unit. */
  <T>(caller: string, cost: number, work: () => Promise<T>): Promise<T>;
  /** Whether the caller may add more waiting work. */
  hasRoom(caller: string): boolean;
  /** How many pieces of work wait, and how many run. */
  count(): { waiting: number; running: number };
}

interface Limits {
  /** How many pieces of work run at once. */
  lanes: number;
  /** Of the pieces that cost more than this, only one runs at once. */
  dear?: number;
  /** How many pieces may wait, of one caller and in all. */
  room?: { caller: number; all: number };
  /** How long a piece may wait, in milliseconds. */
  patienceMs?: number;
}

/**
 * Callers take turns by cost (self-clocked fair queueing): a caller with little to do never waits
 * for everything of another one. When all room is taken, the caller with the most waiting work
 * loses a place. Work that waits too long or finds no room is refused with `QueueFull`.
 */
export function createFairQueue(limits: Limits): FairQueue {
  const { lanes, dear = Infinity, room = { caller: Infinity, all: Infinity }, patienceMs } = limits;
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

  const waitingOf = (one: string) => waiting.filter(({ caller }) => caller === one).length;

  function enter(job: Job) {
    const place = waiting.findIndex(({ finish }) => finish > job.finish);
    waiting.splice(place < 0 ? waiting.length : place, 0, job);
    startNext();
    if (waitingOf(job.caller) > room.caller) refuse(job);
    const last = waiting.at(-1);
    if (last && waiting.length > room.all) refuse(last);
  }

  function refuse(job: Job) {
    const place = waiting.indexOf(job);
    if (place < 0) return;
    waiting.splice(place, 1);
    job.refuse(new QueueFull(job.caller));
  }

  async function inTurn<T>(caller: string, cost: number, work: () => Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((start, reject) => {
        const before = waiting.findLast((job) => job.caller === caller)?.finish ?? now;
        const job = { caller, cost, finish: before + cost, start, refuse: reject };
        if (patienceMs !== undefined) timer = setTimeout(refuse, patienceMs, job);
        enter(job);
      });
    } finally {
      clearTimeout(timer);
    }
    try {
      return await work();
    } finally {
      free++;
      if (cost > dear) isDearRunning = false;
      startNext();
    }
  }

  return Object.assign(inTurn, {
    hasRoom: (caller: string) => waitingOf(caller) < room.caller,
    count: () => ({ waiting: waiting.length, running: lanes - free }),
  });
}
