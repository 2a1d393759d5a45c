import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { InAppNote } from "#web/features/sign-in/in-app-note.tsx";
import {
  goToLink,
  identitiesQuery,
  unlinkProvider,
} from "#web/features/sign-in/providers/providers.api.ts";
import type { Answer } from "#web/lib/api/api-types.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { isRefusedInApps } from "#web/lib/in-app-browser.ts";
import { formatDateTime } from "#web/lib/turkish.ts";
import { Button } from "#web/ui/button.tsx";
import { cn } from "#web/ui/cn.ts";
import { toast } from "#web/ui/overlay/toast.ts";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** Links the account to providers and unlinks it. */
export function LinkedProviderList() {
  const { data, error, refetch } = useQuery({ ...identitiesQuery, refetchOnMount: "always" });
  if (!data && error) return <ProblemState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-40" />;
  return (
    <div className="grid gap-4">
      <p className="text-muted text-pretty">
        Bağladığınız bir hesapla şifre yazmadan giriş yaparsınız. Bağlantıyı istediğiniz zaman
        kaldırabilirsiniz.
      </p>
      <InAppNote text="Hesap bağlamak burada çalışmayabilir. Sayfayı tarayıcınızda açın ve orada giriş yapın." />
      <ul className="divide-y divide-line">
        {data.items.map((provider) => (
          <ProviderRow key={provider.id} provider={provider} />
        ))}
      </ul>
    </div>
  );
}

type Row = Answer<"GET /api/auth/account/my/identities">["items"][number];

function ProviderRow({ provider: { id, label, identity } }: { provider: Row }) {
  const queryClient = useQueryClient();
  const link = useMutation({ mutationFn: () => goToLink(id), onError: (e) => toastProblem(e) });
  const unlink = useMutation({
    mutationFn: () => unlinkProvider(id),
    onSuccess: () => toast.success("Bağlantı Kaldırıldı", `“${label}” artık hesabınızı açmaz.`),
    onError: (error) => toastProblem(error),
    onSettled: () => queryClient.invalidateQueries(identitiesQuery),
  });
  const busy = link.isPending || unlink.isPending;
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <div className="grid min-w-0 grow basis-40 gap-0.5">
        <span className="font-semibold wrap-anywhere">{label}</span>
        <span className="text-sm text-muted wrap-anywhere">
          {identity ? (identity.email ?? "Bağlı") : "Bağlı değil"}
        </span>
        {identity && (
          <span className="text-sm text-muted">Bağlandı: {formatDateTime(identity.linked_at)}</span>
        )}
      </div>
      {/* One button, so that it keeps the focus when its action changes. */}
      <Button
        className={cn("shrink-0 px-3 text-sm", !identity && isRefusedInApps(id) && "in-app:hidden")}
        busy={busy}
        aria-label={`${identity ? "Bağlantıyı kaldır" : "Bağla"}: ${label}`}
        onClick={() => (identity ? unlink : link).mutate()}
      >
        {identity ? "Bağlantıyı Kaldır" : "Bağla"}
      </Button>
    </li>
  );
}
