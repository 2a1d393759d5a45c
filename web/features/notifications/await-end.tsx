import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import Bell from "lucide-react/icons/bell";
import BellRing from "lucide-react/icons/bell-ring";
import { useEffect, useEffectEvent } from "react";
import { openAuthDialog } from "#web/features/sign-in/auth-dialog-store.ts";
import { takeResumed } from "#web/features/sign-in/resumed-act.ts";
import { acceptInvitation } from "#web/features/surveys/surveys.api.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { useBrowserQuery } from "#web/lib/browser-query.ts";
import { actsOnce } from "#web/lib/double-click-guard.ts";
import { useLoginState } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { cn } from "#web/ui/cn.ts";

interface Props {
  surveyId: number;
  invitationCode: string | undefined;
}

/**
 * Has the person notified of a survey's end (R543). Visitors are asked to sign in, and wait from
 * then on.
 */
export function AwaitEnd({ surveyId, invitationCode }: Props) {
  const login = useLoginState();
  const isSignedIn = login === "in";
  const status = useBrowserQuery({
    ...awaitedEndQuery(surveyId, invitationCode),
    enabled: isSignedIn,
  });
  const waiting = useWaiting(surveyId, invitationCode);
  const isWaiting = isSignedIn && status.data?.item === true;

  // People who signed in on a provider's page return to this page.
  const resume = `await the end of ${surveyId}`;
  const goOn = useEffectEvent(() => void (takeResumed(resume) && waiting.mutate(true)));
  useEffect(() => {
    if (isSignedIn) goOn();
  }, [isSignedIn]);

  const press = () => {
    if (isSignedIn) return waiting.mutate(!isWaiting);
    openAuthDialog("join", {
      why: (once) => `İsteğinizi aldık; ${once} kaydedilecek.`,
      afterSignIn: () => waiting.mutate(true),
      resume,
    });
  };

  return (
    <div className="flex flex-wrap items-center print:hidden">
      <p role="status" className="flex items-center gap-1.5">
        {isWaiting && (
          <>
            <BellRing className="size-5 text-turkuaz" aria-hidden="true" />
            Anket bitince haber vereceğiz.
          </>
        )}
      </p>
      <Button
        variant="ghost"
        {...actsOnce}
        onClick={press}
        className={cn(
          isWaiting ? "text-muted" : "-ml-4",
          isSignedIn && status.isPending && "invisible",
        )}
      >
        {isWaiting ? (
          "Vazgeç"
        ) : (
          <>
            <Bell className="size-5" aria-hidden="true" />
            Bitince haber ver
          </>
        )}
      </Button>
    </div>
  );
}

const awaitedEndQuery = (surveyId: number, invitationCode?: string) =>
  queryOptions({
    queryKey: queryKeys.awaitedEnd(surveyId),
    queryFn: ({ signal }) =>
      callApi("GET /api/auth/surveys/{id}/awaited-end", {
        params: { id: surveyId },
        query: { davet: invitationCode },
        signal,
      }),
  });

/** Waits for the end, or with `false` no longer: shown at once, reverted if the call fails. */
function useWaiting(surveyId: number, invitationCode?: string) {
  const queryClient = useQueryClient();
  const { queryKey } = awaitedEndQuery(surveyId);
  const params = { id: surveyId };
  return useMutation({
    // Runs the calls in sequence, in the order of the presses.
    scope: { id: `await the end of ${surveyId}` },
    mutationFn: async (waits: boolean) => {
      if (!waits) return callApi("DELETE /api/auth/surveys/{id}/awaited-end", { params });
      if (invitationCode) await acceptInvitation(surveyId, invitationCode);
      return callApi("PUT /api/auth/surveys/{id}/awaited-end", { params });
    },
    onMutate: async (waits) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, { item: waits });
    },
    onError: (error, waits) => {
      queryClient.setQueryData(queryKey, { item: !waits });
      toastProblem(error);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}
