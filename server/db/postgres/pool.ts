import type { PostgresPool as KyselyPool, PostgresPoolClient } from "kysely";
import pg from "pg";
import { WriteRefused } from "../write-deadline.ts";
import { Distance } from "./distance.ts";
import type { PostgresHosts } from "./hosts.ts";
import { Lease } from "./lease.ts";
import { ConnectionQueue } from "./queue.ts";
import { prepareStatements } from "./statements.ts";

const SWEEP_MS = 50;
/** How often one write may go through as a test while the database seems to take none. */
const TRY_EVERY_MS = 2000;
/**
 * Writes are refused from this weight on: a hung commit counts 2, a statement, maybe just slow, 1.
 */
const CLOSED_FROM = 2;

export interface PoolOptions {
  /** Connections in total; a third of them is reserved for reading. */
  size: number;
  /** Connections that are kept open while idle. */
  idle: number;
  /** Queries after which a connection is replaced. */
  uses: number;
  /** How long a query waits for a connection, and a write, in addition, for its turn. */
  waitMs: number;
  /** How long a write may take in total, not counting network time (`Distance`) per statement. */
  deadlineMs: number;
  /** After how long a statement that PostgreSQL should have ended is given up. */
  answerMs: number;
  /** Called with the values of each `AFTER_COMMIT` of a transaction, once that has committed. */
  committed?: (values: readonly unknown[]) => void;
}

/**
 * Connections for Kysely that are taken when the first statement is known. A write that the
 * database does not answer, as while a commit waits for a synchronous standby, is given up at its
 * deadline with `OutcomeUnknown`, or `WriteRefused` where it cannot have been committed. Its
 * connection is kept until the database answers after all, since nothing else could end what hangs
 * there; it also keeps its turn, so hung writes never outnumber the turns for writing. While writes
 * hang, others are refused at once, except for one now and then.
 */
export class PostgresPool {
  readonly forKysely: KyselyPool = {
    // Kysely would open connections of its own with these, which it never does here.
    options: {},
    // The lease has no cursors, which are not used.
    connect: async () => this.connect() as unknown as PostgresPoolClient,
    end: () => this.end(),
  };
  readonly distance = new Distance();
  readonly #pool: pg.Pool;
  readonly #options: PoolOptions;
  readonly #hosts: PostgresHosts;
  readonly #queue: ConnectionQueue;
  readonly #writers: number;
  /** How many more may write now. */
  #turns: number;
  readonly #waiting: { give: () => void; refuse: (why: Error) => void; until: number }[] = [];
  readonly #running = new Set<Lease>();
  readonly #hung = new Set<Lease>();
  #sweeping: NodeJS.Timeout | undefined;
  #passedAt = 0;
  #nextTryAt = 0;

  constructor(settings: pg.PoolConfig, hosts: PostgresHosts, options: PoolOptions) {
    this.#options = options;
    this.#hosts = hosts;
    this.#writers = Math.max(1, options.size - Math.max(1, Math.round(options.size / 3)));
    this.#turns = this.#writers;
    const { size: max, idle: min, uses: maxUses } = options;
    this.#pool = new pg.Pool({ ...settings, ...{ max, min, maxUses }, Client: hosts.Client });
    // An error event without a listener would end the process. The queries of a broken connection
    // fail, and the pool replaces it.
    this.#pool.on("error", () => undefined);
    this.#pool.on("connect", prepareStatements);
    this.#queue = new ConnectionQueue(this.#pool, hosts.count, options.waitMs);
  }

  count(): { busy: number; idle: number; waiting: number; hung: number } {
    const { totalCount: all, idleCount: idle } = this.#pool;
    const waiting = this.#waiting.length + this.#queue.length;
    return { busy: all - idle, idle, waiting, hung: this.#hung.size };
  }

  connect(): Lease {
    return new Lease(this, this.#options.deadlineMs);
  }

  /**
   * Makes the connections that are kept while idle, however long that takes, so that the first
   * queries find them. Throws what making one or `check` throws.
   */
  async fill(check: (client: pg.PoolClient) => Promise<void>): Promise<void> {
    const made = Array.from({ length: this.#options.idle }, () => this.#queue.connect());
    const ended = await Promise.allSettled(made);
    const clients = ended.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    try {
      const failed = ended.find(({ status }) => status === "rejected");
      if (failed) throw (failed as PromiseRejectedResult).reason;
      for (const client of clients) await check(client);
    } finally {
      for (const client of clients) client.release();
    }
  }

  async end(): Promise<void> {
    for (const lease of this.#hung) lease.settle();
    this.#queue.refuseAll();
    const ended = this.#pool.end();
    this.#hosts.endConnecting();
    await ended;
  }

  /** A free connection, or a new one; with several hosts, to the first that can be reached soon. */
  take(): Promise<pg.PoolClient> {
    this.#sweeping ??= setInterval(() => this.#sweep(), SWEEP_MS).unref();
    return this.#queue.take();
  }

  async takeForWriting(): Promise<pg.PoolClient> {
    this.#refuseWhileHanging();
    if (this.#turns > 0) this.#turns -= 1;
    else await this.#turn();
    try {
      return await this.take();
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
    if (!isWritten) return;
    this.#passedAt = performance.now();
    for (const values of lease.afterCommit) this.#options.committed?.(values);
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
    for (const leases of [this.#running, this.#hung])
      for (const lease of leases) lease.beat(this.#options.answerMs / SWEEP_MS);
    while ((this.#waiting[0]?.until ?? Infinity) < now) this.#waiting.shift()?.refuse(refusal());
    this.#queue.refuseOverdue(now);
    const { size } = this.#running;
    if (size + this.#hung.size + this.#waiting.length + this.#queue.length > 0) return;
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
