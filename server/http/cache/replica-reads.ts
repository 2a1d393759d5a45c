import type { Replica } from "#server/db/database.ts";

/** What a replica shows may be so old; together with the cache's second, nothing is later than without. */
const OLDEST_MS = 500;
/** Of more changes than this, all is taken for changed. */
const CHANGES = 10_000;

/** What was read, and as of when by the cache's clock. */
export interface Dated<T> {
  value: T;
  asOf: number;
}

/**
 * Reads from a replica what has not changed, as far as this process knows, since the moment that the
 * replica shows. All else, what is not found there and what fails there is read as ever.
 */
export function createReplicaReads(replica: Replica, clock: { now(): number }) {
  /** By name, the latest last. */
  const names = new Map<string, number>();
  const beginnings = new Map<string, number>();
  // Of what was written before, nobody has told this process.
  let allChangedAt = clock.now();

  function isUnchanged(name: string, since: number): boolean {
    for (const changes of [names, beginnings]) forgetBefore(changes, since);
    if (allChangedAt >= since || names.has(name)) return false;
    for (const beginning of beginnings.keys()) if (name.startsWith(beginning)) return false;
    return true;
  }

  return {
    changed(changed: readonly string[]): void {
      const now = clock.now();
      for (const name of changed) {
        if (name === "*" || names.size + beginnings.size > CHANGES) {
          allChangedAt = now;
          names.clear();
          beginnings.clear();
        } else if (name.endsWith("*")) {
          putLast(beginnings, name.slice(0, -1), now);
        } else {
          putLast(names, name, now);
        }
      }
    },
    async read<T>(name: string, read: () => Promise<T>): Promise<Dated<T>> {
      const age = replica.ageMs();
      const asOf = clock.now() - age;
      if (age <= OLDEST_MS && isUnchanged(name, asOf)) {
        const value = await replica.read(read).catch(() => undefined);
        if (value !== undefined) return { value, asOf };
      }
      const value = await read();
      return { value, asOf: clock.now() };
    },
  };
}

function putLast(changes: Map<string, number>, name: string, at: number): void {
  changes.delete(name);
  changes.set(name, at);
}

function forgetBefore(changes: Map<string, number>, moment: number): void {
  for (const [name, at] of changes) {
    if (at >= moment) return;
    changes.delete(name);
  }
}
