import type { FastifyRequest } from "fastify";
import type { AppContext } from "#server/app-context.ts";
import type { Transaction } from "#server/db/database.ts";
import { ApiError } from "#server/errors.ts";
import { tokenHashOf } from "#server/http/identity/sessions.ts";
import type { Viewer } from "#server/http/identity/viewer.ts";
import { networkOf } from "#server/http/server/client-ip.ts";
import { findCredentials } from "./credentials.reads.ts";
import { isKnownPlace } from "./known-places.reads.ts";
import type { TryLogin } from "./login-throttle.ts";
import { isOpen } from "./oidc/identities.reads.ts";
import type { Passwords } from "./passwords.ts";
import { lockSignIn } from "./sessions.writes.ts";

interface Claim {
  /** The account that the caller says is theirs. */
  userId: number;
  viewer: Viewer;
  password: string | undefined;
}

/**
 * Returns a function that throws unless the caller is signed in to an account, or gives its
 * password: `sign_in_to_verify` where neither is there, `wrong_password`, or 429 as at a login. The
 * function that it returns checks in the transaction of the change that this still holds.
 */
export function createOwnerProof(context: AppContext, passwords: Passwords, tryLogin: TryLogin) {
  const { db, mailboxes, securityLog, clientIpOf } = context;

  return async (
    request: FastifyRequest,
    { userId, viewer, password }: Claim,
  ): Promise<(tx: Transaction) => Promise<void>> => {
    if (viewer?.id === userId) {
      const tokenHash = tokenHashOf(request);
      return async (tx) => {
        if (!(await isOpen(tx, tokenHash))) throw new ApiError("invalid_token");
      };
    }
    const person = await findCredentials(db, { id: userId });
    const passwordHash = person?.passwordHash;
    if (password === undefined || !person || passwordHash === undefined) {
      throw new ApiError("sign_in_to_verify");
    }
    const address = clientIpOf(request.raw);
    const attempt = {
      ...{ email: person.email, from: networkOf(address) },
      isKnown: () => isKnownPlace(db, mailboxes, userId, address),
    };
    const matches = () => passwords.matches(passwordHash, password);
    if (!(await tryLogin(attempt, matches))) {
      securityLog.write("password_wrong", { request: request.raw, account: userId });
      throw new ApiError("wrong_password");
    }
    return (tx) => lockSignIn(db, tx, { userId, passwordHash });
  };
}

export type ProveOwner = ReturnType<typeof createOwnerProof>;
