import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import type { InvitableBy } from "#contract/endpoints/invitations.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";
import { invitationLinkQuery } from "./invitation-link.api.ts";

/** The surveys the signed-in person is invited to, newest first. */
export const invitationsQuery = infiniteQueryOptions({
  queryKey: queryKeys.invitations,
  queryFn: ({ pageParam: cursor, signal }) =>
    callApi("GET /api/auth/account/invitations", { query: { cursor }, signal }),
  initialPageParam: "",
  getNextPageParam: (page) => page.next_cursor,
});

/** Who may invite the signed-in person. */
export const invitationSettingsQuery = queryOptions({
  queryKey: queryKeys.mine("invitation-settings"),
  queryFn: ({ signal }) => callApi("GET /api/auth/account/invitations/settings", { signal }),
});

export const changeInvitableBy = (invitable_by: InvitableBy) =>
  callApi("PUT /api/auth/account/invitations/settings", { body: { invitable_by } });

/** Who is invited to the owner's survey. */
export const invitedPeopleQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: queryKeys.mine("invited-people", id),
    queryFn: ({ pageParam: cursor, signal }) =>
      callApi("GET /api/auth/surveys/{id}/invitations", {
        params: { id },
        query: { cursor },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor,
  });

/** Invites people, withdraws invitations, renews the link (R63). */
export function useInvitations(id: number) {
  const queryClient = useQueryClient();
  const refetchPeople = () =>
    queryClient.invalidateQueries({ queryKey: invitedPeopleQuery(id).queryKey });
  return {
    invite: useMutation({
      mutationFn: (nickname: string) =>
        callApi("POST /api/auth/surveys/{id}/invitations", { params: { id }, body: { nickname } }),
      onSuccess: refetchPeople,
    }),
    withdraw: useMutation({
      mutationFn: (userId: number) =>
        callApi("DELETE /api/auth/surveys/{id}/invitations/{userId}", { params: { id, userId } }),
      onSuccess: refetchPeople,
    }),
    renewLink: useMutation({
      mutationFn: () => callApi("PUT /api/auth/surveys/{id}/invitation-link", { params: { id } }),
      onSuccess: (link) => queryClient.setQueryData(invitationLinkQuery(id).queryKey, link),
      // The renewal may have succeeded although its response was lost; then the old link is dead.
      onError: () => queryClient.invalidateQueries(invitationLinkQuery(id)),
    }),
  };
}
