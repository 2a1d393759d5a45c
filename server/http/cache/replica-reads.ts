import type { Replica } from "#server/db/database.ts";

/** How old a replica's state may be; the cache's second counts from that state. */
const OLDEST_MS = 500;
/** After more changes than this, everything counts as changed. */
const CHANGES = 10_000;

/** A value, and the moment of the state it shows, by the cache's clock. */
interface Dated<T> {
  value: T;
  asOf: number;
}

/**
 * Reads from a replica what has not changed, as far as this process knows, since the moment that
 * the replica shows. Everything else, and what is missing or fails there, is read as without one.
 */
export function createReplicaReads(replica: Replica, clock: { now(): number }) {
  /** When each name changed, the latest last. */
  const names = new Map<string, number>();
  const beginnings = new Map<string, number>();
  // This process does not know of earlier writes.
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
