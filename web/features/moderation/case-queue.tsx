import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { QueuedCase } from "#contract/endpoints/moderation-cases.ts";
import { REASONS } from "#contract/shapes/report-reasons.ts";
import { casesQuery } from "#web/features/moderation/cases.api.ts";
import { timeAgo } from "#web/lib/time-ago.ts";
import { formatNumber } from "#web/lib/turkish.ts";
import { Badge } from "#web/ui/badge.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** What waits for a decision, most urgent first, and why it is reported (R626, R478). */
export function CaseQueue() {
  const list = useInfiniteQuery({ ...casesQuery, refetchOnMount: "always" });
  if (list.isLoadingError) return <ProblemState error={list.error} onRetry={list.refetch} />;
  if (list.isPending) return <Skeleton className="h-64" />;
  const cases = list.data.pages.flatMap((page) => page.items);
  if (cases.length === 0)
    return (
      <EmptyState
        title="Bekleyen yok"
        text="Yeni bir bildirim ya da inceleme gelince burada görünür."
      />
    );
  return (
    <>
      <ul className="divide-y divide-line rounded border border-line bg-surface">
        {cases.map(({ id, kind, title, user, reports, reasons, opened_at, viewers, ...found }) => (
          <li key={id}>
            <Link
              to="/moderation/{-$id}"
              params={{ id: String(id) }}
              className="grid gap-1 px-4 py-3 hover:bg-sunken"
            >
              <span className="flex flex-wrap items-center gap-2">
                <Badge>{kind === "survey" ? "Anket" : "Profil"}</Badge>
                {reports > 0 && <Badge variant="primary">{formatNumber(reports)} bildirim</Badge>}
                {found.is_held && <Badge variant="info">İnceleme</Badge>}
                {found.has_objection && <Badge variant="info">İtiraz</Badge>}
                {found.escalation !== null && <Badge variant="info">Yöneticide</Badge>}
                {viewers.map((nickname) => (
                  <Badge key={nickname} variant="info">
                    @{nickname} bakıyor
                  </Badge>
                ))}
                {opened_at && (
                  <span className="text-sm text-muted">{timeAgo(opened_at, Date.now())}</span>
                )}
              </span>
              <bdi className="font-semibold wrap-anywhere">{title}</bdi>
              {reasons.length > 0 && <span className="text-sm">{summaryOf(reasons)}</span>}
              <span className="text-sm text-muted">@{user.nickname}</span>
            </Link>
          </li>
        ))}
      </ul>
      <MoreButton list={list} />
    </>
  );
}

/** Such as "Spam 3 · Diğer 1"; a line ends only behind a dot or within a reason's name. */
const summaryOf = (reasons: QueuedCase["reasons"]): string =>
  reasons
    .map(({ reason, count }) => `${REASONS[reason]}\u00a0${formatNumber(count)}`)
    .join("\u00a0· ");
