import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { MINUTE_MS } from "#contract/durations.ts";
import { lookReached } from "#contract/shapes/groups.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { totalOf } from "#web/features/ballots/ballots.ts";
import { resultsQuery } from "#web/features/results/results.api.ts";
import { useLiveResults } from "#web/features/results/use-results.ts";
import { useBrowserQuery } from "#web/lib/browser-query.ts";
import { reportQuery } from "./report.api.ts";

/** Groups change within seconds of a look; readers ask for them at different moments. */
const GROUPS_AFTER_MS = MINUTE_MS;

/** The report; its results are live while there are votes, and its groups follow. */
export function useLiveReport(survey: Survey, invitationCode: string | undefined) {
  const report = useQuery({
    ...reportQuery(survey.id, invitationCode),
    refetchOnMount: "always",
  });
  const { data, refetch } = report;
  useLiveResults(survey.id, invitationCode, survey.state === "active" && report.isSuccess);
  const live = useBrowserQuery({ ...resultsQuery(survey.id, invitationCode), enabled: false });
  // Of two fetched at the same time, the one with more votes is newer.
  const isLiveNewer = totalOf(survey, live.data?.items) > totalOf(survey, data?.results);
  const results = isLiveNewer ? live.data?.items : data?.results;

  const total = totalOf(survey, results);
  const isBehind = lookReached(total) > lookReached(data?.breakdown?.votes ?? 0);
  useEffect(() => {
    if (!isBehind || survey.state !== "active") return;
    const timer = setInterval(refetch, GROUPS_AFTER_MS * (0.5 + Math.random()));
    return () => clearInterval(timer);
  }, [isBehind, survey.state, refetch]);

  return { ...report, data: data && results && { ...data, results } };
}
