import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { withStaffProof } from "#web/features/sign-in/proof/with-staff-proof.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import type { Body } from "#web/lib/api/api-types.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";

/** Moderators and admins. */
export const staffQuery = queryOptions({
  queryKey: queryKeys.mine("staff"),
  queryFn: ({ signal }) => callApi("GET /api/auth/moderation/staff", { signal }),
});

/** What staff did, newest first. */
export const recordQuery = infiniteQueryOptions({
  queryKey: queryKeys.mine("record"),
  queryFn: ({ pageParam: cursor, signal }) =>
    callApi("GET /api/auth/moderation/record", { query: { cursor }, signal }),
  initialPageParam: "",
  getNextPageParam: (page) => page.next_cursor,
});

export const giveRole = (
  nickname: string,
  body: Body<"PUT /api/auth/moderation/staff/{nickname}">,
) =>
  withStaffProof(() =>
    callApi("PUT /api/auth/moderation/staff/{nickname}", { params: { nickname }, body }),
  );
