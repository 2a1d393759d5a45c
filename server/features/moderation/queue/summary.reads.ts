import { DAY_MS, MINUTE_MS, SECOND_MS } from "#contract/durations.ts";
import type { QueueSummary } from "#contract/endpoints/moderation/queue.ts";
import type { Clock } from "#server/clock.ts";
import type { Database } from "#server/db/database.ts";
import { toTimestamp } from "#server/db/timestamps.ts";
import { measure } from "#server/telemetry/metrics.ts";
import { COUNTED_DAYS } from "./closed-cases.writes.ts";

interface Summary {
  reports: number;
  /** When the oldest open case was opened; null while none is. */
  oldest: number | null;
  /** Of how long cases waited for their decision; null where none was decided. */
  medianMs: number | null;
}

/**
 * Returns a function that sums up the queue, at most once a minute. The numbers are metrics too
 * (R684).
 */
export function createSummary(db: Database, clock: Clock): () => Promise<QueueSummary> {
  let readAt = Number.NEGATIVE_INFINITY;
  let latest: Promise<Summary> | undefined;
  const read = (): Promise<Summary> => {
    const now = clock.now();
    if (latest && now - readAt < MINUTE_MS) return latest;
    readAt = now;
    latest = readSummary(db, now);
    latest.catch(() => {
      readAt = Number.NEGATIVE_INFINITY;
    });
    return latest;
  };
  measure({
    name: "kanaat_reports_open",
    help: "Reports that wait for a decision of moderators",
    kind: "gauge",
    read: async () => (await read()).reports,
  });
  measure({
    name: "kanaat_reports_oldest_seconds",
    help: "Since when the oldest case waits for moderators",
    kind: "gauge",
    read: async () => {
      const { oldest } = await read();
      return oldest === null ? 0 : Math.max(0, clock.now() - oldest) / SECOND_MS;
    },
  });
  return async () => {
    const { reports, oldest, medianMs } = await read();
    return {
      reports,
      oldest: oldest === null ? null : toTimestamp(oldest),
      median_wait_s: medianMs === null ? null : Math.round(medianMs / SECOND_MS),
    };
  };
}

/** Cases whose reports are added up at most; a queue of more is not exact any more. */
const SUMMED_MAX = 200_000;

async function readSummary({ aside }: Database, now: number): Promise<Summary> {
  const open = aside.selectFrom("moderation_cases").where("urgency", "is not", null);
  const { reports } = await aside
    .selectFrom(open.select("reports").orderBy("urgency", "desc").limit(SUMMED_MAX).as("open"))
    .select((of) => of.fn.sum<number>("reports").as("reports"))
    .executeTakeFirstOrThrow();
  const oldest = await open.select("opened_at").orderBy("opened_at").limit(1).executeTakeFirst();
  const { count } = await aside
    .selectFrom("closed_cases")
    .select((of) => of.fn.countAll<number>().as("count"))
    .where("closed_at", ">", now - COUNTED_DAYS * DAY_MS)
    .executeTakeFirstOrThrow();
  // Older ones are deleted each minute, so that the index by waits alone has the median.
  const median = await aside
    .selectFrom("closed_cases")
    .select("waited_ms")
    .orderBy("waited_ms")
    .limit(1)
    .offset(Math.floor(Math.max(0, Number(count) - 1) / 2))
    .executeTakeFirst();
  return {
    reports: Number(reports ?? 0),
    oldest: oldest?.opened_at ?? null,
    medianMs: Number(count) === 0 ? null : (median?.waited_ms ?? null),
  };
}
