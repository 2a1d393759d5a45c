import { queryOptions } from "@tanstack/react-query";
import { MINUTE_MS } from "#contract/durations.ts";
import { withProof } from "#web/features/sign-in/proof/with-proof.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import type { Body } from "#web/lib/api/api-types.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";

/** How much waits, and how long decisions take. */
export const queueSummaryQuery = queryOptions({
  // Decisions invalidate it with the cases.
  queryKey: queryKeys.mine("cases", "summary"),
  queryFn: ({ signal }) => callApi("GET /api/auth/moderation/summary", { signal }),
  refetchInterval: MINUTE_MS,
});

/** After a sign-in at a provider it has to be done again. */
const BACK = { hash: "#guvenlik", act: "" };

export const muteCase = (id: number, body: Body<"PUT /api/auth/moderation/cases/{id}/mute">) =>
  withProof(
    () => callApi("PUT /api/auth/moderation/cases/{id}/mute", { params: { id }, body }),
    BACK,
  );

export const unmuteCase = (id: number) =>
  withProof(
    () => callApi("DELETE /api/auth/moderation/cases/{id}/mute", { params: { id }, body: {} }),
    BACK,
  );

export const escalateCase = (
  id: number,
  body: Body<"PUT /api/auth/moderation/cases/{id}/escalation">,
) => callApi("PUT /api/auth/moderation/cases/{id}/escalation", { params: { id }, body });

export const returnCase = (id: number) =>
  callApi("DELETE /api/auth/moderation/cases/{id}/escalation", { params: { id } });

export const muteReporter = (id: number, words: string) =>
  withProof(
    () =>
      callApi("PUT /api/auth/moderation/reports/{id}/mute", { params: { id }, body: { words } }),
    BACK,
  );

export const unmuteReporter = (id: number) =>
  withProof(
    () => callApi("DELETE /api/auth/moderation/reports/{id}/mute", { params: { id }, body: {} }),
    BACK,
  );
