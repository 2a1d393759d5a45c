import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { withStaffProof } from "#web/features/sign-in/proof/with-staff-proof.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import type { Body } from "#web/lib/api/api-types.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";

/** The newest accounts, or those with exactly this nickname or number. */
export const peopleQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.mine("people", q),
    queryFn: ({ pageParam: cursor, signal }) =>
      callApi("GET /api/auth/moderation/people", { query: { q, cursor }, signal }),
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor,
  });

export const staffPersonQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.mine("person", id),
    queryFn: ({ signal }) =>
      callApi("GET /api/auth/moderation/people/{id}", { params: { id }, signal }),
  });

/** Decisions about a person and their surveys, newest first. */
export const personDecisionsQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: queryKeys.mine("person", id, "decisions"),
    queryFn: ({ pageParam: cursor, signal }) =>
      callApi("GET /api/auth/moderation/people/{id}/decisions", {
        ...{ params: { id }, query: { cursor }, signal },
      }),
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor,
  });

export const findByEmail = (email: string, words: string) =>
  withStaffProof(() =>
    callApi("POST /api/auth/moderation/people/by-email", { body: { email, words } }),
  );

export const lookAtPerson = (id: number, words: string) =>
  withStaffProof(() =>
    callApi("POST /api/auth/moderation/people/{id}/look", { params: { id }, body: { words } }),
  );

export const findSimilarPeople = (id: number, words: string) =>
  withStaffProof(() =>
    callApi("POST /api/auth/moderation/people/{id}/similar", { params: { id }, body: { words } }),
  );

export const suspendPeople = (body: Body<"POST /api/auth/moderation/people/suspensions">) =>
  withStaffProof(() => callApi("POST /api/auth/moderation/people/suspensions", { body }));

/** Returns the id of the case about a person. */
export const openPersonCase = (id: number) =>
  callApi("POST /api/auth/moderation/people/{id}/case", { params: { id } });
