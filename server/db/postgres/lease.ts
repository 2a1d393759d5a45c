import { AsyncLocalStorage } from "node:async_hooks";
import type { Socket } from "node:net";
import type { PostgresQueryResult } from "kysely";
import pg from "pg";
import { countedFrom, isUnlimited, OutcomeUnknown, WriteRefused } from "../write-deadline.ts";
import type { Distance } from "./distance.ts";

/** Statements that write, alone or in a transaction; all others only read, or have no deadline. */
const WRITE =
  /^\s*(begin|insert|update|delete|merge|with\b.*?\b(insert|update|delete)\b|select pg_notify)/is;
/**
 * A statement that is not sent: its values are passed to `committed` after the transaction commits.
 */
export const AFTER_COMMIT = "-- after the commit";

const READ_ONLY = "25006";

type Result = PostgresQueryResult<never>;

/** Hands out connections and is told how they end. */
interface Lender {
  readonly distance: Distance;
  take(): Promise<pg.PoolClient>;
  takeForWriting(): Promise<pg.PoolClient>;
  endTurn(): void;
  began(lease: Lease): void;
  ended(lease: Lease, isFinal: boolean): void;
  settled(lease: Lease): void;
}

/** The pool to read with instead of the lease's own, such as a replica's. */
export const reading = new AsyncLocalStorage<Lender>();

/** A connection as Kysely uses it: for one statement, or one transaction. */
export class Lease {
  readonly #pool: Lender;
  /** By `performance.now()`. */
  #deadline: number;
  #client: pg.PoolClient | undefined;
  #isWriting = false;
  #isInTransaction = false;
  #refuse: ((why: Error) => void) | undefined;
  #wasOverdue = false;
  #isOfNoUse = false;
  /** Whether the running statement ends with a commit. */
  #isFinal = false;
  /** Beats of the pool in which the running statement had no answer. */
  #silentBeats = 0;
  isCommitting = false;
  hungAt = 0;
  afterCommit: readonly (readonly unknown[])[] = [];

  constructor(pool: Lender, deadlineMs: number) {
    this.#pool = pool;
    this.#deadline = countedFrom() + deadlineMs;
  }

  async query(text: string, values: readonly unknown[]): Promise<Result> {
    if (this.hungAt > 0) return NOTHING;
    if (text === AFTER_COMMIT) {
      this.afterCommit = [...this.afterCommit, values];
      return NOTHING;
    }
    if (!this.#client) {
      this.#isWriting = WRITE.test(text);
      this.#isInTransaction = text === "begin";
      this.#client = await (this.#isWriting
        ? this.#pool.takeForWriting()
        : (reading.getStore() ?? this.#pool).take());
    }
    return this.#isWriting
      ? this.#write(this.#client, text, values)
      : this.#read(this.#client, text, values);
  }

  async #read(client: pg.PoolClient, text: string, values: readonly unknown[]): Promise<Result> {
    this.#silentBeats = isUnlimited() ? -Infinity : 0;
    this.#pool.began(this);
    try {
      return await run(client, text, values);
    } finally {
      this.#pool.ended(this, false);
    }
  }

  #write(client: pg.PoolClient, text: string, values: readonly unknown[]): Promise<Result> {
    this.isCommitting = text === "commit";
    this.#isFinal = this.isCommitting || !this.#isInTransaction;
    if (this.isCommitting && performance.now() > this.#deadline) throw tooLate();
    if (this.isCommitting || text === "rollback") this.#isInTransaction = false;
    // PostgreSQL ends no statement that waits for a standby to confirm its commit.
    this.#silentBeats = this.#isFinal || isUnlimited() ? -Infinity : 0;
    return new Promise((resolve, reject) => {
      this.#refuse = reject;
      this.#pool.began(this);
      const sentAt = performance.now();
      run(client, text, values).then(
        (result) => {
          this.#deadline += this.#pool.distance.noted(performance.now() - sentAt);
          this.#pool.ended(this, this.#isFinal);
          if (this.hungAt > 0) this.settle();
          else resolve(result);
        },
        (error) => {
          this.#pool.ended(this, false);
          // This host is a standby now; the next connection may reach the new primary.
          this.#isOfNoUse ||= (error as { code?: unknown }).code === READ_ONLY;
          if (this.hungAt > 0) this.settle();
          else reject(this.#isFinal && isLost(error) ? outcomeUnknown(error) : error);
        },
      );
    });
  }

  /**
   * True at the second overdue check in a row: an answer that had come would have been read since.
   */
  isOverdue(now: number): boolean {
    if (!this.#isWriting) return false;
    const wasOverdue = this.#wasOverdue;
    this.#wasOverdue = now > this.#deadline;
    return wasOverdue;
  }

  giveUp(now: number): void {
    this.hungAt = now;
    this.#refuse?.(this.#isFinal ? outcomeUnknown() : tooLate());
  }

  /**
   * Counts a beat without an answer. After more than `most` it closes the connection, which fails the
   * statement. Beats, because the time in which this process was busy or paused does not count.
   */
  beat(most: number): void {
    this.#silentBeats += 1;
    if (this.#silentBeats > most) streamOf(this.#client)?.destroy();
  }

  /** The database has answered after the deadline, or never will. */
  settle(): void {
    this.#client?.release(true);
    this.#client = undefined;
    this.#pool.settled(this);
  }

  release(isBroken = false): void {
    if (!this.#client || this.hungAt > 0) return;
    // A transaction that was neither committed nor rolled back ends with its connection.
    this.#client.release(isBroken || this.#isInTransaction || this.#isOfNoUse);
    if (this.#isWriting) this.#pool.endTurn();
  }
}

const run = (client: pg.PoolClient, text: string, values: readonly unknown[]): Promise<Result> =>
  client.query(text, values as unknown[]) as Promise<unknown> as Promise<Result>;
const streamOf = (client: pg.PoolClient | undefined) =>
  (client as unknown as { connection: { stream: Socket } } | undefined)?.connection.stream;
/** The answer to statements that are not sent, such as `rollback` on an unusable connection. */
const NOTHING: Result = { command: "ROLLBACK", rowCount: 0, rows: [] };
const tooLate = () => new WriteRefused("the database did not answer in time");
const outcomeUnknown = (cause?: unknown) =>
  new OutcomeUnknown("the database did not say whether it committed", { cause });

/**
 * Whether the answer to a statement was lost. An error that PostgreSQL itself reports is an answer.
 */
function isLost(error: unknown): boolean {
  // A pooler reports a lost server as 08P01.
  return !(error instanceof pg.DatabaseError) || /^08/.test(error.code ?? "");
}
