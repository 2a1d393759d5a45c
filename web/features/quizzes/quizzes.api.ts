import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Attempt, QuizAnswers } from "#contract/shapes/quiz-shapes.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { isShownInSteps } from "#web/features/results/steps-words.ts";
import { acceptInvitation } from "#web/features/surveys/surveys.api.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import type { Answer } from "#web/lib/api/api-types.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";
import { useIsSignedIn } from "#web/lib/session.ts";

const part = (id: number, davet: string | undefined) => ({ params: { id }, query: { davet } });

export const questionsQuery = (id: number, davet?: string) =>
  queryOptions({
    queryKey: queryKeys.quizQuestions(id),
    queryFn: ({ signal }) =>
      callApi("GET /api/auth/surveys/{id}/questions", { ...part(id, davet), signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The signed-in person's attempt that counts; null without one. */
export const ownAttemptQuery = (id: number, davet?: string) =>
  queryOptions({
    queryKey: queryKeys.ownAttempt(id),
    queryFn: ({ signal }) =>
      callApi("GET /api/auth/surveys/{id}/attempts/my", { ...part(id, davet), signal }),
  });

export const scoresQuery = (id: number, davet?: string) =>
  queryOptions({
    queryKey: queryKeys.scores(id),
    queryFn: ({ signal }) =>
      callApi("GET /api/auth/surveys/{id}/scores", { ...part(id, davet), signal }),
    retry: false,
  });

/** The survey with one more vote, where their number is shown as it grows. */
const withOneMore = (survey: Survey): Survey =>
  survey.vote_count === null || isShownInSteps(survey)
    ? survey
    : { ...survey, vote_count: survey.vote_count + 1 };

interface Ended {
  answers: QuizAnswers;
  practice: boolean;
}

/** Ends an attempt; one that counts is then the person's vote. */
export function useSubmitAttempt(id: number, invitationCode: string | undefined) {
  const queryClient = useQueryClient();
  const isSignedIn = useIsSignedIn();
  return useMutation({
    mutationFn: async ({ answers, practice }: Ended): Promise<Attempt> => {
      if (isSignedIn && invitationCode) await acceptInvitation(id, invitationCode);
      const sent = { ...part(id, invitationCode), body: { answers, practice } };
      return (await callApi("POST /api/auth/surveys/{id}/attempts", sent)).item;
    },
    onSuccess: (attempt) => {
      if (!attempt.counts) return;
      queryClient.setQueryData(ownAttemptQuery(id).queryKey, { item: attempt });
      queryClient.setQueryData(queryKeys.voteStatus(id), true);
      queryClient.setQueryData<Answer<"GET /api/auth/surveys/{id}">>(
        queryKeys.survey(String(id)),
        (survey) => survey && { ...survey, item: withOneMore(survey.item) },
      );
      void queryClient.invalidateQueries({ queryKey: queryKeys.results(id) });
    },
  });
}
