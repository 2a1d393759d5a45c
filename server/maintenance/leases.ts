import { randomUUID } from "node:crypto";
import { MINUTE_MS } from "#contract/durations.ts";
import type { Clock } from "#server/clock.ts";
import type { Database } from "#server/db/database.ts";
import { keepLease, LEASE_MS, LONGEST_MS, releaseLeases, takeLeases } from "./leases.writes.ts";

/** Time from one round of jobs to the next. */
export const ROUND_MS = MINUTE_MS;
/** How often a lease is prolonged while its job runs. */
const PROLONGED_EVERY_MS = LEASE_MS / 3;
/** Grace period before another server takes over a job. */
const LATE_MS = 5000;

/** How servers on one database share the jobs that only one of them has to do. */
export interface Leases {
  /**
   * Takes the leases of those jobs that are due and that no other server does. The server that did
   * a job last does it again, unless it is late.
   */
  take(jobs: readonly string[]): Promise<HeldLeases>;
}

export interface HeldLeases {
  /**
   * Must be called before each job; jobs run one after another. Returns a signal that is aborted
   * when the lease is lost, or undefined where it is not held.
   */
  begin(name: string): AbortSignal | undefined;
  /** Records that the job has run, and in how many milliseconds from `take` it is due again. */
  end(name: string, nextInMs: number): void;
  /**
   * Gives up all leases, immediately where the job has not run. Returns the jobs whose leases were
   * given up earlier, while another job ran for long, so that another server could do them.
   */
  release(): Promise<ReadonlySet<string>>;
}

/** SQLite belongs to one process, which needs no rows for its leases. */
export const createLeases = (db: Database, clock: Clock): Leases =>
  db.engine === "sqlite" ? ownLeases(clock) : sharedLeases(db, clock);

/** Leases of the only process on a database. */
export function ownLeases(clock: Clock): Leases {
  const rarer = createDueTimes(clock);
  return {
    async take(jobs) {
      const due = jobs.filter(rarer.isDue);
      const held = new Map(due.map((name) => [name, new AbortController().signal]));
      return {
        begin: (name) => held.get(name),
        end: rarer.end,
        release: async () => new Set(),
      };
    },
  };
}

function sharedLeases(db: Database, clock: Clock): Leases {
  const holder = randomUUID();
  const rarer = createDueTimes(clock);
  return {
    async take(jobs) {
      const due = jobs.filter(rarer.isDue);
      const takenAt = due.length > 0 ? await takeLeases(db, holder, due) : new Map();
      const held = hold(db, holder, takenAt);
      return {
        ...held,
        end(name, nextInMs) {
          rarer.end(name, nextInMs);
          held.end(name, nextInMs);
        },
      };
    },
  };
}

/** Due times of jobs that this process did last and that do not run in every round. */
function createDueTimes(clock: Clock) {
  const pauses = new Map<string, { from: number; until: number }>();
  return {
    isDue(name: string) {
      const pause = pauses.get(name);
      const now = clock.now();
      // `now` is before `from` where the clock was set back.
      return !pause || now >= pause.until || now < pause.from;
    },
    end(name: string, nextInMs: number) {
      const from = clock.now();
      if (nextInMs > ROUND_MS) pauses.set(name, { from, until: from + nextInMs });
      else pauses.delete(name);
    },
  };
}

function hold(db: Database, holder: string, takenAt: ReadonlyMap<string, number>): HeldLeases {
  const notBegun = new Set(takenAt.keys());
  const ended: { job: string; until: number }[] = [];
  const givenBack = new Set<string>();
  let running: { name: string; lost: AbortController } | undefined;
  let expiry: NodeJS.Timeout | undefined;
  const prolonging = setInterval(() => void prolong(), PROLONGED_EVERY_MS).unref();

  /** While the database does not answer, the lease may expire there; this process stops before. */
  function expireFrom(beganAt: number) {
    clearTimeout(expiry);
    const left = LEASE_MS - (performance.now() - beganAt);
    expiry = setTimeout(() => running?.lost.abort(), left).unref();
  }

  async function prolong() {
    if (!running) return;
    const { name, lost } = running;
    const beganAt = performance.now();
    const others = [...notBegun];
    for (const other of others) {
      notBegun.delete(other);
      givenBack.add(other);
    }
    const isHeld = await keepLease(db, holder, name, others).catch(() => undefined);
    if (isHeld === false) lost.abort();
    else if (isHeld) expireFrom(beganAt);
  }

  expireFrom(performance.now());
  return {
    begin(name) {
      if (!notBegun.delete(name)) return undefined;
      running = { name, lost: new AbortController() };
      return running.lost.signal;
    },
    end(name, nextInMs) {
      running = undefined;
      const pauseMs = Math.min(nextInMs + LATE_MS, LONGEST_MS);
      const until = nextInMs === 0 ? 0 : (takenAt.get(name) ?? 0) + pauseMs;
      ended.push({ job: name, until });
    },
    async release() {
      clearInterval(prolonging);
      clearTimeout(expiry);
      const free = [...notBegun].map((job) => ({ job, until: 0 }));
      if (ended.length + free.length > 0) await releaseLeases(db, holder, [...ended, ...free]);
      return givenBack;
    },
  };
}
