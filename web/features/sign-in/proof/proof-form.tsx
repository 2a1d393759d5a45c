import { useMutation, useQuery } from "@tanstack/react-query";
import LogIn from "lucide-react/icons/log-in";
import { PROOF_MINUTES } from "#contract/limits.ts";
import { GoogleMark } from "#web/features/sign-in/google-button.tsx";
import { InAppNote } from "#web/features/sign-in/in-app-note.tsx";
import { goToProvider, identitiesQuery } from "#web/features/sign-in/providers/providers.api.ts";
import { ConfirmIdentity } from "#web/features/sign-in/security/confirm-identity.tsx";
import { factorsQuery, proveOwnership } from "#web/features/sign-in/security/security.api.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { isRefusedInApps } from "#web/lib/in-app-browser.ts";
import { isRemembered } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { cn } from "#web/ui/cn.ts";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { WayBack } from "./with-proof.ts";

interface Props extends WayBack {
  onProved: () => void;
  onGivenUp: () => void;
}

/** By the password or a passkey; an account that has neither signs in at its provider again. */
export function ProofForm({ onProved, onGivenUp, ...back }: Props) {
  const { data, error, refetch } = useQuery(factorsQuery);
  if (!data && error) return <ProblemState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-40" />;
  const { signs_in_by_email, passkeys } = data.item;
  if (!signs_in_by_email && passkeys.length === 0) return <SignInAgain {...back} />;
  return (
    <ConfirmIdentity
      why={`Hesabınızı korumak için soruyoruz; sonra kaldığınız yerden devam edersiniz. ${PROOF_MINUTES} dakika boyunca yeniden sormayız.`}
      factors={data.item}
      onConfirmed={async (proof) => {
        await proveOwnership(proof);
        onProved();
      }}
      onGiveUp={onGivenUp}
    />
  );
}

function SignInAgain({ hash, act }: WayBack) {
  const { data, error, refetch } = useQuery(identitiesQuery);
  const go = useMutation({
    mutationFn: (provider: string) =>
      goToProvider({ provider, next: `/account${hash}`, resume: act, remember: isRemembered() }),
    onError: (problem) => toastProblem(problem),
  });
  if (!data && error) return <ProblemState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-40" />;
  return (
    <div className="grid gap-5">
      <p className="text-pretty">
        Hesabınızı korumak için bir kez daha giriş yapmanızı istiyoruz; sonra kaldığınız yerden
        devam edersiniz.
      </p>
      <InAppNote text="Başka bir hesapla giriş burada çalışmayabilir. Sayfayı tarayıcınızda açın ve orada giriş yapın." />
      {data.items
        .filter(({ identity }) => identity)
        .map(({ id, label }) => (
          <Button
            key={id}
            busy={go.isPending && go.variables === id}
            onClick={() => go.isPending || go.mutate(id)}
            className={cn("w-full", isRefusedInApps(id) && "in-app:hidden")}
          >
            {id === "google" ? <GoogleMark /> : <LogIn className="size-5" aria-hidden="true" />}
            <span className="min-w-0 wrap-anywhere">{label}</span>
          </Button>
        ))}
    </div>
  );
}
