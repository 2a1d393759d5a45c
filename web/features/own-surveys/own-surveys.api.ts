import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { SurveyType, Visibility } from "#contract/shapes/survey-shapes.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import type { Body } from "#web/lib/api/api-types.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";

/** The signed-in person's surveys in every state, newest first, with the count of each type. */
export const ownSurveysQuery = (type: SurveyType) =>
  infiniteQueryOptions({
    queryKey: queryKeys.ownSurveys(type),
    queryFn: ({ pageParam: cursor, signal }) =>
      callApi("GET /api/auth/my/surveys", { query: { type, cursor }, signal }),
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor,
  });

type Changes = Body<"PATCH /api/auth/surveys/{id}">;

/**
 * What an owner can still do with a survey (R54 to R56). Everything is refetched afterwards, even
 * after a refusal: the survey may have changed elsewhere.
 */
export function useOwnSurvey(id: number) {
  const queryClient = useQueryClient();
  const params = { id };
  const onSettled = () => void queryClient.invalidateQueries();
  return {
    publish: useMutation({
      mutationFn: (visibility: Visibility) =>
        callApi("PUT /api/auth/surveys/{id}/visibility", { params, body: { visibility } }),
      onSettled,
    }),
    change: useMutation({
      mutationFn: (body: Changes) => callApi("PATCH /api/auth/surveys/{id}", { params, body }),
      onSettled,
    }),
    end: useMutation({
      mutationFn: () => callApi("PUT /api/auth/surveys/{id}/closure", { params }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: () =>
        callApi("DELETE /api/auth/surveys/{id}", { params }).catch((problem) => {
          // Deleted on another device, or by an earlier call whose response was lost.
          if (!isGone(problem)) throw problem;
        }),
      onSuccess: () => queryClient.removeQueries({ queryKey: queryKeys.survey(String(id)) }),
      onSettled,
    }),
  };
}

const isGone = (problem: unknown): boolean =>
  problem instanceof ApiProblem && problem.code === "survey_not_found";
