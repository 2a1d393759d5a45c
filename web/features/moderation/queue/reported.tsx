import type { CaseDetail } from "#contract/endpoints/moderation-cases.ts";
import { REASONS } from "#contract/shapes/report-reasons.ts";
import { formatDateTime } from "#web/lib/turkish.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ReporterMute } from "./reporter-mute.tsx";
import { Shown } from "./shown.tsx";

/** What was reported, newest first. */
export function Reported({ item }: { item: CaseDetail }) {
  const { reported } = item;
  if (reported.length === 0) return null;
  return (
    <section aria-labelledby="bildirimler" className="grid gap-3">
      <h2 id="bildirimler" className="text-xl font-extrabold">
        Bildirimler
      </h2>
      <ul className="grid gap-3">
        {reported.map(({ id, reason, text, reported_at, is_open, is_author_muted, snapshot }) => (
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
                <summary>Bildirildiğinde başka görünüyordu</summary>
                <Shown item={item} snapshot={snapshot} />
              </details>
            )}
            <ReporterMute caseId={item.id} report={{ id, is_author_muted }} />
          </li>
        ))}
      </ul>
    </section>
  );
}
