import { votersOf } from "#contract/ballots/ballots.ts";
import { useBrowserQuery } from "#web/lib/browser-query.ts";
import { resultsQuery } from "./results.api.ts";

/** A listed survey's number of votes: after voting, the results are newer than the list. */
export function useKnownVotes(survey: { id: number; vote_count: number | null }): number | null {
  const { data } = useBrowserQuery({ ...resultsQuery(survey.id), enabled: false });
  const counted = data ? votersOf(data.items, data.voters) : null;
  if (counted === null || survey.vote_count === null) return survey.vote_count;
  return Math.max(counted, survey.vote_count);
}
