import { changePassword } from "#contract/endpoints/account.ts";
import { isOwnPassword, OWN_PASSWORD } from "#contract/shapes/own-password.ts";
import type { AppContext } from "#server/app-context.ts";
import { ApiError } from "#server/errors.ts";
import { tokenHashOf } from "#server/http/identity/sessions.ts";
import { findRecipient } from "#server/mail/recipients.reads.ts";
import { words } from "#server/mail/words.ts";
import { findCredentials, requirePassword } from "./credentials.reads.ts";
import { refuseGuessablePassword } from "./guessable-passwords.ts";
import { ownSession, type TryLogin } from "./login-throttle.ts";
import { replacePassword } from "./password-change.writes.ts";
import type { Passwords } from "./passwords.ts";
import { notifyOwner, passwordChangedLetter } from "./security-letters.ts";

export function passwordChangeRoutes(
  { defineRoute, db, clock, mail, letterLimits, sessions, securityLog, clientIpOf }: AppContext,
  passwords: Passwords,
  tryLogin: TryLogin,
): void {
  defineRoute(changePassword, async ({ body, viewer, request }) => {
    await refuseGuessablePassword(body.password);
    const person = await findCredentials(db, { id: viewer.id });
    if (!person) throw new ApiError("invalid_token");
    requirePassword(person);
    if (isOwnPassword(body.password, person)) {
      throw new ApiError("validation_failed", { fields: { password: OWN_PASSWORD } });
    }
    const matches = () => passwords.matches(person.passwordHash, body.current_password);
    const session = ownSession(person.email, clientIpOf(request.raw));
    const matched = await tryLogin(session, matches);
    const facts = { request: request.raw, account: viewer.id };
    if (!matched) {
      securityLog.write("password_wrong", facts);
      throw new ApiError("wrong_password");
    }

    const letter = passwordChangedLetter(mail.linkTo(words`/password/forgot`));
    const change = {
      userId: viewer.id,
      oldHash: person.passwordHash,
      newHash: await passwords.hash(body.password),
      tokenHash: tokenHashOf(request),
    };
    const { token, expiresAt, ended } = await letterLimits.toOwner(
      { request: request.raw, userId: viewer.id, about: "password" },
      (postage) =>
        replacePassword(db, {
          ...change,
          changed: async (tx) => {
            await notifyOwner(db, tx, { userId: viewer.id, now: clock.now() }, "password_changed");
            await mail.queue(tx, await findRecipient(tx, viewer.id), letter, postage);
          },
        }),
    );
    for (const tokenHash of ended) sessions.forget(tokenHash);
    securityLog.write("password_changed", { ...facts, sessions: ended.length });
    return { token, expires_at: new Date(expiresAt).toISOString() };
  });
}
