import { infiniteQueryOptions } from "@tanstack/react-query";
import { withStaffProof } from "#web/features/sign-in/proof/with-staff-proof.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import type { Body } from "#web/lib/api/api-types.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";

/** Past and coming ones too, newest first. */
export const quietPeriodsQuery = infiniteQueryOptions({
  queryKey: queryKeys.mine("quiet-periods"),
  queryFn: ({ pageParam: cursor, signal }) =>
    callApi("GET /api/auth/moderation/quiet-periods", { query: { cursor }, signal }),
  initialPageParam: "",
  getNextPageParam: (page) => page.next_cursor,
});

// After a sign-in at a provider the form has to be filled in again.
export const createQuietPeriod = (body: Body<"POST /api/auth/moderation/quiet-periods">) =>
  withStaffProof(() => callApi("POST /api/auth/moderation/quiet-periods", { body }));

export const endQuietPeriod = (id: number, words: string) =>
  withStaffProof(() =>
    callApi("POST /api/auth/moderation/quiet-periods/{id}/end", {
      params: { id },
      body: { words },
    }),
  );
