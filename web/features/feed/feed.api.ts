import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import { MINUTE_MS } from "#contract/durations.ts";
import type { FeedTab } from "#contract/endpoints/feed.ts";
import { QUESTIONS_AT_ONCE } from "#contract/limits.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";
import { currentToken } from "#web/lib/session.ts";
import { ssrContext } from "#web/lib/ssr-context.ts";
import { answeredToday } from "./feed-day.ts";

/** How long a list is kept for somebody who comes back to it. */
const KEPT_MS = 10 * MINUTE_MS;

/**
 * Questions to vote on, page by page. It stays as it is while it is on screen, with the questions
 * answered since, and for some minutes afterwards.
 */
export const questionsQuery = (tab: FeedTab, isMember: boolean) =>
  infiniteQueryOptions({
    queryKey: isMember ? queryKeys.ownQuestions(tab) : queryKeys.questions(tab),
    queryFn: async ({ pageParam: cursor, signal }) => {
      const answeredBefore = answeredToday();
      const query = { tab, limit: QUESTIONS_AT_ONCE, ...(cursor && { cursor }) };
      const page = await callApi("GET /api/auth/feed", { query, signal });
      return { ...page, answeredBefore };
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
  });

/** Documents contain the visitors' questions; a failure decides their status. */
export const loadQuestions = (queryClient: QueryClient, tab: FeedTab) =>
  ssrContext()
    ? queryClient.ensureInfiniteQueryData(questionsQuery(tab, false))
    : queryClient.prefetchInfiniteQuery(questionsQuery(tab, currentToken() !== null));
