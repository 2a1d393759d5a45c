import { forgotPassword, resetPassword } from "#contract/endpoints/email.ts";
import { isOwnPassword, OWN_PASSWORD } from "#contract/shapes/own-password.ts";
import type { AppContext } from "#server/app-context.ts";
import { ApiError } from "#server/errors.ts";
import { refuseGuessablePassword } from "#server/features/sign-in/guessable-passwords.ts";
import type { Passwords } from "#server/features/sign-in/passwords.ts";
import { readReset, sendReset, setPasswordByLink } from "./password-reset.writes.ts";

export function passwordResetRoutes(context: AppContext, passwords: Passwords): void {
  const { defineRoute, db, clock, mail, mailboxes, sessions, securityLog } = context;
  const { challenges, clientIpOf, letterLimits, backgroundTasks } = context;

  defineRoute(forgotPassword, async ({ body, request }) => {
    if (!mail.on) throw new ApiError("mail_off");
    const who = { address: clientIpOf(request.raw), email: body.email };
    const isProven = await challenges.require("reset", who, body.proof);
    await challenges.charge("reset", who);
    const letter = { request: request.raw, email: body.email, isProven };
    const postage = await letterLimits.unasked(letter);
    const mailbox = mailboxes.numberOf(body.email);
    securityLog.write("reset_requested", { request: request.raw, mailbox });
    // Not awaited: the response time would reveal whether there is an account.
    backgroundTasks.add(sendReset(db, mail, { email: body.email, postage }, clock.now()));
    return null;
  });

  defineRoute(resetPassword, async ({ body, request }) => {
    const { token, password } = body;
    await refuseGuessablePassword(password);
    const person = await readReset(db, token, clock.now());
    if (isOwnPassword(password, person)) {
      throw new ApiError("validation_failed", { fields: { password: OWN_PASSWORD } });
    }
    const passwordHash = await passwords.hash(password);
    const reset = { token, passwordHash, recoveryCode: body.recovery_code?.trim() };
    const cause = { request: request.raw, userId: person.userId, about: "mail link" } as const;
    const { userId, ended } = await letterLimits.toOwner(cause, (postage) =>
      setPasswordByLink(context, { ...reset, postage }, clock.now()),
    );
    for (const tokenHash of ended) sessions.forget(tokenHash);
    const facts = { request: request.raw, account: userId, sessions: ended.length };
    securityLog.write("password_reset", facts);
    return null;
  });
}
