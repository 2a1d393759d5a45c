import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { votersOf } from "#contract/ballots/ballots.ts";
import { MINUTE_MS } from "#contract/durations.ts";
import { lookReached } from "#contract/shapes/groups.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
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
  const liveTotal = votersOf(live.data?.items ?? [], live.data?.voters);
  const storedTotal = votersOf(data?.results ?? [], data?.voters);
  const hasNewerRounds = (live.data?.ranking?.voters ?? 0) > (data?.ranking?.voters ?? 0);
  const noOpinions = (live.data?.no_opinion ?? 0) - (data?.no_opinion ?? 0);
  const newer = liveTotal + noOpinions > storedTotal || hasNewerRounds ? live.data : undefined;

  const reached = lookReached(Math.max(liveTotal, storedTotal));
  const isBehind = !survey.ballot && reached > lookReached(data?.breakdown?.votes ?? 0);
  useEffect(() => {
    if (!isBehind || survey.state !== "active") return;
    const timer = setInterval(refetch, GROUPS_AFTER_MS * (0.5 + Math.random()));
    return () => clearInterval(timer);
  }, [isBehind, survey.state, refetch]);

  const results = newer && {
    ...{ results: newer.items, voters: newer.voters, ranking: newer.ranking },
    no_opinion: newer.no_opinion,
  };
  return { ...report, data: data && { ...data, ...results } };
}
