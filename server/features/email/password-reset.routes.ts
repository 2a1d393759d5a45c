import { forgotPassword, resetPassword } from "#contract/endpoints/email.ts";
import { RESET_MAILS } from "#contract/limits.ts";
import { isOwnPassword, OWN_PASSWORD } from "#contract/shapes/own-password.ts";
import type { AppContext } from "#server/app-context.ts";
import { ApiError } from "#server/errors.ts";
import { refuseCommonPassword } from "#server/features/sign-in/common-passwords.ts";
import type { Passwords } from "#server/features/sign-in/passwords.ts";
import { readReset, sendReset, setPasswordByLink } from "./password-reset.writes.ts";

export function passwordResetRoutes(context: AppContext, passwords: Passwords): void {
  const { defineRoute, db, clock, config, mail, mailboxes, sessions, securityLog } = context;
  const { challenges, clientIpOf, sharedCounts, backgroundTasks } = context;

  defineRoute(forgotPassword, async ({ body, request }) => {
    if (!mail.on) throw new ApiError("mail_off");
    const who = { address: clientIpOf(request.raw), email: body.email };
    await challenges.require("reset", who, body.proof);
    await challenges.charge("reset", who);
    const mailbox = mailboxes.numberOf(body.email);
    securityLog.write("reset_requested", { request: request.raw, mailbox });
    // Not awaited: the response time would reveal whether there is an account.
    backgroundTasks.add(sendUnlessTooMany(body.email, mailbox));
    return null;
  });

  defineRoute(resetPassword, async ({ body, request }) => {
    const { token, password } = body;
    refuseCommonPassword(password);
    const person = await readReset(db, token, clock.now());
    if (isOwnPassword(password, person)) {
      throw new ApiError("validation_failed", { fields: { password: OWN_PASSWORD } });
    }
    const passwordHash = await passwords.hash(password);
    const reset = { token, passwordHash, recoveryCode: body.recovery_code?.trim() };
    const now = clock.now();
    const { userId, ended } = await setPasswordByLink(context, reset, now);
    for (const tokenHash of ended) sessions.forget(tokenHash);
    const facts = { request: request.raw, account: userId, sessions: ended.length };
    securityLog.write("password_reset", facts);
    return null;
  });

  async function sendUnlessTooMany(email: string, mailbox: number): Promise<void> {
    if (config.rateLimits) {
      const counter = { key: `reset mails of mailbox ${mailbox}`, ...RESET_MAILS };
      if (await sharedCounts.take([counter])) return;
    }
    await sendReset(db, mail, email, clock.now());
  }
}
