import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { acceptInvitation } from "#web/features/surveys/surveys.api.ts";
import { useLoginState } from "#web/lib/session.ts";
import { toastProblem } from "#web/lib/toast-problem.ts";

/** Adds a signed-in person to the invited, after which the address goes on without its code. */
export function useAcceptedInvitation(surveyId: number, davet: string | undefined): void {
  const loginState = useLoginState();
  const navigate = useNavigate();
  useEffect(() => {
    if (!davet || loginState !== "in") return;
    acceptInvitation(surveyId, davet).then(
      () => navigate({ to: "/surveys/$id", params: { id: String(surveyId) }, replace: true }),
      toastProblem,
    );
  }, [surveyId, davet, loginState, navigate]);
}
