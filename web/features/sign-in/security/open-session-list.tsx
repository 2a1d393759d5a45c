import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Monitor from "lucide-react/icons/monitor";
import Smartphone from "lucide-react/icons/smartphone";
import { HOUR_MS } from "#contract/durations.ts";
import type { OpenSession } from "#contract/endpoints/open-sessions.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { timeAgo } from "#web/lib/time-ago.ts";
import { formatDateTime } from "#web/lib/turkish.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useFocusFallback } from "#web/ui/use-focus-fallback.ts";
import { closeOtherSessions, closeSession, openSessionsQuery } from "./security.api.ts";

/** The person's sessions: each of the others has a button that ends it, and one ends them all. */
export function OpenSessionList() {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery({ ...openSessionsQuery, refetchOnMount: "always" });
  const onSettled = () => queryClient.invalidateQueries(openSessionsQuery);
  const close = useMutation({ mutationFn: closeSession, onSettled });
  const closeOthers = useMutation({
    mutationFn: closeOtherSessions,
    onSuccess: () => toast.success("Oturumlar Kapatıldı", "Yalnızca bu oturum açık."),
    onError: (problem) => toastProblem(problem),
    onSettled,
  });
  const sessions = data?.items ?? [];
  const box = useFocusFallback(sessions.map(({ id }) => id).join());
  if (!data && error) return <ProblemState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-40" />;
  return (
    <div {...box} className="grid gap-4 rounded outline-none">
      <p className="text-muted text-pretty">
        Hesabınıza girilmiş tarayıcılar. Tanımadığınız birini görürseniz kapatın ve şifrenizi
        değiştirin.
      </p>
      <ul className="divide-y divide-line">
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            onClose={() =>
              // Not `mutate`, whose callbacks are dropped when it is called again.
              close
                .mutateAsync(session.id)
                .then(() => toast.success("Oturum Kapatıldı"), toastProblem)
            }
          />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button
          variant="danger"
          busy={closeOthers.isPending}
          onClick={() => closeOthers.mutate()}
          className="justify-self-start"
        >
          Diğer Tüm Oturumları Kapat
        </Button>
      )}
    </div>
  );
}

function SessionRow({ session, onClose }: { session: OpenSession; onClose: () => void }) {
  const { browser, system, opened_at, is_current } = session;
  const name = [browser ?? "Bilinmeyen tarayıcı", system].filter(Boolean).join(" · ");
  const Icon = /Android|iPhone|iPad/.test(system ?? "") ? Smartphone : Monitor;
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <Icon className="size-6 shrink-0 text-turkuaz" aria-hidden="true" />
      <div className="grid min-w-0 grow basis-40 gap-0.5">
        <span className="flex flex-wrap items-center gap-2 font-semibold">
          {name}
          {is_current && <Badge variant="info">Bu oturum</Badge>}
        </span>
        <span className="text-sm text-muted">{is_current ? "Şu anda açık" : lastUse(session)}</span>
        {opened_at && (
          <span className="text-sm text-muted">Giriş: {formatDateTime(opened_at)}</span>
        )}
      </div>
      {!is_current && (
        <Button className="shrink-0 px-3 text-sm" aria-label={`Kapat: ${name}`} onClick={onClose}>
          Kapat
        </Button>
      )}
    </li>
  );
}

/** The server stores it to the hour. */
function lastUse({ last_seen_at }: OpenSession): string {
  if (!last_seen_at) return "Son kullanım bilinmiyor";
  const now = Date.now();
  if (now - Date.parse(last_seen_at) < HOUR_MS) return "Son bir saat içinde kullanıldı";
  return `Son kullanım: ${timeAgo(last_seen_at, now)}`;
}
