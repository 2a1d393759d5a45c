import { useMutation, useQueryClient } from "@tanstack/react-query";
import { accountQuery } from "#web/features/accounts/accounts.api.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";

/** Dismisses a notice by its name, and removes it from the cached account. */
export function useDismissNotice() {
  const queryClient = useQueryClient();
  const { queryKey } = accountQuery;
  return useMutation({
    mutationFn: (name: string) =>
      callApi("DELETE /api/auth/account/notices/{name}", { params: { name } }),
    onError: (problem) => toastProblem(problem),
    onSuccess: async (_, name) => {
      // A response from before the call would bring it back.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (old) => {
        if (!old) return old;
        const notices = old.item.notices?.filter((notice) => notice.name !== name);
        return { item: { ...old.item, notices } };
      });
    },
  });
}
