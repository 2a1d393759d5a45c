import type { QueryClient } from "@tanstack/react-query";
import type { ResultsEvent } from "#contract/endpoints/votes.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";
import { followEvents } from "#web/lib/api/shared-stream.ts";

/**
 * Keeps a survey's fetched results up to date while the page is visible. Returns a function that
 * stops it.
 */
export function keepLive(
  queryClient: QueryClient,
  surveyId: number,
  invitationCode: string | undefined,
): () => void {
  const queryKey = queryKeys.results(surveyId);
  const mutationKey = queryKeys.castVote;
  let isBehind = false;

  /** `results` is null if they may no longer be seen. */
  function onResults(results: ResultsEvent | null) {
    // A vote cast here fetches the results twice; this event may be older.
    if (queryClient.isMutating({ mutationKey }) > 0) return;
    if (queryClient.isFetching({ queryKey, exact: true }) > 0) void fetchAgain();
    else if (results) queryClient.setQueryData(queryKey, results);
    else void queryClient.invalidateQueries({ queryKey });
  }

  /** The results being fetched may be older or newer than the event's. */
  async function fetchAgain() {
    if (isBehind) return;
    isBehind = true;
    const fetching = queryClient.getQueryCache().find({ queryKey })?.promise;
    await fetching?.catch(() => undefined);
    isBehind = false;
    await queryClient.invalidateQueries({ queryKey, exact: true });
  }

  return followEvents({
    survey: invitationCode ? `${surveyId}:${invitationCode}` : `${surveyId}`,
    onEvent(event, data) {
      if (event === "hidden" && Number(data) === surveyId) onResults(null);
      if (event !== "results") return;
      const results: ResultsEvent = JSON.parse(data);
      if (results.survey_id === surveyId) onResults(results);
    },
  });
}
