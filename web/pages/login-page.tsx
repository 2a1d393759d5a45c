import { useQuery } from "@tanstack/react-query";
import { createFileRoute, useRouter, useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { accountQuery } from "#web/features/accounts/accounts.api.ts";
import { LoginForm } from "#web/features/sign-in/login-form.tsx";
import { nextPath } from "#web/features/sign-in/next-path.ts";
import { useIsSignedIn } from "#web/lib/session.ts";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

export const Route = createFileRoute("/login")({
  validateSearch: ({ next }: { next?: unknown }): { next?: string } =>
    typeof next === "string" ? { next } : {},
  component: LoginPage,
});

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Passed by the registration. */
    email?: string;
  }
}

function LoginPage() {
  const { next } = Route.useSearch();
  const email = useRouterState({ select: ({ location }) => location.state.email });
  const router = useRouter();
  const isIn = useIsSignedIn();
  const { data, error, refetch } = useQuery({ ...accountQuery, enabled: isIn });

  // A stored token counts as a login once the server has accepted it (R18).
  useEffect(() => {
    if (isIn && data) router.history.replace(nextPath(next));
  }, [isIn, data, next, router]);

  return (
    <div className="column max-w-lg sm:py-6">
      <h1 className="mb-6 text-3xl font-extrabold">Giriş Yap</h1>
      <div className="signed-in:hidden sm:rounded sm:border sm:border-line sm:bg-surface sm:p-8 sm:shadow">
        <LoginForm
          email={email}
          onSwitch={() => router.navigate({ to: "/register", search: { next } })}
        />
      </div>
      <div className="signed-out:hidden">
        {error ? (
          <ProblemState error={error} onRetry={refetch} />
        ) : (
          <Spinner label="Hesabınıza gidiliyor" />
        )}
      </div>
    </div>
  );
}
