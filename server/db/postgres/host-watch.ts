import type pg from "pg";
import { progressOf, type Sockets } from "./silence.ts";

const BEAT_MS = 200;
/** Counted in beats of this process, because a busy event loop delays answers as well. */
const SILENT_BEATS = 2;
const LONGEST_PAUSE_BEATS = 150;
/** Errors by which a new connection shows that the way to the host is cut. */
const CUT = /^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|(HOST|NET)(UNREACH|DOWN))$/;

/**
 * Watches the connections to one host. Once answers are awaited and nothing arrives on any of them,
 * it makes a new connection: where that fails, the host cannot be reached, and the others are
 * closed, so that their callers get an error. Where it is made, the database is only slow, and the
 * next attempt follows after twice the time. The system itself would report a cut link only after a
 * quarter of an hour, since it sends keep-alives only while nothing else is unconfirmed.
 */
export class HostWatch {
  readonly #connect: () => Promise<void>;
  readonly #clients = new Map<pg.Client, Sockets>();
  #timer: NodeJS.Timeout | undefined;
  #progress = 0;
  #silentBeats = 0;
  #patience = SILENT_BEATS;
  #isConnecting = false;

  /** `connect` makes a separate connection to the host and ends it. */
  constructor(connect: () => Promise<void>) {
    this.#connect = connect;
  }

  add(client: pg.Client, sockets: Sockets): void {
    this.#clients.set(client, sockets);
    this.#timer ??= setInterval(() => this.#beat(), BEAT_MS).unref();
    client.once("end", () => {
      this.#clients.delete(client);
      if (this.#clients.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    });
  }

  cutOff(): void {
    for (const sockets of this.#clients.values()) for (const one of sockets()) one.destroy();
  }

  #beat(): void {
    const progress = progressOf([...this.#clients.values()].flatMap((sockets) => sockets()));
    if (progress !== this.#progress || ![...this.#clients.keys()].some(isAwaiting)) {
      this.#progress = progress;
      this.#silentBeats = 0;
      this.#patience = SILENT_BEATS;
    } else if (++this.#silentBeats >= this.#patience && !this.#isConnecting) {
      this.#isConnecting = true;
      void this.#probe().finally(() => {
        this.#isConnecting = false;
        this.#silentBeats = 0;
      });
    }
  }

  async #probe(): Promise<void> {
    try {
      await this.#connect();
      this.#patience = Math.min(2 * this.#patience, LONGEST_PAUSE_BEATS);
    } catch (error) {
      if (isCutOff(error)) this.cutOff();
    }
  }
}

/** Whether the client waits for the answer to a query, or for the end of its connection. */
function isAwaiting(client: pg.Client): boolean {
  const { readyForQuery, _ending } = client as unknown as Record<string, boolean>;
  return !readyForQuery || _ending === true;
}

function isCutOff(error: unknown): boolean {
  const { code = "", message = "" } = error as { code?: string; message?: string };
  return CUT.test(code) || message.startsWith("Connection terminated");
}
