import {
  type ErrorComponentProps,
  useRouter,
  useRouterState,
  useSearch,
} from "@tanstack/react-router";
import { useEffect } from "react";
import { openAuthDialog } from "#web/features/accounts/auth-dialog-store.ts";
import { NotFound } from "#web/features/shell/not-found.tsx";
import { ApiProblem, networkProblem } from "#web/lib/api-problem.ts";
import { isLostCode, loadAnew } from "#web/lib/chunk-load-error.ts";
import { useLoginState } from "#web/lib/session.ts";
import { toastProblem } from "#web/lib/toast-problem.ts";
import { onPlainPress } from "#web/lib/unmodified-click.ts";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { TextLink } from "#web/ui/text-link.tsx";

/** Shown in place of a page whose loader or rendering failed. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const router = useRouter();
  const { davet: invitationCode } = useSearch({ strict: false });
  // Asking again mounts this anew, long before the answer is there.
  const isRetrying = useRouterState({ select: ({ isLoading }) => isLoading });
  const problem = error instanceof ApiProblem ? error : undefined;
  if (problem?.status === 404) {
    if (invitationCode) return <OldInvitation />;
    return problem.asVisitor ? <PerhapsPersonal problem={problem} /> : <NotFound />;
  }
  const isLost = isLostCode(error);
  const shown = isLost ? networkProblem(error) : error;
  const retry = async () => {
    if (!isLost) await router.invalidate();
    else if (!(await loadAnew())) toastProblem(shown);
  };
  return (
    <div className="column py-12">
      <ProblemState error={shown} onRetry={retry} isRetrying={isRetrying} />
    </div>
  );
}

/** An invitation's link that was renewed opens nothing, and no login helps. */
function OldInvitation() {
  return (
    <NotFound>
      <p className="max-w-md text-lg text-muted text-pretty">
        Davet bağlantısı yenilenmiş olabilir. Size gönderenden yeni bağlantıyı isteyin.
      </p>
    </NotFound>
  );
}

/** Asking again mounts the error anew until the answer is there. */
const askedAgain = new WeakSet<ApiProblem>();

/**
 * The server looked without a token. What only this person may see, such as an own draft, is
 * asked for again with it before it is called missing.
 */
function PerhapsPersonal({ problem }: { problem: ApiProblem }) {
  const login = useLoginState();
  const router = useRouter();
  useEffect(() => {
    if (login !== "in" || askedAgain.has(problem)) return;
    askedAgain.add(problem);
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
                Davetli olduğunuz özel bir anketse{" "}
                <TextLink to="/login" onClick={onPlainPress(() => openAuthDialog("login"))}>
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
