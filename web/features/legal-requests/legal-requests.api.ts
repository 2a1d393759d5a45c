import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { LegalAsker, LegalOutcome } from "#contract/endpoints/moderation/legal-requests.ts";
import { withStaffProof } from "#web/features/sign-in/proof/with-staff-proof.ts";
import { callApi, fetchAnswer } from "#web/lib/api/api-client.ts";
import type { Body } from "#web/lib/api/api-types.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";

export const ASKERS: Record<LegalAsker, string> = {
  court: "Mahkeme ya da kurum",
  person: "Kişi",
  lawyer: "Avukat",
};

export const OUTCOMES: Record<LegalOutcome, string> = {
  carried_out: "Yerine getirildi",
  partly: "Kısmen yerine getirildi",
  refused: "Reddedildi",
};

const TOOL = "legal-requests";
/** All of them. */
export const REQUESTS = queryKeys.mine(TOOL);

/** The open ones by deadline, or the answered ones, newest first. */
export const legalRequestsQuery = (state: "open" | "answered") =>
  infiniteQueryOptions({
    queryKey: queryKeys.mine(TOOL, state),
    queryFn: ({ pageParam: cursor, signal }) =>
      callApi("GET /api/auth/moderation/legal-requests", { query: { state, cursor }, signal }),
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor,
  });

export const legalRequestQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.mine(TOOL, "one", id),
    queryFn: ({ signal }) =>
      callApi("GET /api/auth/moderation/legal-requests/{id}", { params: { id }, signal }),
  });

export const legalPictureQuery = (id: number, picture: number) =>
  queryOptions({
    queryKey: queryKeys.mine(TOOL, "one", id, picture),
    queryFn: async ({ signal }) => {
      const endpoint = "GET /api/auth/moderation/legal-requests/{id}/pictures/{picture}";
      const { body } = await fetchAnswer(endpoint, { params: { id, picture }, signal });
      return new Response(body, { headers: { "content-type": "image/webp" } }).blob();
    },
    gcTime: 0,
  });

// After a sign-in at a provider the form has to be filled in again.
export const createLegalRequest = (body: Body<"POST /api/auth/moderation/legal-requests">) =>
  withStaffProof(() => callApi("POST /api/auth/moderation/legal-requests", { body }));

export const answerLegalRequest = (
  id: number,
  body: Body<"POST /api/auth/moderation/legal-requests/{id}/answer">,
) =>
  withStaffProof(() =>
    callApi("POST /api/auth/moderation/legal-requests/{id}/answer", { params: { id }, body }),
  );
