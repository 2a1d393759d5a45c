import { Email, login, logout } from "#contract/account.ts";
import type { AppContext } from "#server/app-context.ts";
import { ApiError } from "#server/errors.ts";
import { tokenHashOf } from "#server/http/guards/sessions.ts";
import type { TryLogin } from "./login-throttle.ts";
import type { Passwords } from "./passwords.ts";
import { findCredentials } from "./sessions.reads.ts";
import { endSession, openSession } from "./sessions.writes.ts";

export function sessionRoutes(
  { defineRoute, db, clock, sessions }: AppContext,
  passwords: Passwords,
  tryLogin: TryLogin,
): void {
  defineRoute(login, async ({ body }) => {
    const email = Email.safeParse(body.email).data;
    const person = email ? await findCredentials(db, { email }) : undefined;
    const matches = () => passwords.matches(person?.passwordHash, body.password);
    const matched = await (email ? tryLogin(email, matches) : matches());
    if (!person || !matched) throw new ApiError("invalid_credentials");

    const { remember } = body;
    const { token, expiresAt } = await openSession(db, person, { remember, now: clock.now() });
    return { token, expires_at: new Date(expiresAt).toISOString() };
  });

  defineRoute(logout, async ({ request }) => {
    await endSession(db, sessions, tokenHashOf(request));
    return null;
  });
}
