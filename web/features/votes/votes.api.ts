import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { Choice } from "#contract/ballots/ballots.ts";
import { PAGE_SIZE, RESULTS_REFRESH_AFTER_VOTE_MS } from "#contract/limits.ts";
import { resultsQuery } from "#web/features/results/results.api.ts";
import { isShownInSteps } from "#web/features/results/steps-words.ts";
import type { SettledVote } from "#web/features/sign-in/codes/code-attempt.ts";
import { acceptInvitation } from "#web/features/surveys/surveys.api.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import type { Answer } from "#web/lib/api/api-types.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";
import { useBrowserQuery } from "#web/lib/browser-query.ts";
import { useLoginState } from "#web/lib/session.ts";

const voteStatusQuery = (surveyId: number, invitationCode?: string) =>
  queryOptions({
    queryKey: queryKeys.voteStatus(surveyId),
    queryFn: ({ signal }) =>
      callApi("GET /api/auth/surveys/{id}/responses/status", {
        params: { id: surveyId },
        query: { davet: invitationCode },
        signal,
      }),
    // The vote may have been cast in another tab.
    refetchOnWindowFocus: "always",
  });

/** Whether the person is changing the vote; only the browser knows. */
export const changingQuery = (surveyId: number) => ({
  queryKey: queryKeys.changingVote(surveyId),
  queryFn: () => false,
  enabled: false,
  initialData: false,
});

/** The same for one of many surveys in a list. */
const listedVoteStatusQuery = (surveyId: number) =>
  queryOptions({
    queryKey: queryKeys.voteStatus(surveyId),
    queryFn: () => readListedVoteStatus(surveyId),
    refetchOnWindowFocus: "always",
  });

let asked: { ids: number[]; voted: Promise<ReadonlySet<number>> } | undefined;

/** All cards that ask at the same moment, such as those of one page, share a call. */
async function readListedVoteStatus(surveyId: number): Promise<boolean> {
  asked ??= { ids: [], voted: nextTask().then(readAsked) };
  asked.ids.push(surveyId);
  return (await asked.voted).has(surveyId);
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

async function readAsked(): Promise<ReadonlySet<number>> {
  const ids = [...new Set(asked?.ids)];
  asked = undefined;
  const pages = Array.from({ length: Math.ceil(ids.length / PAGE_SIZE.max) }, (_, page) =>
    callApi("GET /api/auth/account/votes", {
      query: { survey_ids: ids.slice(page * PAGE_SIZE.max, (page + 1) * PAGE_SIZE.max) },
    }),
  );
  return new Set((await Promise.all(pages)).flatMap(({ items }) => items));
}

/** `unknown` until the server has answered; `open` for visitors. */
export function useVoteStatus(
  surveyId: number,
  invitationCode?: string,
  isListed = false,
): "unknown" | "open" | "voted" {
  const loginState = useLoginState();
  const status = useBrowserQuery({
    ...(isListed ? listedVoteStatusQuery(surveyId) : voteStatusQuery(surveyId, invitationCode)),
    enabled: loginState === "in",
    refetchOnMount: isListed || "always",
  });
  if (loginState === "out") return "open";
  if (loginState === "unknown" || status.isPending) return "unknown";
  return status.data ? "voted" : "open";
}

/** Casts or changes a vote, unless a code has `settled` it, then fetches the results at once and again shortly after (R80). */
export function useCastVote(surveyId: number, invitationCode?: string) {
  const queryClient = useQueryClient();
  const refreshResults = () =>
    queryClient.invalidateQueries({ queryKey: resultsQuery(surveyId).queryKey });
  const countVote = () =>
    queryClient.setQueryData<Answer<"GET /api/auth/surveys/{id}">>(
      queryKeys.survey(String(surveyId)),
      (survey) => {
        const votes = survey?.item.vote_count ?? null;
        return survey && votes !== null && !isShownInSteps(survey.item)
          ? { ...survey, item: { ...survey.item, vote_count: votes + 1 } }
          : survey;
      },
    );
  const showVoted = () => {
    const { queryKey } = voteStatusQuery(surveyId);
    queryClient.setQueryData(queryKey, true);
    void queryClient.invalidateQueries({ queryKey });
    void refreshResults();
    setTimeout(refreshResults, RESULTS_REFRESH_AFTER_VOTE_MS);
  };
  /** A vote that was sent, but may or may not have been counted. */
  const inDoubt = useRef<string>(null);
  return useMutation({
    mutationKey: queryKeys.castVote,
    mutationFn: async ({
      choice,
      settled,
      isChange,
    }: {
      choice: Choice;
      settled?: SettledVote | undefined;
      isChange?: boolean;
    }) => {
      if (settled?.problem) throw settled.problem;
      if (settled) return { item: { survey_id: surveyId, ...choice } };
      if (invitationCode) await acceptInvitation(surveyId, invitationCode);
      const vote = { survey_id: surveyId, ...choice };
      if (isChange) return callApi("PUT /api/auth/surveys/responses", { body: vote });
      const sent = JSON.stringify(vote);
      try {
        return await callApi("POST /api/auth/surveys/responses", { body: vote });
      } catch (problem) {
        const code = problem instanceof ApiProblem && problem.code;
        if (code === "outcome_unknown" || code === "network") inDoubt.current = sent;
        if (code === "already_voted" && inDoubt.current === sent) return { item: vote };
        throw problem;
      }
    },
    onSuccess: (_, { choice, isChange }) => {
      if (!isChange && !("no_opinion" in choice)) countVote();
      queryClient.setQueryData(changingQuery(surveyId).queryKey, false);
      showVoted();
      void import("#web/features/installed-app/install-offer.tsx").then(
        (offer) => offer.offerInstalling(),
        () => undefined,
      );
    },
    onError: (problem) => {
      if (problem instanceof ApiProblem && problem.code === "already_voted") showVoted();
      // The survey may have ended or been deleted since it was loaded.
      else void queryClient.invalidateQueries({ queryKey: queryKeys.anySurvey });
    },
  });
}
