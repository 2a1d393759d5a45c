import type { IncomingMessage } from "node:http";
import type { AppContext } from "#server/app-context.ts";
import { ApiError } from "#server/errors.ts";
import { findCredentials } from "../credentials.reads.ts";
import { signInPlace } from "../factors/second-step.routes.ts";
import { enterByFirstStep } from "../factors/tickets.writes.ts";
import { proofByBrowser, proofOf, provenBrowser } from "../known-browsers.ts";
import { isLinked } from "./identities.reads.ts";
import type { Identity } from "./provider-client.ts";

export async function openForIdentity(
  context: AppContext,
  userId: number,
  identity: Pick<Identity, "issuer" | "subject">,
  { remember, browsers }: { remember: boolean; browsers?: string[] | undefined },
  request: IncomingMessage,
) {
  const { db, mailboxes, securityLog, clock } = context;
  const person = await findCredentials(db, { id: userId });
  if (!person) throw new ApiError("invalid_credentials");
  const known = provenBrowser(mailboxes, person, browsers ?? []);
  const proof = proofByBrowser(browsers, known);
  const from = signInPlace(context, request, userId, proof);
  const { token, expiresAt } = await enterByFirstStep(
    db,
    { userId, remember, from, now: clock.now() },
    { proof, known: known ?? null },
    async (tx) => {
      // A reset by which the owner regains the account unlinks what somebody else had linked.
      if (!(await isLinked(tx, userId, identity))) throw new ApiError("invalid_credentials");
    },
  ).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === "second_factor_required") {
      securityLog.write("second_step_begun", { request, account: userId });
    }
    throw error;
  });
  securityLog.write("signed_in", { request, account: userId });
  return {
    token,
    expires_at: new Date(expiresAt).toISOString(),
    ...(browsers && { browser: proofOf(mailboxes, person) }),
  };
}
