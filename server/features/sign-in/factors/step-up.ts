import type { FastifyRequest } from "fastify";
import { MINUTE_MS } from "#contract/durations.ts";
import type { Proof } from "#contract/endpoints/second-factors.ts";
import { PASSWORD_EMPTY } from "#contract/shapes/passwords.ts";
import type { AppContext } from "#server/app-context.ts";
import type { Transaction } from "#server/db/database.ts";
import { ApiError } from "#server/errors.ts";
import { tokenHashOf } from "#server/http/identity/sessions.ts";
import { findCredentials } from "../credentials.reads.ts";
import { ownSession, type TryLogin } from "../login-throttle.ts";
import type { Passwords } from "../passwords.ts";
import { findOpening } from "../sessions.reads.ts";
import { readMethods } from "./factors.reads.ts";
import { usePasskey } from "./factors.writes.ts";
import { verifySigned } from "./passkeys.ts";

/** How recently a session must have been opened to prove its owner, who has nothing else. */
const FRESH_MS = 10 * MINUTE_MS;

/**
 * Returns a function that throws unless the signed-in person proves again who they are: by the
 * password, a passkey, or a recent sign-in if the account has neither. The function that it returns
 * checks the rest in a transaction: that of the change, or one before it.
 */
export function createStepUp(context: AppContext, passwords: Passwords, tryLogin: TryLogin) {
  const { db, clock, securityLog, clientIpOf } = context;

  return async (
    request: FastifyRequest,
    userId: number,
    { password, passkey }: Proof,
  ): Promise<(tx: Transaction) => Promise<void>> => {
    if (passkey) {
      const use = await verifySigned(context, request, { purpose: "prove", userId }, passkey);
      return async (tx) => {
        if (!(await usePasskey(tx, use, clock.now()))) throw new ApiError("passkey_refused");
      };
    }
    const person = await findCredentials(db, { id: userId });
    if (!person) throw new ApiError("invalid_token");
    if (person.passwordHash === undefined) {
      if (await hasJustSignedIn(request, userId)) return async () => undefined;
      throw new ApiError("sign_in_again");
    }
    if (password === undefined) {
      throw new ApiError("validation_failed", { fields: { password: PASSWORD_EMPTY } });
    }
    const matches = () => passwords.matches(person.passwordHash, password);
    if (!(await tryLogin(ownSession(person.email, clientIpOf(request.raw)), matches))) {
      securityLog.write("password_wrong", { request: request.raw, account: userId });
      throw new ApiError("wrong_password");
    }
    return async () => undefined;
  };

  async function hasJustSignedIn(request: FastifyRequest, userId: number): Promise<boolean> {
    const openedAt = await findOpening(db, tokenHashOf(request));
    const isFresh = openedAt !== undefined && clock.now() - openedAt < FRESH_MS;
    return isFresh && !(await readMethods(db.query, userId)).includes("passkey");
  }
}

export type StepUp = ReturnType<typeof createStepUp>;
