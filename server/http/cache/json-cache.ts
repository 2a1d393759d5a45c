import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";

/** What is kept must not lie in the pool of short Buffers: each would hold 64 kB of it. */
const encoder = new TextEncoder();

/**
 * A JSON answer as bytes, with the ETag that names them; `cacheControl` is what visitors get,
 * people who are signed in get `no-store`. Every visitor at the same URL may be given it while it
 * is current.
 */
export class ReadyAnswer {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly cacheControl: string;
  /** Whether it may still be given to others. */
  isCurrent: () => boolean = always;

  constructor(body: unknown, cacheControl = "public, no-cache") {
    this.cacheControl = cacheControl;
    this.bytes = Buffer.from(encoder.encode(JSON.stringify(body)).buffer);
    this.etag = `"${createHash("sha1").update(this.bytes).digest("base64url")}"`;
  }
}

const always = () => true;
const never = () => false;

export interface ReadyAnswers {
  /** The kept answer, if there is one now. */
  peek(key: string): ReadyAnswer | undefined;
  /** The kept answer, or the one that `make` gives; asked for at once many times, made once. */
  get(key: string, make: () => Promise<unknown>): Promise<ReadyAnswer>;
  /** Forgets one answer; if it is being made now, that one is not kept. */
  drop(key: string): void;
  /** The same for every key that starts so; walks all of them, so not for frequent writes. */
  dropAll(prefix: string): void;
}

const KEPT_MS = 1000;
const KEPT_BYTES = 16 * 1024 * 1024;

/** Keeps public answers for about a second: many readers cost the database one query. */
export function createReadyAnswers(clock: { now(): number }): ReadyAnswers {
  const answers = new LRUCache<string, ReadyAnswer>({
    ttl: KEPT_MS,
    ttlResolution: 0,
    perf: clock,
    maxSize: KEPT_BYTES,
    sizeCalculation: (answer) => answer.bytes.length + 200,
    dispose: (answer) => {
      answer.isCurrent = never;
    },
  });
  const making = new Map<string, Promise<ReadyAnswer>>();

  function keep(key: string, made: ReadyAnswer): void {
    const until = clock.now() + KEPT_MS;
    made.isCurrent = () => clock.now() < until;
    answers.set(key, made);
  }

  return {
    peek: (key) => answers.get(key),
    async get(key, make) {
      const known = answers.get(key) ?? making.get(key);
      if (known) return known;
      const own = make().then((body) => new ReadyAnswer(body));
      making.set(key, own);
      try {
        const made = await own;
        // Dropped while it was being made: those who asked before get it, nobody after.
        if (making.get(key) !== own) made.isCurrent = never;
        else keep(key, made);
        return made;
      } finally {
        if (making.get(key) === own) making.delete(key);
      }
    },
    drop(key) {
      making.delete(key);
      answers.delete(key);
    },
    dropAll(prefix) {
      for (const key of making.keys()) if (key.startsWith(prefix)) making.delete(key);
      for (const key of answers.keys()) if (key.startsWith(prefix)) answers.delete(key);
    },
  };
}
