import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { LIVE_AFTER_MS, RESULTS_REFRESH_AFTER_MOUNT_MS } from "#contract/limits.ts";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { subscribeLater } from "#web/lib/page-start/subscribe-later.ts";
import { resultsQuery } from "./results.api.ts";

/** The results: fetched on mounting and again shortly after (R80), live while there are votes. */
export function useResults(surveyId: number, invitationCode?: string, isOpen = true) {
  const results = useQuery({ ...resultsQuery(surveyId, invitationCode), refetchOnMount: "always" });
  const { refetch, error } = results;
  const isTooFew = error instanceof ApiProblem && error.code === "too_few_votes";
  useLiveResults(surveyId, invitationCode, isOpen && (isTooFew || (!error && !results.isPending)));
  useEffect(() => {
    const timer = setTimeout(refetch, RESULTS_REFRESH_AFTER_MOUNT_MS);
    return () => clearTimeout(timer);
  }, [refetch]);
  return results;
}

/** Keeps the fetched results up to date through a stream if `isLive`. */
export function useLiveResults(
  surveyId: number,
  invitationCode: string | undefined,
  isLive: boolean,
): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isLive) return;
    return subscribeLater(async () => {
      const { keepLive } = await import("./live-results.ts");
      return keepLive(queryClient, surveyId, invitationCode);
    }, LIVE_AFTER_MS);
  }, [surveyId, invitationCode, isLive, queryClient]);
}
