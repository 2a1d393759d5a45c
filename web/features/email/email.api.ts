import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { callApi } from "#web/lib/api/api-client.ts";
import type { Answer, Body } from "#web/lib/api/api-types.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";
import { browserStorage } from "#web/lib/browser-storage.ts";

/** The person's address, whether it is verified, and the pending new address. */
export const emailQuery = queryOptions({
  queryKey: queryKeys.email,
  queryFn: ({ signal }) => callApi("GET /api/auth/account/my/email", { signal }),
  refetchOnWindowFocus: "always",
});

/** What a link does, and for which account. */
export const mailLinkQuery = (token: string) =>
  queryOptions({
    queryKey: queryKeys.mailLink(token),
    queryFn: ({ signal }) => callApi("POST /api/auth/mail-links", { body: { token }, signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const sendVerification = (proof?: string) =>
  callApi("POST /api/auth/account/my/email/verification", { body: { proof } });

export const changeEmail = (body: Body<"PUT /api/auth/account/my/email">) =>
  callApi("PUT /api/auth/account/my/email", { body });

export const cancelEmailChange = () => callApi("DELETE /api/auth/account/my/email");

export type MailLink = Answer<"POST /api/auth/mail-links">["item"];

export const verifyEmail = async (body: Body<"POST /api/auth/email/verification">) => {
  const answer = await callApi("POST /api/auth/email/verification", { body });
  // Notifies other tabs, where a vote may be waiting for it.
  browserStorage.set(VERIFIED_AT, String(Date.now()));
  return answer;
};

export const disownAddress = (token: string) =>
  callApi("POST /api/auth/email/refusal", { body: { token } });

export const undoEmailChange = (token: string) =>
  callApi("POST /api/auth/email/undo", { body: { token } });

export const askForNewPassword = (body: Body<"POST /api/auth/password/forgot">) =>
  callApi("POST /api/auth/password/forgot", { body });

export const setNewPassword = (body: Body<"POST /api/auth/password/reset">) =>
  callApi("POST /api/auth/password/reset", { body });

const VERIFIED_AT = "email-verified-at";

/** Reads the account again when another tab of this browser has verified an address. */
export function useVerifiedElsewhere(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const readAnew = ({ key }: StorageEvent) => {
      if (key !== VERIFIED_AT) return;
      void queryClient.invalidateQueries({ queryKey: queryKeys.email });
      void queryClient.invalidateQueries({ queryKey: queryKeys.account });
    };
    window.addEventListener("storage", readAnew);
    return () => window.removeEventListener("storage", readAnew);
  }, [queryClient]);
}
