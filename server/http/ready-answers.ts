import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";

/**
 * A JSON answer as bytes, with the ETag that names them; `cacheControl` is what visitors get,
 * people who are signed in get `no-store`.
 */
export class ReadyAnswer {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly cacheControl: string;

  constructor(body: unknown, cacheControl = "public, no-cache") {
    this.cacheControl = cacheControl;
    this.bytes = Buffer.from(JSON.stringify(body));
    this.etag = `"${createHash("sha1").update(this.bytes).digest("base64url")}"`;
  }
}

export interface ReadyAnswers {
  /** The kept answer, or the one that `make` gives; asked for at once many times, made once. */
  get(key: string, make: () => Promise<unknown>): Promise<ReadyAnswer>;
  /** Forgets one answer; if it is being made now, that one is not kept. */
  drop(key: string): void;
  /** The same for every key that starts so; walks all of them, so not for frequent writes. */
  dropAll(prefix: string): void;
}

const KEPT_MS = 1000;
const KEPT_BYTES = 32 * 1024 * 1024;

/** Keeps public answers for about a second: many readers cost the database one query. */
export function createReadyAnswers(): ReadyAnswers {
  const answers = new LRUCache<string, ReadyAnswer>({
    ttl: KEPT_MS,
    maxSize: KEPT_BYTES,
    sizeCalculation: (answer) => answer.bytes.length + 200,
  });
  const making = new Map<string, Promise<ReadyAnswer>>();
  return {
    async get(key, make) {
      const kept = answers.get(key);
      if (kept) return kept;
      let answer = making.get(key);
      if (!answer) {
        answer = make().then((body) => new ReadyAnswer(body));
        making.set(key, answer);
        const own = answer;
        const settle = (made?: ReadyAnswer) => {
          if (making.get(key) !== own) return;
          making.delete(key);
          if (made) answers.set(key, made);
        };
        own.then(settle, () => settle());
      }
      return answer;
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
