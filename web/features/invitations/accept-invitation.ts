import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { acceptInvitation } from "#web/features/surveys/surveys.api.ts";
import { useIsSignedIn } from "#web/lib/session.ts";
import { toastProblem } from "#web/lib/toast-problem.ts";

/** Adds a signed-in person to the invited, after which the address goes on without its code. */
export function useAcceptedInvitation(surveyId: number, davet: string | undefined): void {
  const isSignedIn = useIsSignedIn();
  const router = useRouter();
  useEffect(() => {
    if (!davet || !isSignedIn) return;
    acceptInvitation(surveyId, davet).then(() => {
      // Who has gone on meanwhile is not led back.
      if (router.state.location.search.davet !== davet) return;
      const params = { id: String(surveyId) };
      return router.navigate({ to: "/surveys/$id", params, replace: true, resetScroll: false });
    }, toastProblem);
  }, [surveyId, davet, isSignedIn, router]);
}
