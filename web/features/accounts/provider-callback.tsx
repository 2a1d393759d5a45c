import { useMutation } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { nextPath } from "#web/features/sign-in/next-path.ts";
import {
  type Newcomer,
  savedNewcomer,
  saveNewcomer,
  type Trip,
  takeTrip,
} from "#web/features/sign-in/providers/provider-trip.ts";
import { finishLinking, finishLogin } from "#web/features/sign-in/providers/providers.api.ts";
import { resumeOnNextPage } from "#web/features/sign-in/resumed-act.ts";
import { SecondStep } from "#web/features/sign-in/second-step.tsx";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { onSessionChange, startSession } from "#web/lib/session.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { Spinner } from "#web/ui/spinner.tsx";
import { CompleteAccountForm } from "./complete-account-form.tsx";

type Goal = Pick<Trip, "next" | "resume">;

/** Completes a sign-in, or the linking of an account, after the provider's redirect. */
export function ProviderCallback({ provider }: { provider: string }) {
  const router = useRouter();
  const [newcomer, setNewcomer] = useState<Newcomer>();
  const [isForeign, setForeign] = useState(false);

  const goOn = ({ next, resume }: Goal) => {
    if (resume) resumeOnNextPage(resume);
    router.history.replace(nextPath(next));
  };
  const finish = useMutation({
    mutationFn: async ({ trip, parameters }: { trip: Trip; parameters: string }) => {
      if (trip.isLinking) {
        await finishLinking(trip, parameters);
        toast.success("Hesabınız Bağlandı", "Artık bu yolla da giriş yapabilirsiniz.");
        return goOn(trip);
      }
      const { session, registration } = await finishLogin(trip, parameters);
      if (session) {
        startSession(session);
        return goOn(trip);
      }
      if (!registration) return;
      const { next, resume, remember } = trip;
      const found = { ...registration, next, resume, remember };
      saveNewcomer(found);
      setNewcomer(found);
    },
  });

  const begin = useEffectEvent(() => {
    const parameters = location.search.slice(1);
    // The code is secret: it must not stay in the history or be seen over a shoulder.
    history.replaceState(history.state, "", location.pathname);
    const trip = takeTrip(provider);
    const saved = savedNewcomer();
    if (trip && parameters) finish.mutate({ trip, parameters });
    else if (saved && !parameters) setNewcomer(saved);
    else setForeign(true);
  });
  const trip = finish.variables?.trip;
  const secondStep =
    finish.error instanceof ApiProblem && finish.error.code === "second_factor_required"
      ? finish.error
      : undefined;
  // The second step starts the session itself.
  const goOnSignedIn = useEffectEvent(() => trip && goOn(trip));
  useEffect(() => {
    if (!secondStep) return;
    return onSessionChange((change, isHere) => {
      if (change === "started" && isHere) goOnSignedIn();
    });
  }, [secondStep]);

  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    begin();
  }, []);

  if (newcomer) {
    return (
      <Screen title="Hesabınızı tamamlayın">
        <CompleteAccountForm newcomer={newcomer} onDone={() => goOn(newcomer)} />
      </Screen>
    );
  }
  if (isForeign) {
    return (
      <Failure
        title="Giriş Bu Sekmede Başlamadı"
        text="Güvenliğiniz için giriş, başladığı sekmede tamamlanır. Lütfen yeniden başlayın."
      />
    );
  }
  if (secondStep) {
    return (
      <Screen title="Giriş yapılıyor">
        <SecondStep
          ticket={secondStep.ticket ?? ""}
          methods={secondStep.methods}
          onGiveUp={() => router.navigate({ to: "/login", search: { next: trip?.next } })}
        />
      </Screen>
    );
  }
  if (finish.error) {
    const { error } = finish;
    const problem = error instanceof ApiProblem ? error : undefined;
    return (
      <Failure
        title={problem?.title ?? "Giriş Tamamlanamadı"}
        text={
          problem?.fields.email ??
          problem?.message ??
          "Bir şeyler ters gitti. Lütfen yeniden başlayın."
        }
        isLinking={trip?.isLinking}
        next={trip?.next}
      />
    );
  }
  return (
    <Screen title="Giriş yapılıyor">
      <Spinner label="Giriş tamamlanıyor" />
    </Screen>
  );
}

function Screen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="column max-w-2xl sm:py-6">
      <h1 className="mb-6 text-3xl font-extrabold">{title}</h1>
      <div className="sm:rounded sm:border sm:border-line sm:bg-surface sm:p-8 sm:shadow">
        {children}
      </div>
    </div>
  );
}

interface FailureProps {
  title: string;
  text: string;
  isLinking?: boolean | undefined;
  next?: string | undefined;
}

function Failure({ title, text, isLinking, next }: FailureProps) {
  return (
    <Screen title={isLinking ? "Hesap bağlanamadı" : "Giriş tamamlanamadı"}>
      <div role="alert" className="grid gap-1.5">
        <p className="text-xl font-extrabold text-balance">{title}</p>
        <p className="text-muted text-pretty">{text}</p>
      </div>
      <p className="mt-5">
        {isLinking ? (
          <LinkButton to="/account">Hesabıma Dön</LinkButton>
        ) : (
          <LinkButton variant="primary" to="/login" search={next ? { next } : {}}>
            Giriş Sayfasına Git
          </LinkButton>
        )}
      </p>
    </Screen>
  );
}
