import { infiniteQueryOptions } from "@tanstack/react-query";
import { withStaffProof } from "#web/features/sign-in/proof/with-staff-proof.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import type { Body } from "#web/lib/api/api-types.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";

/** The links by which people register, newest first. */
export const linksQuery = infiniteQueryOptions({
  queryKey: queryKeys.mine("links"),
  queryFn: ({ pageParam: cursor, signal }) =>
    callApi("GET /api/auth/moderation/registration-links", { query: { cursor }, signal }),
  initialPageParam: "",
  getNextPageParam: (page) => page.next_cursor,
});

export const createLink = (body: Body<"POST /api/auth/moderation/registration-links">) =>
  withStaffProof(() => callApi("POST /api/auth/moderation/registration-links", { body }));

export const endLink = (id: number) =>
  withStaffProof(() =>
    callApi("DELETE /api/auth/moderation/registration-links/{id}", { params: { id }, body: {} }),
  );
