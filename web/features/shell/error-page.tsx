import {
  type ErrorComponentProps,
  useRouter,
  useRouterState,
  useSearch,
} from "@tanstack/react-router";
import { useEffect } from "react";
import { NotFound } from "#web/features/shell/not-found.tsx";
import { openAuthDialog } from "#web/features/sign-in/auth-dialog-store.ts";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { isChunkLoadError, reloadIfOnline } from "#web/lib/api/chunk-load-error.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { useLoginState } from "#web/lib/session.ts";
import { onUnmodifiedClick } from "#web/lib/unmodified-click.ts";
import { LostCode } from "#web/ui/lost-code.tsx";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { TextLink } from "#web/ui/text-link.tsx";

/** Replaces a page whose loader or rendering failed. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const router = useRouter();
  const { davet: invitationCode } = useSearch({ strict: false });
  // Retrying remounts this component before the response has arrived, so the router knows better.
  const isRetrying = useRouterState({ select: ({ isLoading }) => isLoading });
  const problem = error instanceof ApiProblem ? error : undefined;
  if (problem?.status === 404) {
    if (invitationCode) return <OldInvitation />;
    return problem.asVisitor ? <MaybePrivate problem={problem} /> : <NotFound />;
  }
  const reload = async (why: ApiProblem) => {
    if (!(await reloadIfOnline())) toastProblem(why);
  };
  return (
    <div className="column py-12">
      {isChunkLoadError(error) ? (
        <LostCode error={error} onRetry={reload} />
      ) : (
        <ProblemState error={error} onRetry={() => router.invalidate()} isRetrying={isRetrying} />
      )}
    </div>
  );
}

/** For an invitation link that has been replaced: signing in does not help. */
function OldInvitation() {
  return (
    <NotFound>
      <p className="max-w-md text-lg text-muted text-pretty">
        Davet bağlantısı yenilenmiş olabilir. Size gönderenden yeni bağlantıyı isteyin.
      </p>
    </NotFound>
  );
}

/** Refetching remounts `MaybePrivate` before the response has arrived. */
const refetched = new WeakSet<ApiProblem>();

/**
 * The server called the API without a token. Content that only this person may see, such as their
 * own draft, is refetched with the token before it counts as missing.
 */
function MaybePrivate({ problem }: { problem: ApiProblem }) {
  const login = useLoginState();
  const router = useRouter();
  useEffect(() => {
    if (login !== "in" || refetched.has(problem)) return;
    refetched.add(problem);
    void router.invalidate();
  }, [login, problem, router]);
  return (
    <>
      {login !== "out" && (
        <div className="grid place-items-center py-24 signed-out:hidden">
          <Spinner label="Sayfa yükleniyor" />
        </div>
      )}
      {login !== "in" && (
        <div className="signed-in:hidden">
          <NotFound>
            {problem.code === "survey_not_found" && (
              <p className="text-lg text-muted text-pretty">
                Size açık özel ya da 18+ bir anketse{" "}
                <TextLink to="/login" onClick={onUnmodifiedClick(() => openAuthDialog("login"))}>
                  giriş yapınca
                </TextLink>{" "}
                açılır.
              </p>
            )}
          </NotFound>
        </div>
      )}
    </>
  );
}
