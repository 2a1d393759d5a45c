import { queryOptions } from "@tanstack/react-query";
import { callApi } from "#web/lib/api/api-client.ts";
import type { Body } from "#web/lib/api/api-types.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";

/** The person's open sessions, this one first. */
export const openSessionsQuery = queryOptions({
  queryKey: queryKeys.mine("open-sessions"),
  queryFn: ({ signal }) => callApi("GET /api/auth/account/sessions", { signal }),
});

export const closeSession = (id: number) =>
  callApi("DELETE /api/auth/account/sessions/{id}", { params: { id } });

export const closeOtherSessions = () => callApi("DELETE /api/auth/account/sessions");

/** The account's sign-in factors beside the password. */
export const factorsQuery = queryOptions({
  queryKey: queryKeys.mine("factors"),
  queryFn: ({ signal }) => callApi("GET /api/auth/account/second-factor", { signal }),
});

export type Proof = Body<"DELETE /api/auth/account/second-factor/totp">;

/** Proves to own the account, for what this session does in the next minutes. */
export const proveOwnership = (body: Proof) => callApi("POST /api/auth/account/proof", { body });

export const beginTotp = async (body: Proof) =>
  (await callApi("POST /api/auth/account/second-factor/totp", { body })).item;
export const confirmTotp = async (code: string) =>
  (await callApi("PUT /api/auth/account/second-factor/totp", { body: { code } })).item;
export const removeTotp = (body: Proof) =>
  callApi("DELETE /api/auth/account/second-factor/totp", { body });
export const removePasskey = (id: number, body: Proof) =>
  callApi("DELETE /api/auth/account/passkeys/{id}", { params: { id }, body });
export const renewRecoveryCodes = async (body: Proof) =>
  (await callApi("POST /api/auth/account/recovery-codes", { body })).item.recovery_codes;
