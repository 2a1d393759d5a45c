import { queryOptions } from "@tanstack/react-query";
import type { WaitingVote } from "#contract/endpoints/codes.ts";
import { ERRORS, type ErrorCode } from "#contract/errors.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import type { Answer, Body } from "#web/lib/api/api-types.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";
import { toasts } from "#web/ui/overlay/toast.ts";
import { authDialog } from "../auth-dialog-store.ts";
import { knownBrowsers, rememberBrowser } from "../session.api.ts";
import { type CodeAttempt, type SettledVote, saveCodeAttempt } from "./code-attempt.ts";

/** Has a code sent to an address. */
export async function requestCode(body: Body<"POST /api/auth/codes">): Promise<CodeAttempt> {
  const { item } = await callApi("POST /api/auth/codes", { body });
  const attempt = { ...item, email: body.email, vote: body.vote };
  saveCodeAttempt(attempt);
  return attempt;
}

type Key = { attempt: string; code: string } | { link: string };

/** Signs in and casts the vote that waits; the caller starts the session. */
export async function redeemCode(key: Key, remember: boolean) {
  const body = { ...key, remember, browsers: knownBrowsers() };
  const { item } = await callApi("POST /api/auth/codes/use", { body });
  return { ...item, session: rememberBrowser(item.session) };
}

export type CodeUsed = Awaited<ReturnType<typeof redeemCode>>;

/** Whom a letter's link signs in, and what it votes for. */
export const codeLinkQuery = (link: string) =>
  queryOptions({
    queryKey: queryKeys.codeLink(link),
    queryFn: ({ signal }) => callApi("POST /api/auth/codes/link", { body: { link }, signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Says that a vote was counted and asks for details. On phones a message would cover the form. */
export function askForDetails(counted: WaitingVote | undefined): void {
  toasts.set([]);
  authDialog.set({ shown: "details", title: "Oy Verildi", counted });
}

/** Undefined for a vote that can be sent again. */
export function settled({
  vote,
}: Answer<"POST /api/auth/codes/use">["item"]): SettledVote | undefined {
  if (!vote || vote.outcome === "overloaded") return undefined;
  return vote.outcome === "counted" ? {} : { problem: problemOf(vote.outcome) };
}

function problemOf(code: ErrorCode): ApiProblem {
  const [status, title, message] = ERRORS[code];
  return new ApiProblem({ code, status, title, message });
}
