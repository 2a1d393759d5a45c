import { queryOptions } from "@tanstack/react-query";
import { MINUTE_MS } from "#contract/durations.ts";
import { withStaffProof } from "#web/features/sign-in/proof/with-staff-proof.ts";
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

export const muteCase = (id: number, body: Body<"PUT /api/auth/moderation/cases/{id}/mute">) =>
  withStaffProof(() =>
    callApi("PUT /api/auth/moderation/cases/{id}/mute", { params: { id }, body }),
  );

export const unmuteCase = (id: number) =>
  withStaffProof(() =>
    callApi("DELETE /api/auth/moderation/cases/{id}/mute", { params: { id }, body: {} }),
  );

export const escalateCase = (
  id: number,
  body: Body<"PUT /api/auth/moderation/cases/{id}/escalation">,
) => callApi("PUT /api/auth/moderation/cases/{id}/escalation", { params: { id }, body });

export const returnCase = (id: number) =>
  callApi("DELETE /api/auth/moderation/cases/{id}/escalation", { params: { id } });

export const muteReporter = (id: number, words: string) =>
  withStaffProof(() =>
    callApi("PUT /api/auth/moderation/reports/{id}/mute", { params: { id }, body: { words } }),
  );

export const unmuteReporter = (id: number) =>
  withStaffProof(() =>
    callApi("DELETE /api/auth/moderation/reports/{id}/mute", { params: { id }, body: {} }),
  );
