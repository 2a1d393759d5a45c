import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { LegalRequest } from "#contract/endpoints/moderation/legal-requests.ts";
import { formatDateTime } from "#web/lib/turkish.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useFocusFallback } from "#web/ui/use-focus-fallback.ts";
import { ASKERS, legalRequestsQuery, OUTCOMES } from "./legal-requests.api.ts";
import { RequestForm } from "./request-form.tsx";
import { RequestView } from "./request-view.tsx";

const VIEWS = [
  ["open", "Açık"],
  ["answered", "Yanıtlanan"],
  ["new", "Yeni Talep"],
] as const;

type Shown = { at: "open" | "answered" | "new" } | { at: "request"; id: number };

/** Legal requests: the open ones by deadline, the answered ones, one of them, or a new one (R672). */
export function LegalRequests({ onLeave }: { onLeave: () => void }) {
  const [shown, setShown] = useState<Shown>({ at: "open" });
  const show = (id: number) => setShown({ at: "request", id });
  const box = useFocusFallback(JSON.stringify(shown));
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap gap-2">
        {VIEWS.map(([at, name]) => (
          <Button
            key={at}
            aria-pressed={shown.at === at}
            onClick={() => setShown({ at })}
            className="aria-pressed:border-turkuaz aria-pressed:text-turkuaz"
          >
            {name}
          </Button>
        ))}
      </div>
      <div {...box} className="rounded outline-none">
        {(shown.at === "open" || shown.at === "answered") && (
          <RequestList key={shown.at} state={shown.at} onChoose={show} />
        )}
        {shown.at === "new" && <RequestForm onCreated={show} />}
        {shown.at === "request" && <RequestView key={shown.id} id={shown.id} onLeave={onLeave} />}
      </div>
    </div>
  );
}

interface ListProps {
  state: "open" | "answered";
  onChoose: (id: number) => void;
}

function RequestList({ state, onChoose }: ListProps) {
  const list = useInfiniteQuery({ ...legalRequestsQuery(state), refetchOnMount: "always" });
  if (list.isLoadingError) return <ProblemState error={list.error} onRetry={list.refetch} />;
  if (list.isPending) return <Skeleton className="h-40" />;
  const requests = list.data.pages.flatMap((page) => page.items);
  if (requests.length === 0)
    return <p>{state === "open" ? "Açık talep yok." : "Yanıtlanan talep yok."}</p>;
  return (
    <>
      <ul className="divide-y divide-line overflow-hidden rounded border border-line bg-surface">
        {requests.map((request) => (
          <li key={request.id}>
            <button
              type="button"
              onClick={() => onChoose(request.id)}
              className="grid w-full gap-1 px-4 py-3 text-left hover:bg-sunken"
            >
              <Summary request={request} />
            </button>
          </li>
        ))}
      </ul>
      <MoreButton list={list} />
    </>
  );
}

function Summary({ request }: { request: LegalRequest }) {
  const { name, asker, reference, target, deadline, outcome } = request;
  const isOverdue = outcome === null && Date.parse(deadline) < Date.now();
  return (
    <>
      <span className="flex flex-wrap items-center gap-2">
        <b>{name}</b>
        <Badge>{ASKERS[asker]}</Badge>
        {isOverdue && <Badge variant="primary">Süresi geçti</Badge>}
        {outcome && <Badge variant="info">{OUTCOMES[outcome]}</Badge>}
      </span>
      <bdi className="wrap-anywhere">{reference}</bdi>
      <span className="text-sm wrap-anywhere text-muted">{target}</span>
      {outcome === null && (
        <span className="text-sm text-muted">Son: {formatDateTime(deadline)}</span>
      )}
    </>
  );
}
