import { LRUCache } from "lru-cache";
import { HOUR_MS } from "#contract/durations.ts";
import type { Replica } from "#server/db/database.ts";
import type { ToJson } from "./answer-json.ts";
import { CachedJson } from "./cached-json.ts";
import { createReplicaReads } from "./replica-reads.ts";

/** See `cacheKey`. */
export interface CacheKey {
  readonly name: string;
  readonly source: object | null;
}

/**
 * Makes a key from a name such as `survey:12:results`. Anything made from a cached value has that
 * value as its `source`: it is then cached no longer than the value, and not at all once the value
 * changed.
 */
export const cacheKey = (name: string, source: object | null = null): CacheKey => ({
  name,
  source,
});

/** How features use the cache; see README.md in this folder. */
export interface JsonCache {
  /**
   * A route's response, from the cache or from `read`, which is called once for all requests that
   * wait for it. Check first whether the caller may see it: what a visitor gets may be sent to
   * every visitor with the same URL. `maxAgeSeconds` allows visitors' browsers to cache it too.
   */
  cacheable<T>(
    key: CacheKey,
    read: () => Promise<T>,
    options?: { maxAgeSeconds: number },
  ): Promise<CachedJson<T>>;
  /** The same for a value that routes need, such as a survey's row; undefined is not cached. */
  cachedValue<T>(key: CacheKey, read: () => Promise<T | undefined>): Promise<T | undefined>;
  /**
   * Call it after a write, with the names of everything that changed. Drops what is cached under
   * them; what is being read at this moment will not be cached. `survey:12:*` stands for every name
   * with that prefix; use it for rare writes, since it walks the whole cache. `*` says that
   * anything may have changed: no entry is current any more, but each may still be served while the
   * database is away.
   */
  changed(...names: string[]): void;
}

const LIFETIME_MS = 1000;
/** How long the last values are served while the database is away. */
const LAST_KNOWN_MS = HOUR_MS;
const MAX_BYTES = 16 * 1024 * 1024;
/** The overhead of an entry. */
const ENTRY_BYTES = 300;

interface Entry {
  /** Shared by all requests that come while it is being read. */
  value: Promise<unknown> | null;
  /** By the cache's clock; 0 while it is being read and once it was dropped. */
  currentUntil: number;
  readAt: number;
  epoch: string;
}

/**
 * `clock` returns milliseconds and never goes back; `isAway` recognises errors of a database that
 * cannot be reached. With a `replica`, values are read there where possible. What was read in one
 * `epoch` is never served in another (ADR-082).
 */
export function createJsonCache(
  clock: { now(): number },
  toJson: ToJson = JSON.stringify,
  isAway: (error: unknown) => boolean = () => false,
  replica?: Replica,
  epoch: () => string = () => "",
): JsonCache {
  const replicaReads = replica && createReplicaReads(replica, clock);
  const entries = new LRUCache<string, Entry>({
    maxSize: MAX_BYTES,
    dispose: (entry) => {
      entry.currentUntil = 0;
    },
  });
  const readings = new Map<string, Entry>();
  const entryOf = new WeakMap<object, Entry>();

  /** For how many milliseconds from now a value may be cached; 0 or less if its source changed. */
  function lifetimeOf({ source }: CacheKey, asOf: number): number {
    const lifetime = LIFETIME_MS - (clock.now() - asOf);
    if (source === null) return lifetime;
    return Math.min(lifetime, (entryOf.get(source)?.currentUntil ?? 0) - clock.now());
  }

  async function fill<T>(key: CacheKey, entry: Entry, read: (entry: Entry) => Promise<T>) {
    try {
      const dated = await replicaReads?.read(key.name, () => read(entry));
      const value = dated ? dated.value : await read(entry);
      const ttl = lifetimeOf(key, dated?.asOf ?? clock.now());
      const isChanged = readings.get(key.name) !== entry;
      if (value === undefined || ttl <= 0 || isChanged) return value;
      entries.set(key.name, entry, { size: sizeOf(value) });
      entry.readAt = clock.now();
      // A value that is too large is not in the cache, where a change could drop it: never current.
      if (entries.has(key.name)) entry.currentUntil = entry.readAt + ttl;
      if (typeof value === "object" && value !== null) entryOf.set(value, entry);
      return value;
    } catch (error) {
      const last = isAway(error) ? entries.get(key.name) : undefined;
      const isOld = !last || clock.now() > last.readAt + LAST_KNOWN_MS || last.epoch !== epoch();
      if (isOld) throw error;
      return (await last.value) as T;
    } finally {
      if (readings.get(key.name) === entry) readings.delete(key.name);
    }
  }

  function get<T>(key: CacheKey, read: (entry: Entry) => Promise<T>): Promise<T> {
    const now = epoch();
    const cached = entries.get(key.name);
    const isCurrent = cached?.epoch === now && clock.now() <= cached.currentUntil;
    const known = isCurrent ? cached : readings.get(key.name);
    if (known?.epoch === now) return known.value as Promise<T>;
    const entry: Entry = { value: null, currentUntil: 0, readAt: 0, epoch: now };
    readings.set(key.name, entry);
    entry.value = fill(key, entry, read);
    return entry.value as Promise<T>;
  }

  return {
    cacheable: (key, read, options) =>
      get(key, async (entry) => {
        const cacheControl = options && `public, max-age=${options.maxAgeSeconds}`;
        const isCurrent = () => clock.now() < entry.currentUntil && entry.epoch === epoch();
        return new CachedJson(await read(), isCurrent, cacheControl, toJson);
      }),
    cachedValue: (key, read) => get(key, read),
    changed(...names) {
      replicaReads?.changed(names);
      for (const name of names) {
        if (name === "*") {
          readings.clear();
          for (const entry of entries.values()) entry.currentUntil = 0;
          continue;
        }
        for (const cached of [readings, entries]) {
          if (name.endsWith("*")) deleteAll(cached, name.slice(0, -1));
          else cached.delete(name);
        }
      }
    },
  };
}

type Named = { keys(): Iterable<string>; delete(name: string): boolean };

function deleteAll(cached: Named, beginning: string): void {
  for (const name of cached.keys()) if (name.startsWith(beginning)) cached.delete(name);
}

const sizeOf = (value: unknown): number =>
  ENTRY_BYTES +
  (value instanceof CachedJson ? value.bytes.length : 2 * JSON.stringify(value).length);
