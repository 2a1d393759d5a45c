import type { FastifyRequest } from "fastify";
import type * as z from "zod";
import { MINUTE_MS } from "#contract/durations.ts";
import { PROOF_MINUTES } from "#contract/limits.ts";
import type { OwnerProof } from "#contract/shapes/owner-proof.ts";
import type { AppContext } from "#server/app-context.ts";
import { ApiError } from "#server/errors.ts";
import { tokenHashOf } from "#server/http/identity/sessions.ts";
import type { Prove } from "#server/http/routing/define-route.ts";
import { type Credentials, findCredentials } from "../credentials.reads.ts";
import { ownSession, type TryLogin } from "../login-throttle.ts";
import { isOpen } from "../oidc/identities.reads.ts";
import type { Passwords } from "../passwords.ts";
import { readProofTimes } from "../sessions.reads.ts";
import { readMethods } from "./factors.reads.ts";
import { usePasskey } from "./factors.writes.ts";
import { verifySigned } from "./passkeys.ts";

export const FRESH_MS = PROOF_MINUTES * MINUTE_MS;

/** The parts of a body by which the caller proves to own the account. */
type Given = Partial<z.output<z.ZodObject<typeof OwnerProof>>>;

/**
 * Returns a function that throws unless the signed-in person proves that the account is theirs: by
 * the password or a passkey, given now or to this session in the last minutes; by a recent sign-in
 * if the account has neither. The function that it returns checks in the transaction of the change
 * that this still holds.
 */
export function createStepUp(context: AppContext, passwords: Passwords, tryLogin: TryLogin) {
  const { db, clock, securityLog, clientIpOf } = context;

  return async (
    request: FastifyRequest,
    userId: number,
    { password, passkey }: Given = {},
  ): Promise<Prove> => {
    const session = tokenHashOf(request);
    const confirm = passkey
      ? await byPasskey(request, userId, passkey)
      : await byPasswordOrSession(request, userId, password);
    return async (tx) => {
      // A session that a new password has ended meanwhile does not belong to the owner.
      if (!(await isOpen(tx, session))) throw new ApiError("invalid_token");
      await confirm(tx);
    };
  };

  async function byPasskey(
    request: FastifyRequest,
    userId: number,
    passkey: NonNullable<Given["passkey"]>,
  ): Promise<Prove> {
    const use = await verifySigned(context, request, { purpose: "prove", userId }, passkey);
    return async (tx) => {
      if (!(await usePasskey(tx, use, clock.now()))) throw new ApiError("passkey_refused");
    };
  }

  async function byPasswordOrSession(
    request: FastifyRequest,
    userId: number,
    password: string | undefined,
  ): Promise<Prove> {
    const person = await findCredentials(db, { id: userId });
    if (!person) throw new ApiError("invalid_token");
    const { passwordHash } = person;
    if (password === undefined || passwordHash === undefined) {
      await requireRecentProof(request, person);
      return async () => undefined;
    }
    const matches = () => passwords.matches(passwordHash, password);
    if (!(await tryLogin(ownSession(person.email, clientIpOf(request.raw)), matches))) {
      securityLog.write("password_wrong", { request: request.raw, account: userId });
      throw new ApiError("wrong_password");
    }
    return async (tx) => {
      const { passwordHash: now } = (await findCredentials({ query: tx }, { id: userId })) ?? {};
      if (now !== passwordHash) throw new ApiError("wrong_password");
    };
  }

  /** Throws `proof_required`, or `sign_in_again` where there is no password. */
  async function requireRecentProof(request: FastifyRequest, person: Credentials): Promise<void> {
    const { openedAt, provedUntil } = await readProofTimes(db, tokenHashOf(request));
    if (clock.now() < provedUntil) return;
    if (person.passwordHash !== undefined) throw new ApiError("proof_required");
    const hasPasskey = (await readMethods(db.query, person.userId)).includes("passkey");
    if (hasPasskey || clock.now() - openedAt >= FRESH_MS) throw new ApiError("sign_in_again");
  }
}

export type StepUp = ReturnType<typeof createStepUp>;
