import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { InAppNote } from "#web/features/sign-in/in-app-note.tsx";
import { withProof } from "#web/features/sign-in/proof/with-proof.ts";
import {
  goToLink,
  identitiesQuery,
  unlinkProvider,
} from "#web/features/sign-in/providers/providers.api.ts";
import { takeResumed } from "#web/features/sign-in/resumed-act.ts";
import type { Answer } from "#web/lib/api/api-types.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { isRefusedInApps } from "#web/lib/in-app-browser.ts";
import { formatDateTime } from "#web/lib/turkish.ts";
import { Button } from "#web/ui/button.tsx";
import { cn } from "#web/ui/cn.ts";
import { toast } from "#web/ui/overlay/toast.ts";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** The fragment of the URL that shows this list. */
const HASH = "#bagli-hesaplar";

/** Links the account to providers and unlinks it. */
export function LinkedProviderList({ nickname }: { nickname: string }) {
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
          <ProviderRow key={provider.id} provider={provider} nickname={nickname} />
        ))}
      </ul>
    </div>
  );
}

type Row = Answer<"GET /api/auth/account/my/identities">["items"][number];

function ProviderRow({ provider, nickname }: { provider: Row; nickname: string }) {
  const { id, label, identity } = provider;
  const queryClient = useQueryClient();
  const acts = { link: `${nickname} link ${id}`, unlink: `${nickname} unlink ${id}` };
  const link = useMutation({
    mutationFn: () => withProof(() => goToLink(id), { hash: HASH, act: acts.link }),
    onError: (error) => toastProblem(error),
  });
  const unlink = useMutation({
    mutationFn: () => withProof(() => unlinkProvider(id), { hash: HASH, act: acts.unlink }),
    onSuccess: () => toast.success("Bağlantı Kaldırıldı", `“${label}” artık hesabınızı açmaz.`),
    onError: (error) => toastProblem(error),
    onSettled: () => queryClient.invalidateQueries(identitiesQuery),
  });
  const resume = useEffectEvent(() => {
    if (takeResumed(acts.link)) link.mutate();
    if (takeResumed(acts.unlink)) unlink.mutate();
  });
  useEffect(() => resume(), []);
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
