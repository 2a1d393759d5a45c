import { queryOptions } from "@tanstack/react-query";
import { callApi } from "#web/lib/api/api-client.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";

/** The code of the invitation link of the owner's survey. */
export const invitationLinkQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.mine("invitation-link", id),
    queryFn: ({ signal }) =>
      callApi("GET /api/auth/surveys/{id}/invitation-link", { params: { id }, signal }),
  });
