import { setTimeout as sleep } from "node:timers/promises";
import { measure } from "#server/telemetry/metrics.ts";

/** Interval between commits of frequent notices: each takes a lock of the whole cluster. */
const SOON_MS = 1000;
/** In seconds of this process; a pause of it counts as one. */
const PROVE_EVERY = 2;
/** How long a proof counts: the next may be on its way, or this process busy. */
const PROVEN = 2 * PROVE_EVERY;
/** The operator is told after this long without notices, which is enough time to reconnect. */
const TOLD_AFTER = 10;
const PROOF = "heard";

const DEAF =
  "PostgreSQL's notices do not arrive, so everything is asked for anew each second. A pooler in " +
  "transaction mode passes none on: name PostgreSQL itself in DATABASE_DIRECT_URL.";

interface Parts {
  /** Sends notices, as texts, with one commit. */
  send(notices: readonly string[]): Promise<void>;
  /** Passes a notice to the listeners of this process. */
  emit(channel: string, payload: string): void;
  /** Tells the listeners that they may have missed anything. */
  missed(): void;
  /** Tells the operator. */
  tell?(text: string): void;
}

/**
 * Checks every two seconds that this process receives notices, by sending one to itself. While none
 * arrives, it calls `missed` once a second and tells the operator. Gathers what is published with
 * `soon` into one commit a second.
 */
export function createNotices({ send, emit, missed, tell = console.error }: Parts) {
  const closing = new AbortController();
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let sentAt = 0;
  let second = 0;
  let heardIn = -Infinity;
  let deafSince = 0;
  let heardAt = -Infinity;
  let isTold = false;
  const proof = JSON.stringify([PROOF, crypto.randomUUID()]);
  const forget = measure({
    name: "kanaat_notice_age_seconds",
    help: "How long ago this process last heard itself by PostgreSQL's notices",
    kind: "gauge",
    read: () => (heardAt > 0 ? (performance.now() - heardAt) / 1000 : undefined),
  });

  const isHearing = () => second - heardIn <= PROVEN;

  async function keepProving() {
    const { signal } = closing;
    for (; !signal.aborted; second++) {
      if (!isHearing()) cannotHear();
      // Not awaited: `missed` must be called every second even while the database is unreachable.
      if (second % PROVE_EVERY === 0 || !isHearing()) void send([proof]).catch(() => undefined);
      await sleep(SOON_MS, undefined, { ref: false, signal }).catch(() => undefined);
    }
  }

  function cannotHear() {
    missed();
    if (isTold || second - deafSince < TOLD_AFTER) return;
    isTold = true;
    tell(DEAF);
  }

  async function flush() {
    timer = undefined;
    sentAt = performance.now();
    const notices = [...waiting];
    waiting.clear();
    try {
      await send(notices);
    } catch {
      for (const one of notices) waiting.add(one);
      schedule();
    }
  }

  function schedule() {
    if (closing.signal.aborted) return;
    const waitMs = Math.max(0, sentAt + SOON_MS - performance.now());
    timer ??= setTimeout(() => void flush(), waitMs).unref();
  }

  void keepProving();
  return {
    /** Publishes at once, or where this second already had a commit, with the next one. */
    soon(channel: string, payload: string): void {
      waiting.add(JSON.stringify([channel, payload]));
      if (!isHearing()) emit(channel, payload);
      schedule();
    },
    /** Must be called with every notice that arrives. */
    heard(channel: string, payload: string): void {
      if (channel !== PROOF) emit(channel, payload);
      if (JSON.stringify([channel, payload]) !== proof) return;
      heardAt = performance.now();
      heardIn = second;
      deafSince = second;
      if (isTold) tell("PostgreSQL's notices arrive again.");
      isTold = false;
    },
    async close(): Promise<void> {
      closing.abort();
      forget();
      clearTimeout(timer);
      if (waiting.size > 0) await flush();
    },
  };
}
