import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import { atMost } from "#server/limits/at-most.ts";
import type { Counter } from "#server/limits/hit-counts.ts";
import type { Mailboxes } from "#server/secret/pseudonyms.ts";
import { deleteBatch } from "./batches.ts";
import type { Database } from "./database.ts";
import { groupCommit } from "./group-commit.ts";
import { transact } from "./transact.ts";

/** Counts in the database, which all servers share and which survive a restart. */
export interface SharedCounts {
  /** Counts a hit on all of these, or on none where one is used up; then returns that one. */
  take(counters: readonly Counter[]): Promise<UsedUp | undefined>;
  /** How many hits each of these has in its current window, in their order. */
  read(counters: readonly Counter[]): Promise<number[]>;
  /** Counts a hit on all of these, even where one is used up. */
  charge(counters: readonly Counter[]): Promise<void>;
  /** Takes back one hit of each of these, and all hits of those in `forgotten`. */
  giveBack(counters: readonly Counter[], forgotten?: readonly Counter[]): Promise<void>;
}

interface UsedUp {
  counter: Counter;
  waitMs: number;
}

/** Hits to add; negative ones are taken back, which no limit refuses. */
interface Change {
  counter: number;
  max: number;
  windowMs: number;
  hits: number;
}
type Count = { hits: number; ends_at: number };

const CHANGES_AT_ONCE = 100;
const REMEMBERED = 20_000;

/**
 * Used-up counters are remembered here until their window ends, so that a flood of refused calls
 * makes no queries. The database gets only numbers, which do not reveal what was counted without
 * the secret.
 */
export function createSharedCounts(
  db: Database,
  mailboxes: Mailboxes,
  clock: { now(): number },
): SharedCounts {
  const usedUp = new LRUCache<number, number>(atMost(REMEMBERED));
  const apply = groupCommit(
    (calls: Change[][]) => applyChanges(db, calls, clock.now()),
    CHANGES_AT_ONCE,
  );

  const changeOf = ({ key, max, perSeconds }: Counter, hits: number): Change => ({
    counter: mailboxes.pseudonymOf(`count ${key}`),
    max,
    windowMs: perSeconds * 1000,
    hits,
  });

  return {
    async take(counters) {
      const changes = counters.map((counter) => changeOf(counter, 1));
      const known = changes.find(({ counter }) => (usedUp.get(counter) ?? 0) > clock.now());
      const refused = known
        ? { counter: known.counter, endsAt: usedUp.get(known.counter) ?? 0 }
        : await apply(changes);
      if (!refused) return undefined;
      usedUp.set(refused.counter, refused.endsAt);
      const at = changes.findIndex(({ counter }) => counter === refused.counter);
      return { counter: counters[at] as Counter, waitMs: refused.endsAt - clock.now() };
    },
    async read(counters) {
      const changes = counters.map((counter) => changeOf(counter, 0));
      const wanted = db.rows(
        ["counter"],
        changes.map(({ counter }) => [counter]),
      );
      const { rows } = await sql<{ counter: number; hits: number }>`select counter, hits
        from shared_counts where counter in (select counter from ${wanted})
          and ends_at > ${clock.now()}`.execute(db.query);
      const found = new Map(rows.map(({ counter, hits }) => [counter, hits]));
      return changes.map(({ counter }) => found.get(counter) ?? 0);
    },
    async charge(counters) {
      await apply(counters.map((counter) => ({ ...changeOf(counter, 1), max: Infinity })));
    },
    async giveBack(counters, forgotten = []) {
      const changes = [
        ...counters.map((counter) => changeOf(counter, -1)),
        ...forgotten.map((counter) => changeOf(counter, -counter.max)),
      ];
      for (const { counter } of changes) usedUp.delete(counter);
      await apply(changes);
    },
  };
}

/**
 * Returns for each call the counter that refused it; its changes are made together or not at all.
 */
function applyChanges(
  db: Database,
  calls: readonly Change[][],
  now: number,
): Promise<({ counter: number; endsAt: number } | undefined)[]> {
  const windows = new Map(
    calls.flat().map(({ counter, windowMs }) => [counter, [counter, now + windowMs]]),
  );
  const wanted = db.rows(
    ["counter", "ends_at"],
    [...windows.values()].sort(([a = 0], [b = 0]) => a - b),
  );
  return transact(db, async (tx) => {
    // In the same order everywhere, so that servers wait for each other instead of deadlocking.
    const { rows } = await sql<Count & { counter: number }>`
      insert into shared_counts (counter, hits, ends_at)
      select counter, 0, ends_at from ${wanted} where true order by counter
      on conflict (counter) do update set
        hits = case when shared_counts.ends_at > ${now} then shared_counts.hits else 0 end,
        ends_at = case when shared_counts.ends_at > ${now} then shared_counts.ends_at
          else excluded.ends_at end
      returning counter, hits, ends_at`.execute(tx);
    const counts = new Map<number, Count>(rows.map((row) => [row.counter, row]));
    const refusals = calls.map((changes) => addUnlessUsedUp(counts, changes));
    const counted = db.rows(
      ["counter", "hits"],
      [...counts].map(([counter, { hits }]) => [counter, hits]),
    );
    await sql`update shared_counts set hits = input.hits from ${counted}
      where shared_counts.counter = input.counter`.execute(tx);
    return refusals;
  });
}

function addUnlessUsedUp(counts: Map<number, Count>, changes: readonly Change[]) {
  const found = changes.map((change) => ({
    ...change,
    count: counts.get(change.counter) as Count,
  }));
  const usedUp = found
    .filter(({ hits, max, count }) => hits > 0 && count.hits >= max)
    .sort((a, b) => b.count.ends_at - a.count.ends_at)[0];
  if (usedUp) return { counter: usedUp.counter, endsAt: usedUp.count.ends_at };
  for (const { hits, count } of found) count.hits = Math.max(0, count.hits + hits);
  return undefined;
}

/** Deletes a batch of counts whose window is over; returns whether more may be left. */
export const deleteEndedCounts = (db: Database, now: number): Promise<boolean> =>
  deleteBatch(db, "shared_counts", ["counter"], sql`ends_at <= ${now}`);
