import { useQuery } from "@tanstack/react-query";
import { DAY_S, HOUR_S, MINUTE_S } from "#contract/durations.ts";
import { timeAgo } from "#web/lib/time-ago.ts";
import { formatNumber } from "#web/lib/turkish.ts";
import { queueSummaryQuery } from "./queue.api.ts";

/** How much waits for staff, since when, and how long decisions take (R684). */
export function QueueSummary() {
  const { data } = useQuery(queueSummaryQuery);
  if (!data) return null;
  const { reports, oldest, median_wait_s } = data.item;
  const parts = [
    reports === 0 ? "Açık bildirim yok" : `${formatNumber(reports)} açık bildirim`,
    ...(oldest ? [`en uzun bekleyen ${timeAgo(oldest, Date.now())} geldi`] : []),
    ...(median_wait_s === null
      ? []
      : [`son 30 günün kararlarının yarısı ${durationOf(median_wait_s)} içinde verildi`]),
  ];
  return <p className="mb-4 text-sm text-pretty text-muted">{parts.join(" · ")}</p>;
}

const UNITS = [
  [DAY_S, "gün"],
  [HOUR_S, "saat"],
  [MINUTE_S, "dakika"],
] as const;

/** Rounded up, so that half of the decisions really took no longer. */
function durationOf(seconds: number): string {
  const [unit, name] = UNITS.find(([least]) => seconds >= least) ?? UNITS[2];
  return `${formatNumber(Math.max(1, Math.ceil(seconds / unit)))} ${name}`;
}
