import { infiniteQueryOptions } from "@tanstack/react-query";
import { withProof } from "#web/features/sign-in/proof/with-proof.ts";
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

/** After a sign-in at a provider it has to be done again. */
const BACK = { hash: "#guvenlik", act: "" };

export const createLink = (body: Body<"POST /api/auth/moderation/registration-links">) =>
  withProof(() => callApi("POST /api/auth/moderation/registration-links", { body }), BACK);

export const endLink = (id: number) =>
  withProof(
    () =>
      callApi("DELETE /api/auth/moderation/registration-links/{id}", { params: { id }, body: {} }),
    BACK,
  );
