import type { CaseDetail } from "#contract/endpoints/moderation-cases.ts";
import { REASONS } from "#contract/shapes/report-reasons.ts";
import { formatDateTime, formatNumber } from "#web/lib/turkish.ts";
import { Badge } from "#web/ui/badge.tsx";
import { useIsOwnCase } from "./case-tools.tsx";
import { ReporterMute } from "./reporter-mute.tsx";
import { Shown } from "./shown.tsx";

/** Further reports are folded, so that the decision is near on a phone. */
const FIRST = 5;

type Report = CaseDetail["reported"][number];

/** What was reported: how often for which reason, and the reports, newest first (R474). */
export function Reported({ item }: { item: CaseDetail }) {
  const { reported } = item;
  if (reported.length === 0) return null;
  const open = reported.filter(({ is_open }) => is_open);
  const more = reported.slice(FIRST);
  return (
    <section aria-labelledby="bildirimler" className="grid gap-3">
      <h2 id="bildirimler" className="text-xl font-extrabold">
        Bildirimler
      </h2>
      {open.length > 1 && (
        <p className="text-pretty">
          {formatNumber(open.length)} açık bildirim: {countsOf(open)}
        </p>
      )}
      {item.reports > open.length && (
        <p className="text-muted">
          Yalnızca en yeni {formatNumber(reported.length)} bildirim gösteriliyor.
        </p>
      )}
      <Reports item={item} reports={reported.slice(0, FIRST)} />
      {more.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2 font-semibold">
            {formatNumber(more.length)} bildirim daha
          </summary>
          <Reports item={item} reports={more} />
        </details>
      )}
    </section>
  );
}

/** Such as "Spam 12, Diğer 1". */
function countsOf(reports: readonly Report[]): string {
  const counts = new Map<Report["reason"], number>();
  for (const { reason } of reports) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([reason, count]) => `${REASONS[reason]} ${formatNumber(count)}`)
    .join(", ");
}

function Reports({ item, reports }: { item: CaseDetail; reports: readonly Report[] }) {
  const isOwn = useIsOwnCase(item);
  return (
    <ul className="grid gap-3">
      {reports.map(({ id, reason, text, reported_at, is_open, is_author_muted, snapshot }) => (
        <li key={id} className="grid gap-1 rounded border border-line p-4">
          <p className="flex flex-wrap items-center gap-2">
            <b>{REASONS[reason]}</b>
            {is_open && <Badge variant="primary">Açık</Badge>}
            <span className="text-sm text-muted">{formatDateTime(reported_at)}</span>
          </p>
          {text && (
            <p dir="auto" className="whitespace-pre-line wrap-anywhere">
              {text}
            </p>
          )}
          {snapshot && (
            <details>
              <summary className="min-h-11 cursor-pointer py-2">
                Bildirildiğinde başka görünüyordu
              </summary>
              <Shown item={item} snapshot={snapshot} />
            </details>
          )}
          {!isOwn && <ReporterMute caseId={item.id} report={{ id, is_author_muted }} />}
        </li>
      ))}
    </ul>
  );
}
