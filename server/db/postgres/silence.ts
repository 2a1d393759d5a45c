import type { Socket } from "node:net";

const BEAT_MS = 50;
/** The longest silence at the start, when a database may still be starting or waking up. */
const LONGEST_AT_START_MS = 15_000;
/** Later: once a network is back, a new attempt succeeds at once; one that waits may not. */
const LONGEST_MS = 3000;
/** A connection may be silent for this many times as long as the last one was. */
const LEEWAY = 4;

/** The sockets of a connection being made: the one to the host and, with TLS, the TLS socket. */
export type Sockets = () => readonly Socket[];

/**
 * How long one host may be silent while a connection to it is made. That is not how long connecting
 * takes in total: a distant host answers each of seven steps. The bound doubles whenever it was too
 * short; after a success it follows what the host needed. It counts beats of this process, so a
 * busy or paused process gives up nothing that has been answered.
 */
export class SilenceBound {
  readonly #firstMs: number;
  #longestMs: number;
  #boundMs: number;

  constructor(firstMs: number) {
    this.#firstMs = firstMs;
    this.#longestMs = Math.max(LONGEST_AT_START_MS, firstMs);
    this.#boundMs = firstMs;
  }

  /** The bound for the next connection. */
  get ms(): number {
    return this.#boundMs;
  }

  /** Starts with the longest bound, since there is no other host to try. */
  waitForOnlyHost(): void {
    this.#boundMs = this.#longestMs;
  }

  /** Calls `giveUp` once the sockets have been silent for too long. */
  watch(sockets: Sockets, giveUp: () => void): { succeeded(): void; end(): void } {
    const boundMs = this.#boundMs;
    let seen = -1;
    let silentMs = 0;
    let longestMs = 0;
    let turn: NodeJS.Immediate | undefined;
    const beat = setInterval(() => {
      const progress = progressOf(sockets());
      silentMs = progress === seen ? silentMs + BEAT_MS : 0;
      seen = progress;
      longestMs = Math.max(longestMs, silentMs);
      // What arrived while the process was busy or paused is read before the turn ends.
      if (silentMs >= boundMs) turn = setImmediate(end, progress);
    }, BEAT_MS).unref();
    const end = (progress: number) => {
      if (progressOf(sockets()) !== progress) return;
      this.#boundMs = Math.max(this.#boundMs, Math.min(2 * boundMs, this.#longestMs));
      clearInterval(beat);
      giveUp();
    };
    return {
      succeeded: () => {
        this.#longestMs = Math.max(LONGEST_MS, this.#firstMs, LEEWAY * longestMs);
        this.#boundMs = Math.max(this.#firstMs, LEEWAY * longestMs);
      },
      end: () => {
        clearInterval(beat);
        clearImmediate(turn);
      },
    };
  }
}

/** Grows whenever one of the sockets is connected or receives something. */
export const progressOf = (sockets: readonly Socket[]): number =>
  sockets.reduce((sum, { connecting, bytesRead }) => sum + (connecting ? 0 : 1 + bytesRead), 0);
