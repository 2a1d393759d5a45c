import { queryOptions } from "@tanstack/react-query";
import type { PublicKey } from "#contract/proof/sealed-results.ts";
import { apiBase, callApi, fetchAnswer } from "#web/lib/api/api-client.ts";
import { ApiProblem, networkProblem } from "#web/lib/api/api-problem.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";

/** Part of `queryKeys`, separate from what every page loads. */
export const receiptKeys = {
  ownReceipt: (surveyId: number) => [...queryKeys.my, "receipt", surveyId],
  seal: (surveyId: number) => [...queryKeys.viewer, "seal", surveyId],
  bundle: (surveyId: number) => [...queryKeys.viewer, "seal", surveyId, "bundle"],
  check: (surveyId: number, what: string) => [...queryKeys.viewer, "seal", surveyId, what],
  signingKeys: ["signing-keys"],
};

const PENDING_REFRESH_MS = 20_000;

/** The results that were signed when the survey ended; refetched until it is signed. */
export const sealQuery = (id: number, invitationCode?: string) =>
  queryOptions({
    queryKey: receiptKeys.seal(id),
    queryFn: ({ signal }) =>
      callApi("GET /api/auth/surveys/{id}/seal", {
        params: { id },
        query: { davet: invitationCode },
        signal,
      }),
    refetchInterval: ({ state }) => state.data?.item.state === "pending" && PENDING_REFRESH_MS,
  });

/** The same with all receipts, which never change. */
export const bundleQuery = (id: number, invitationCode?: string) =>
  queryOptions({
    queryKey: receiptKeys.bundle(id),
    queryFn: ({ signal }) =>
      callApi("GET /api/auth/surveys/{id}/seal/bundle", {
        params: { id },
        query: { davet: invitationCode },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The same as an unread response, for bundles that are not kept in memory. */
export const fetchBundle = (id: number, invitationCode?: string, signal?: AbortSignal) =>
  fetchAnswer("GET /api/auth/surveys/{id}/seal/bundle", {
    params: { id },
    query: { davet: invitationCode },
    ...(signal && { signal }),
  });

/** The signed-in person's receipt, with its signature; null if they have not voted. */
export const ownReceiptQuery = (id: number, invitationCode?: string) =>
  queryOptions({
    queryKey: receiptKeys.ownReceipt(id),
    queryFn: async ({ signal }) => {
      const asked = { params: { id }, query: { davet: invitationCode }, signal };
      try {
        return (await callApi("GET /api/auth/surveys/{id}/receipt", asked)).item;
      } catch (problem) {
        if (problem instanceof ApiProblem && problem.code === "vote_not_found") return null;
        throw problem;
      }
    },
  });

/** The place of a receipt among those signed, with its proof; null if it is not among them. */
export async function findReceipt(id: number, receipt: string, invitationCode?: string) {
  const asked = { params: { id, receipt }, query: { davet: invitationCode } };
  try {
    return (await callApi("GET /api/auth/surveys/{id}/seal/receipts/{receipt}", asked)).item;
  } catch (problem) {
    if (problem instanceof ApiProblem && problem.code === "receipt_not_found") return null;
    throw problem;
  }
}

/** The URL at which the site publishes its signing keys. */
export const signingKeyUrl = () => `${apiBase()}/.well-known/kanaat-signing-key`;

/** The site's signing keys. */
export const signingKeysQuery = () =>
  queryOptions({
    queryKey: receiptKeys.signingKeys,
    queryFn: async ({ signal }): Promise<PublicKey[]> => {
      try {
        const response = await fetch(signingKeyUrl(), { signal, cache: "no-cache" });
        if (response.ok) return (await response.json()).keys;
        throw new TypeError(`Status ${response.status}`);
      } catch (error) {
        throw signal.aborted ? error : networkProblem(error);
      }
    },
  });
