import { queryOptions } from "@tanstack/react-query";
import { callApi } from "#web/lib/api-client.ts";

/** The code of one's own survey's invitation link. */
export const invitationLinkQuery = (id: number) =>
  queryOptions({
    queryKey: ["my", "invitation-link", id],
    queryFn: ({ signal }) =>
      callApi("GET /api/auth/surveys/{id}/invitation-link", { params: { id }, signal }),
  });
