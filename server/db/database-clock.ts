import { uptime } from "node:os";
import type { FastifyBaseLogger } from "fastify";
import { HOUR_MS, MINUTE_MS } from "#contract/durations.ts";
import type { WatchedClock } from "#server/clock.ts";
import { measure } from "#server/telemetry/metrics.ts";
import { clockOffset, databaseTime, type Offset } from "./clock-offset.ts";
import type { Database } from "./database.ts";
import { type JumpNotes, jumpNotesIn } from "./refused-jump.ts";

/** The time is corrected by up to this much within an hour; anything more is a jump. */
const JUMP_MS = MINUTE_MS;
/** A jump that has stayed the same for this long is accepted. */
const ACCEPTED_AFTER_MS = HOUR_MS;
const CHECKED_EVERY_MS = 5000;

interface TimeSources {
  /** Milliseconds since an arbitrary instant; nobody can set this clock. */
  steady(): number;
  /** How far the reference clock is ahead of `steady`. Rejects while it cannot be read. */
  offset(tries: number): Promise<Offset>;
  notes: JumpNotes;
}

type ClockNews = "jumped" | "undone" | "accepted" | undefined;

/**
 * The time by the reference clock, which is the database's; on SQLite, the machine's. Between
 * checks it runs on the steady clock, so a jump changes nothing before it has been noticed. It
 * never goes back, except where it accepts a jump (ADR-033).
 */
export class ServerClock implements WatchedClock {
  readonly #sources: TimeSources;
  #offset: number;
  /** The offset at the beginning of the current hour of the steady clock. */
  #base: { offset: number; at: number };
  #jump: { ms: number; at: number } | undefined;
  #latest = -Infinity;

  /**
   * Follows no jump that other servers, or this one before it was restarted, do not follow. Rejects
   * where the reference clock cannot be read.
   */
  static async open(sources: TimeSources): Promise<ServerClock> {
    const { least, most } = await sources.offset(3);
    const clock = new ServerClock(sources, (least + most) / 2);
    await clock.#readJump();
    return clock;
  }

  private constructor(sources: TimeSources, offset: number) {
    this.#sources = sources;
    this.#offset = offset;
    this.#base = { offset, at: sources.steady() };
  }

  now(): number {
    const time = Math.floor(this.#sources.steady() + this.#offset);
    this.#latest = Math.max(this.#latest, time);
    return this.#latest;
  }

  get jumpMs(): number {
    return this.#jump?.ms ?? 0;
  }

  /**
   * Corrects the time by the reference clock, or notices that the latter has jumped. Calls must not
   * overlap. Rejects while the reference clock cannot be read.
   */
  async check(): Promise<ClockNews> {
    const news = await this.#compare();
    // The next check repeats a note that could not be written.
    await this.#noteJump(news).catch(() => undefined);
    return news;
  }

  async #readJump(): Promise<void> {
    const at = this.#sources.steady();
    const time = at + this.#offset;
    const refused = await this.#sources.notes.read(time);
    if (!refused) return;
    this.#jump = { ms: refused.ms, at: at - (time - refused.since) };
    this.#offset -= refused.ms;
    this.#base = { offset: this.#offset, at };
  }

  async #noteJump(news: ClockNews): Promise<void> {
    const { notes, steady } = this.#sources;
    if (this.#jump) {
      const { ms, at } = this.#jump;
      const offset = this.#base.offset + ms;
      await notes.write({ ms, since: at + offset }, steady() + offset);
    } else if (news) await notes.remove();
  }

  async #compare(): Promise<ClockNews> {
    const span = await this.#sources.offset(1);
    const at = this.#sources.steady();
    const ms = within(span, this.#base.offset) - this.#base.offset;
    if (Math.abs(ms) > JUMP_MS) return this.#notice(ms, at);
    const isUndone = this.#jump !== undefined;
    this.#jump = undefined;
    this.#offset = within(span, this.#offset);
    if (at - this.#base.at >= ACCEPTED_AFTER_MS) this.#base = { offset: this.#offset, at };
    return isUndone ? "undone" : undefined;
  }

  #notice(ms: number, at: number): ClockNews {
    if (!this.#jump || Math.abs(ms - this.#jump.ms) > JUMP_MS) {
      this.#jump = { ms, at };
      return "jumped";
    }
    if (at - this.#jump.at < ACCEPTED_AFTER_MS) return undefined;
    this.#offset = this.#base.offset + ms;
    this.#base = { offset: this.#offset, at };
    this.#jump = undefined;
    this.#latest = -Infinity;
    return "accepted";
  }
}

const within = ({ least, most }: Offset, offset: number) => Math.min(Math.max(offset, least), most);

/** The clock of a server on this database. */
export function openClock(db: Database): Promise<ServerClock> {
  const steady = steadyTime();
  const ask = databaseTime(db);
  return ServerClock.open({
    steady,
    offset: (tries) => clockOffset(ask, steady, tries),
    notes: jumpNotesIn(db),
  });
}

/** Linux's monotonic clock, which `performance` reads, stands still while the machine sleeps. */
function steadyTime(): () => number {
  if (process.platform !== "linux") return () => performance.now();
  const uptimeAhead = () => uptime() * 1000 - performance.now();
  const atFirst = uptimeAhead();
  let [sleptMs, lookedAt] = [0, performance.now()];
  return () => {
    const now = performance.now();
    if (now - lookedAt > UPTIME_EVERY_MS) {
      lookedAt = now;
      const ahead = uptimeAhead() - atFirst;
      // The uptime is rounded to hundredths of a second.
      if (ahead - sleptMs > 1000) sleptMs = ahead;
    }
    return now + sleptMs;
  };
}

const UPTIME_EVERY_MS = 1000;

/** Checks the clock every five seconds until `signal` is aborted; logs and measures its jumps. */
export function watchClock(clock: ServerClock, log: FastifyBaseLogger, signal: AbortSignal): void {
  const unmeasured = [
    measure({
      name: "kanaat_clock_jump_seconds",
      help: "By how much the clock that decides has jumped, while this server does not follow it",
      kind: "gauge",
      read: () => clock.jumpMs / 1000,
    }),
    measure({
      name: "kanaat_clock_offset_seconds",
      help: "By how much this machine's clock is ahead of the time that this server goes by",
      kind: "gauge",
      read: () => (Date.now() - clock.now()) / 1000,
    }),
  ];
  if (clock.jumpMs !== 0) log.error({ jump_s: clock.jumpMs / 1000 }, JUMPED);
  let isChecking = false;
  const check = async () => {
    if (isChecking) return;
    isChecking = true;
    // While the database is unreachable, the steady clock goes on.
    const news = await clock.check().catch(() => undefined);
    isChecking = false;
    if (news === "jumped") log.error({ jump_s: clock.jumpMs / 1000 }, JUMPED);
    else if (news) log.warn(news === "undone" ? UNDONE : ACCEPTED);
  };
  const timer = setInterval(() => void check(), CHECKED_EVERY_MS).unref();
  signal.addEventListener("abort", () => {
    clearInterval(timer);
    for (const end of unmeasured) end();
  });
}

const JUMPED =
  "the clock has jumped and is not followed: jobs stop until it is set right, has stayed so for an hour, or all servers were stopped for two minutes";
const UNDONE = "the clock is right again: jobs go on";
const ACCEPTED = "the clock has stayed so for an hour and is followed from now on: jobs go on";
