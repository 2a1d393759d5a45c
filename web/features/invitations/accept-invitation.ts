import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { acceptInvitation } from "#web/features/surveys/surveys.api.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { whenShown } from "#web/lib/page-start/when-shown.ts";
import { useIsSignedIn } from "#web/lib/session.ts";

/** Accepts an invitation link once the person is signed in, then drops the code from the address. */
export function useAcceptInvitation(surveyId: number, invitationCode: string | undefined): void {
  const isSignedIn = useIsSignedIn();
  const router = useRouter();
  useEffect(() => {
    if (!invitationCode || !isSignedIn) return;
    const accept = () => acceptInvitation(surveyId, invitationCode);
    whenShown()
      .then(accept)
      .then(() => {
        // The person may have left the page meanwhile.
        if (router.state.location.search.davet !== invitationCode) return;
        const params = { id: String(surveyId) };
        return router.navigate({ to: "/surveys/$id", params, replace: true, resetScroll: false });
      }, toastProblem);
  }, [surveyId, invitationCode, isSignedIn, router]);
}
