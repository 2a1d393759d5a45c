import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { MINUTE_MS } from "#contract/durations.ts";
import { withStaffProof } from "#web/features/sign-in/proof/with-staff-proof.ts";
import { callApi, fetchAnswer } from "#web/lib/api/api-client.ts";
import type { Body } from "#web/lib/api/api-types.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";

/** What is open, most urgent first. */
export const casesQuery = infiniteQueryOptions({
  queryKey: queryKeys.mine("cases"),
  queryFn: ({ pageParam: cursor, signal }) =>
    callApi("GET /api/auth/moderation/cases", { query: { cursor }, signal }),
  initialPageParam: "",
  getNextPageParam: (page) => page.next_cursor,
});

export const caseQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.mine("cases", id),
    queryFn: ({ signal }) =>
      callApi("GET /api/auth/moderation/cases/{id}", { params: { id }, signal }),
  });

/** Says each minute that a case is open, and who else has it open. */
export const viewersQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.mine("case-viewers", id),
    queryFn: ({ signal }) =>
      callApi("POST /api/auth/moderation/cases/{id}/viewers", { params: { id }, signal }),
    refetchInterval: MINUTE_MS,
    gcTime: 0,
  });

/** A picture that nobody else can see. */
export const casePictureQuery = (id: number, picture: number) =>
  queryOptions({
    queryKey: queryKeys.mine("case-pictures", id, picture),
    queryFn: async ({ signal }) => {
      const params = { id, picture };
      const endpoint = "GET /api/auth/moderation/cases/{id}/pictures/{picture}";
      const { body } = await fetchAnswer(endpoint, { params, signal });
      return new Response(body, { headers: { "content-type": "image/webp" } }).blob();
    },
    gcTime: 0,
  });

/** Returns the id of the next case, or null. */
export const decideCase = (
  id: number,
  body: Body<"POST /api/auth/moderation/cases/{id}/decision">,
) =>
  withStaffProof(() =>
    callApi("POST /api/auth/moderation/cases/{id}/decision", { params: { id }, body }),
  );

export const undoDecision = (id: number, words: string) =>
  withStaffProof(() =>
    callApi("POST /api/auth/moderation/decisions/{id}/undo", {
      params: { id },
      body: { words },
    }),
  );
