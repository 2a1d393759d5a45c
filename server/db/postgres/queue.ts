import type pg from "pg";

interface Caller {
  give: (client: pg.PoolClient) => void;
  refuse: (why: Error) => void;
  until: number;
  wasOverdue: boolean;
}

/** With several hosts callers wait this many times as long, so that the next host can be tried. */
const MORE_FOR_HOSTS = 1.5;

/**
 * Gives a pool's connections to callers in the order in which they came. Each takes the first that
 * is free or has been made. A connection that comes too late for the caller it was requested for
 * serves the next, so callers of a distant database wait no longer than `waitMs` and still find
 * connections.
 */
export class ConnectionQueue {
  readonly #pool: pg.Pool;
  readonly #hosts: number;
  readonly #waitMs: number;
  #callers: Caller[] = [];
  /** Connections requested from the pool; at least as many as there are callers. */
  #asked = 0;

  constructor(pool: pg.Pool, hosts: number, waitMs: number) {
    this.#pool = pool;
    this.#hosts = hosts;
    this.#waitMs = hosts > 1 ? MORE_FOR_HOSTS * waitMs : waitMs;
    // The connection becomes idle only after the event.
    pool.on("release", () => {
      if (this.#callers.length > 0) process.nextTick(() => this.#ask());
    });
  }

  get length(): number {
    return this.#callers.length;
  }

  take(): Promise<pg.PoolClient> {
    return new Promise((give, refuse) => {
      const until = performance.now() + this.#waitMs;
      this.#callers.push({ give, refuse, until, wasOverdue: false });
      this.#ask();
    });
  }

  /** Refuses callers overdue twice in a row; a free connection would be theirs by now. */
  refuseOverdue(now: number): void {
    while (this.#callers[0]?.wasOverdue) this.#callers.shift()?.refuse(timeout());
    for (const caller of this.#callers) {
      if (caller.until > now) break;
      caller.wasOverdue = true;
    }
  }

  /** A connection without a limit on waiting; throws the last host's error. */
  async connect(isWanted = () => true): Promise<pg.PoolClient> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#pool.connect();
      } catch (error) {
        if (tries === this.#hosts || !isWanted()) throw error;
      }
    }
  }

  refuseAll(): void {
    for (const { refuse } of this.#callers.splice(0)) refuse(timeout());
  }

  #ask(): void {
    const isOneFree = this.#callers.length > 0 && this.#pool.idleCount > 0;
    if (this.#asked < this.#callers.length || isOneFree) void this.#askOnce();
  }

  async #askOnce(): Promise<void> {
    this.#asked += 1;
    try {
      const client = await this.connect(() => this.#callers.length > 0);
      this.#asked -= 1;
      const caller = this.#callers.shift();
      if (caller) caller.give(client);
      else client.release();
    } catch (error) {
      this.#asked -= 1;
      if (this.#asked < this.#callers.length) this.#callers.shift()?.refuse(error as Error);
    }
  }
}

/** `fault` recognizes it by this message, which node-postgres uses for the same error. */
const timeout = () => new Error("timeout exceeded when trying to connect");
