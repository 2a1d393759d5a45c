import type { IncomingMessage } from "node:http";
import type { AppContext } from "#server/app-context.ts";
import { ApiError } from "#server/errors.ts";
import { findCredentials } from "../credentials.reads.ts";
import { finishFirstStep } from "../first-step.ts";
import { provenBrowser } from "../known-browsers.ts";
import { isLinked } from "./identities.reads.ts";
import type { Identity } from "./provider-client.ts";

export async function openForIdentity(
  context: AppContext,
  userId: number,
  identity: Pick<Identity, "issuer" | "subject">,
  { remember, browsers }: { remember: boolean; browsers?: string[] | undefined },
  request: IncomingMessage,
) {
  const { db, mailboxes } = context;
  const person = await findCredentials(db, { id: userId });
  if (!person) throw new ApiError("invalid_credentials");
  const known = provenBrowser(mailboxes, person, browsers ?? []);
  const step = { person, remember, browsers, known };
  return finishFirstStep(context, step, request, async (tx) => {
    // A reset by which the owner regains the account unlinks what somebody else had linked.
    if (!(await isLinked(tx, userId, identity))) throw new ApiError("invalid_credentials");
  });
}
