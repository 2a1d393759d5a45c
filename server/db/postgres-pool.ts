import type { PostgresPool as KyselyPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import pg from "pg";
import { prepareStatements } from "./postgres-statements.ts";
import { countedFrom, OutcomeUnknown, WriteRefused } from "./write-deadline.ts";

/** What begins so writes, alone or in a transaction; all else only reads, or takes the time it needs. */
const WRITE =
  /^\s*(begin|insert|update|delete|merge|with\b.*?\b(insert|update|delete)\b|select pg_notify)/is;
const SWEEP_MS = 50;
/** How often a write may try whether the database takes any, while it seems to take none. */
const TRY_EVERY_MS = 2000;
/** From so much on: a commit that hangs says more than a statement, which may only be slow. */
const CLOSED_FROM = 2;

export interface PoolOptions {
  /** Connections in all; a third of them is left to reading. */
  size: number;
  /** How long a write waits for its turn. */
  waitMs: number;
  /** How long it may take altogether. */
  deadlineMs: number;
}

type Result = PostgresQueryResult<never>;

/**
 * Connections for Kysely that are taken when the first statement is known. A write whose database
 * does not answer, as while a commit waits for a synchronous standby, is given up at its deadline
 * with `OutcomeUnknown`, or `WriteRefused` where it cannot have been committed. Its connection is
 * kept until the database answers after all, for nothing else could end what hangs there; so that no
 * more hang than there are turns for writing. While some hang, other writes are refused at once, but
 * for one now and then.
 */
export class PostgresPool {
  readonly forKysely: KyselyPool = {
    // Of these it would open connections of its own, which it never does here.
    options: {},
    // Without cursors, which are not used.
    connect: async () => this.connect() as unknown as PostgresPoolClient,
    end: () => this.end(),
  };
  readonly #pool: pg.Pool;
  readonly #options: PoolOptions;
  readonly #writers: number;
  /** How many more may write now. */
  #turns: number;
  readonly #waiting: { give: () => void; refuse: (why: Error) => void; until: number }[] = [];
  readonly #running = new Set<Lease>();
  readonly #hung = new Set<Lease>();
  #sweeping: NodeJS.Timeout | undefined;
  #passedAt = 0;
  #nextTryAt = 0;

  constructor(settings: pg.PoolConfig, options: PoolOptions) {
    this.#options = options;
    this.#writers = Math.max(1, options.size - Math.max(1, Math.round(options.size / 3)));
    this.#turns = this.#writers;
    this.#pool = new pg.Pool({ ...settings, max: options.size });
    // An error event without a listener would end the process. The queries of a broken connection
    // fail, and the pool replaces it.
    this.#pool.on("error", () => undefined);
    this.#pool.on("connect", (client) => client.on("error", () => undefined));
    this.#pool.on("connect", prepareStatements);
  }

  connect(): Lease {
    return new Lease(this, this.#options.deadlineMs);
  }

  async end(): Promise<void> {
    for (const lease of this.#hung) lease.settle();
    await this.#pool.end();
  }

  take(): Promise<pg.PoolClient> {
    return this.#pool.connect();
  }

  async takeForWriting(): Promise<pg.PoolClient> {
    this.#refuseWhileHanging();
    if (this.#turns > 0) this.#turns -= 1;
    else await this.#turn();
    try {
      return await this.#pool.connect();
    } catch (error) {
      this.endTurn();
      throw error;
    }
  }

  endTurn(): void {
    const next = this.#waiting.shift();
    if (next) next.give();
    else this.#turns += 1;
  }

  began(lease: Lease): void {
    this.#running.add(lease);
    this.#sweeping ??= setInterval(() => this.#sweep(), SWEEP_MS).unref();
  }

  ended(lease: Lease, isWritten: boolean): void {
    this.#running.delete(lease);
    if (isWritten) this.#passedAt = performance.now();
  }

  settled(lease: Lease): void {
    if (this.#hung.delete(lease)) this.endTurn();
  }

  #turn(): Promise<void> {
    const until = performance.now() + this.#options.waitMs;
    this.#sweeping ??= setInterval(() => this.#sweep(), SWEEP_MS).unref();
    return new Promise((give, refuse) => {
      this.#waiting.push({ give, refuse, until });
    });
  }

  #refuseWhileHanging(): void {
    if (this.#hung.size === 0) return;
    if (this.#hung.size === this.#writers) throw refusal();
    let weight = 0;
    for (const { hungAt, isCommitting } of this.#hung) {
      if (hungAt > this.#passedAt) weight += isCommitting ? 2 : 1;
    }
    if (weight < CLOSED_FROM) return;
    const now = performance.now();
    if (now < this.#nextTryAt) throw refusal();
    this.#nextTryAt = now + TRY_EVERY_MS;
  }

  #sweep(): void {
    const now = performance.now();
    for (const lease of this.#running) if (lease.isOverdue(now)) this.#giveUp(lease, now);
    while ((this.#waiting[0]?.until ?? Infinity) < now) this.#waiting.shift()?.refuse(refusal());
    if (this.#running.size > 0 || this.#waiting.length > 0) return;
    clearInterval(this.#sweeping);
    this.#sweeping = undefined;
  }

  #giveUp(lease: Lease, now: number): void {
    this.#running.delete(lease);
    this.#hung.add(lease);
    this.#nextTryAt = now + TRY_EVERY_MS;
    lease.giveUp(now);
  }
}

const refusal = () => new WriteRefused("the database does not take writes");

/** A connection as Kysely uses it: for one statement, or one transaction. */
class Lease {
  readonly #pool: PostgresPool;
  readonly #deadline: number;
  #client: pg.PoolClient | undefined;
  #isWriting = false;
  #isInTransaction = false;
  #refuse: ((why: Error) => void) | undefined;
  #wasOverdue = false;
  /** Whether the statement that runs ends with a commit. */
  #isFinal = false;
  isCommitting = false;
  hungAt = 0;

  constructor(pool: PostgresPool, deadlineMs: number) {
    this.#pool = pool;
    this.#deadline = countedFrom() + deadlineMs;
  }

  async query(text: string, values: readonly unknown[]): Promise<Result> {
    if (this.hungAt > 0) return NOTHING;
    if (!this.#client) {
      this.#isWriting = WRITE.test(text);
      this.#isInTransaction = text === "begin";
      this.#client = await (this.#isWriting ? this.#pool.takeForWriting() : this.#pool.take());
    }
    return this.#isWriting
      ? this.#write(this.#client, text, values)
      : run(this.#client, text, values);
  }

  #write(client: pg.PoolClient, text: string, values: readonly unknown[]): Promise<Result> {
    this.isCommitting = text === "commit";
    this.#isFinal = this.isCommitting || !this.#isInTransaction;
    if (this.isCommitting && performance.now() > this.#deadline) throw tooLate();
    if (this.isCommitting || text === "rollback") this.#isInTransaction = false;
    return new Promise((resolve, reject) => {
      this.#refuse = reject;
      this.#pool.began(this);
      run(client, text, values).then(
        (result) => {
          this.#pool.ended(this, this.#isFinal);
          if (this.hungAt > 0) this.settle();
          else resolve(result);
        },
        (error) => {
          this.#pool.ended(this, false);
          if (this.hungAt > 0) this.settle();
          else reject(this.#isFinal && isLost(error) ? outcomeUnknown(error) : error);
        },
      );
    });
  }

  /** Whether it was so the last time too: an answer that had come would have been read since. */
  isOverdue(now: number): boolean {
    const wasOverdue = this.#wasOverdue;
    this.#wasOverdue = now > this.#deadline;
    return wasOverdue;
  }

  giveUp(now: number): void {
    this.hungAt = now;
    this.#refuse?.(this.#isFinal ? outcomeUnknown() : tooLate());
  }

  /** The database has answered after the deadline, or never will. */
  settle(): void {
    this.#client?.release(true);
    this.#client = undefined;
    this.#pool.settled(this);
  }

  release(isBroken = false): void {
    if (!this.#client || this.hungAt > 0) return;
    // What was begun and neither committed nor rolled back ends with its connection.
    this.#client.release(isBroken || this.#isInTransaction);
    if (this.#isWriting) this.#pool.endTurn();
  }
}

const run = (client: pg.PoolClient, text: string, values: readonly unknown[]): Promise<Result> =>
  client.query(text, values as unknown[]) as Promise<unknown> as Promise<Result>;
/** The answer to `rollback` where the connection is not to be used any more. */
const NOTHING: Result = { command: "ROLLBACK", rowCount: 0, rows: [] };
const tooLate = () => new WriteRefused("the database did not answer in time");
const outcomeUnknown = (cause?: unknown) =>
  new OutcomeUnknown("the database did not say whether it committed", { cause });

/** Whether the answer to a statement was lost. What PostgreSQL itself says of it is an answer. */
function isLost(error: unknown): boolean {
  // A pooler reports a lost server as 08P01.
  return !(error instanceof pg.DatabaseError) || /^08/.test(error.code ?? "");
}
