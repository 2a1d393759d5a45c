import type { Worker } from "node:cluster";
import { afterBeats } from "./own-time.ts";
import { sendToParent } from "./send-to-parent.ts";

/** How long a process waits for the others, since one may be busy or about to end. */
const PATIENCE_BEATS = 4;
const BEAT_MS = 25;

/** The other processes on the port of this one (`cluster.ts`). */
export interface Siblings {
  /**
   * Sends them the name of something that this process changed. Resolves once all have received
   * it, or after 100 ms, so that a client answered then finds the change in each of them. Calls of
   * one turn share a message.
   */
  tell(name: string): Promise<void>;
  onTold(listener: (names: readonly string[]) => void): void;
}

/** A process's message to its supervisor, which passes it on with the sender's number. */
interface News {
  news: number;
  names: string[];
}
interface PassedNews extends News {
  from: number;
  /** How many others receive it. */
  of: number;
}
/** A receipt, which goes back through the supervisor. */
interface Heard {
  heard: number;
  from: number;
  of: number;
}

export type Passed = Partial<PassedNews & Heard>;

/** For a process that `superviseWorkers` started. */
export function createSiblings(): Siblings {
  const waiting = new Map<number, { hearers: number; resolve(): void }>();
  let listener: (names: readonly string[]) => void = () => undefined;
  let batch: { names: Set<string>; told: Promise<void> } | undefined;
  let last = 0;

  process.on("message", (message: Passed) => {
    if (message.names) {
      listener(message.names);
      sendToParent({ heard: message.news, from: message.from, of: message.of });
    } else if (message.heard !== undefined) {
      const one = waiting.get(message.heard);
      if (one && ++one.hearers >= (message.of ?? 0)) one.resolve();
    }
  });

  async function send(names: Set<string>) {
    await null;
    batch = undefined;
    const news = ++last;
    const { promise, resolve } = Promise.withResolvers<void>();
    const endPatience = afterBeats(PATIENCE_BEATS, BEAT_MS, resolve);
    waiting.set(news, { hearers: 0, resolve });
    sendToParent({ news, names: [...names] } satisfies News);
    await promise;
    endPatience();
    waiting.delete(news);
  }

  return {
    tell(name) {
      if (!batch) {
        const names = new Set<string>();
        batch = { names, told: send(names) };
      }
      batch.names.add(name);
      return batch.told;
    },
    onTold(told) {
      listener = told;
    },
  };
}

/** In the supervisor: passes a message of the process number `from` on to those that serve. */
export function passOn(message: Passed, from: number, serving: ReadonlyMap<number, Worker>): void {
  const send = (worker: Worker | undefined, what: object) => {
    if (worker?.isConnected()) worker.send(what);
  };
  if (message.names) {
    const others = [...serving].filter(([number]) => number !== from);
    const of = others.length;
    if (of === 0) send(serving.get(from), { heard: message.news, of });
    for (const [, other] of others) send(other, { ...message, from, of });
  } else if (message.heard !== undefined) {
    send(serving.get(message.from ?? -1), message);
  }
}
