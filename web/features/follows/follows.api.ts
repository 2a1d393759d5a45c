import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { MINUTE_MS } from "#contract/durations.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";

/** Whether the signed-in person follows another; needs a session. */
export const followStatusQuery = (userId: number) =>
  queryOptions({
    queryKey: queryKeys.followStatus(userId),
    queryFn: ({ signal }) =>
      callApi("GET /api/auth/followings/{userId}/status", { params: { userId }, signal }),
    staleTime: MINUTE_MS,
  });

/**
 * Follows, or with `false` unfollows. The status changes at once and is reverted if the call fails;
 * counts and lists of people are fetched again.
 */
export function useFollowing(userId: number, onDone: (follows: boolean) => void) {
  const queryClient = useQueryClient();
  const { queryKey } = followStatusQuery(userId);
  return useMutation({
    // Runs the calls in sequence, in the order of the presses.
    scope: { id: `follow ${userId}` },
    mutationFn: (follow: boolean) =>
      follow
        ? callApi("PUT /api/auth/account/followings/{userId}", { params: { userId } })
        : callApi("DELETE /api/auth/account/followings/{userId}", { params: { userId } }),
    onMutate: async (follow) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, { item: follow });
    },
    onSuccess: (_, follow) => {
      onDone(follow);
      return Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.people }),
        queryClient.invalidateQueries({ queryKey: queryKeys.account }),
      ]);
    },
    onError: (error, follow) => {
      queryClient.setQueryData(queryKey, { item: !follow });
      toastProblem(error);
      // If an earlier call failed too, the reverted status is wrong.
      return queryClient.invalidateQueries({ queryKey });
    },
  });
}
