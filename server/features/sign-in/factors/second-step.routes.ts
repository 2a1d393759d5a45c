import {
  beginPasskeyLogin,
  beginSecondStep,
  completeLogin,
  logInWithPasskey,
} from "#contract/endpoints/second-factors.ts";
import { RATE_LIMITS } from "#contract/limits.ts";
import type { AppContext } from "#server/app-context.ts";
import type { Transaction } from "#server/db/database.ts";
import { ApiError } from "#server/errors.ts";
import { tooMany } from "#server/http/limits/rate-limits.ts";
import type { Counter } from "#server/limits/hit-counts.ts";
import type { Postage } from "#server/mail/letter-limits.ts";
import { findCredentials } from "../credentials.reads.ts";
import { signInFrom, toSession } from "../first-step.ts";
import { proofByBrowser, provenBrowser } from "../known-browsers.ts";
import { tellOwner } from "../security-letters.ts";
import { openSession } from "../sessions.writes.ts";
import { findTotp, readFactors } from "./factors.reads.ts";
import { totpOf } from "./factors.routes.ts";
import { spendTotpStep, usePasskey } from "./factors.writes.ts";
import { beginSigning, verifySigned } from "./passkeys.ts";
import { spendRecoveryCode } from "./recovery-codes.writes.ts";
import { findTicket, type Ticket, tryTicket, useTicket } from "./tickets.writes.ts";
import { totpStepOf } from "./totp.ts";

/**
 * The second step of logins begun with a password (R261), and logins with a passkey alone (R262).
 */
export function secondStepRoutes(context: AppContext): void {
  const { defineRoute, db, clock, config, sharedCounts, mailboxes, sealer } = context;
  const { securityLog, mail, letterLimits } = context;

  defineRoute(beginSecondStep, async ({ body, request }) => {
    const userId = await findTicket(db, body.ticket, clock.now());
    return { item: await beginSigning(context, request, { purpose: "second step", userId }) };
  });

  defineRoute(completeLogin, async ({ body, request }) => {
    const ticket = await tryTicket(db, body.ticket, clock.now());
    const { userId } = ticket;
    const facts = { request: request.raw, account: userId };
    const failed = (error: unknown) => {
      if (error instanceof ApiError) securityLog.write("second_step_failed", facts);
      throw error;
    };
    const prove = await (async () => {
      if (body.passkey) {
        const what = { purpose: "second step", userId } as const;
        return proveByPasskey(await verifySigned(context, request, what, body.passkey));
      }
      return body.code === undefined
        ? proveByRecoveryCode(userId, body.recovery_code ?? "")
        : proveByCode(userId, body.code);
    })().catch(failed);
    const session = { userId, remember: ticket.remember, now: clock.now() };
    const open = () =>
      letterLimits.toOwner({ request: request.raw, userId, about: "recovery code" }, (postage) =>
        signInFrom(context, request.raw, ticket, (from) =>
          openSession(db, { ...session, from }, async (tx) => {
            await useTicket(tx, body.ticket);
            await prove(tx, postage);
          }),
        ),
      );
    const counted = body.passkey ? undefined : `${body.code ? "code" : "recovery code"} of`;
    const opened = await (counted ? limited(ticket, counted, open) : open()).catch(failed);
    securityLog.write("signed_in", facts);
    const person = await findCredentials(db, { id: userId });
    return toSession(mailboxes, opened, ticket.proof === "unsaid" ? undefined : person);
  });

  defineRoute(beginPasskeyLogin, async ({ request }) => ({
    item: await beginSigning(context, request, { purpose: "sign in", userId: null }),
  }));

  defineRoute(logInWithPasskey, async ({ body, request }) => {
    const what = { purpose: "sign in", userId: null } as const;
    const use = await verifySigned(context, request, what, body).catch((error: unknown) => {
      if (error instanceof ApiError) securityLog.write("sign_in_failed", { request: request.raw });
      throw error;
    });
    const { userId } = use;
    const person = await findCredentials(db, { id: userId });
    const known = provenBrowser(mailboxes, person, body.browsers ?? []);
    const proof = proofByBrowser(body.browsers, known);
    const session = { userId, remember: body.remember, now: clock.now() };
    const opened = await signInFrom(context, request.raw, { userId, proof }, (from) =>
      openSession(db, { ...session, from }, proveByPasskey(use)),
    );
    securityLog.write("signed_in", { request: request.raw, account: userId, factor: "passkey" });
    return toSession(mailboxes, opened, body.browsers && person);
  });

  const proveByPasskey =
    (use: Parameters<typeof usePasskey>[1]) =>
    async (tx: Transaction): Promise<void> => {
      if (!(await usePasskey(tx, use, clock.now()))) throw new ApiError("passkey_refused");
    };

  async function proveByCode(userId: number, code: string) {
    const totp = await findTotp(db, userId);
    const secret = totp && sealer.open(totp.secret, totpOf(userId));
    const timeStep = secret && totpStepOf(secret, code, clock.now());
    return async (tx: Transaction): Promise<void> => {
      const isRight =
        totp && timeStep && (await spendTotpStep(tx, { userId, secret: totp.secret, timeStep }));
      if (!isRight) throw new ApiError("wrong_code");
    };
  }

  async function proveByRecoveryCode(userId: number, code: string) {
    return async (tx: Transaction, postage: Postage): Promise<void> => {
      if (!(await spendRecoveryCode(tx, mailboxes, userId, code))) throw new ApiError("wrong_code");
      const { recovery_codes_left: left } = await readFactors({ query: tx }, mailboxes, userId);
      const owner = { userId, postage, now: clock.now() };
      await tellOwner({ db, mail }, tx, owner, { what: "recovery_code_used", left });
    };
  }

  /**
   * Limits wrong codes for an account across all servers: per known browser, and together for all
   * other browsers. Codes count before they are checked, so that parallel guesses gain nothing.
   */
  async function limited<T>(
    { userId, known }: Ticket,
    what: string,
    work: () => Promise<T>,
  ): Promise<T> {
    if (!config.rateLimits) return work();
    const whose = `${what} ${userId} ${known ?? "elsewhere"}`;
    const quick = { key: `wrongCode ${whose}`, ...RATE_LIMITS.wrongCode };
    const slow = { key: `wrongCodeSlow ${whose}`, ...RATE_LIMITS.wrongCodeSlow };
    let counted: Counter = quick;
    if (await sharedCounts.take([quick])) {
      const refused = await sharedCounts.take([slow]);
      if (refused) throw tooMany(refused.waitMs);
      counted = slow;
    }
    const done = await work();
    await sharedCounts.giveBack([counted]);
    return done;
  }
}
