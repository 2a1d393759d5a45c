import { infiniteQueryOptions } from "@tanstack/react-query";
import type { ReviewWordKind } from "#contract/endpoints/moderation/review-words.ts";
import { withStaffProof } from "#web/features/sign-in/proof/with-staff-proof.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import type { Body } from "#web/lib/api/api-types.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";

const PER_PAGE = 50;

/** One of the lists, the newest first. */
export const reviewWordsQuery = (kind: ReviewWordKind) =>
  infiniteQueryOptions({
    queryKey: queryKeys.mine("review-words", kind),
    queryFn: ({ pageParam: cursor, signal }) =>
      callApi("GET /api/auth/moderation/words", {
        ...{ query: { kind, cursor, limit: PER_PAGE }, signal },
      }),
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor,
  });

export const previewReviewWords = (root: string) =>
  callApi("POST /api/auth/moderation/words/preview", { body: { root } });

// After a sign-in at a provider the form has to be filled in again.
export const addReviewWords = (body: Body<"POST /api/auth/moderation/words">) =>
  withStaffProof(() => callApi("POST /api/auth/moderation/words", { body }));

export const removeReviewWords = (body: Body<"POST /api/auth/moderation/words/removal">) =>
  withStaffProof(() => callApi("POST /api/auth/moderation/words/removal", { body }));

export const switchShippedWords = (body: Body<"PUT /api/auth/moderation/words/shipped">) =>
  withStaffProof(() => callApi("PUT /api/auth/moderation/words/shipped", { body }));
