import { Email, login, logout } from "#contract/account.ts";
import type { AppContext } from "#server/app-context.ts";
import { ApiError } from "#server/errors.ts";
import { networkOf } from "#server/http/guards/client-ip.ts";
import { tokenHashOf } from "#server/http/guards/sessions.ts";
import { findCredentials } from "./credentials.reads.ts";
import { proofOf, provenBrowser } from "./known-browsers.ts";
import { isKnownPlace, placeOf } from "./known-places.reads.ts";
import type { TryLogin } from "./login-throttle.ts";
import type { Passwords } from "./passwords.ts";
import { endSession, openSession } from "./sessions.writes.ts";

export function sessionRoutes(
  { defineRoute, db, clock, sessions, mailboxes, securityLog, clientIpOf }: AppContext,
  passwords: Passwords,
  tryLogin: TryLogin,
): void {
  defineRoute(login, async ({ body, request: { raw: request } }) => {
    const email = Email.safeParse(body.email).data;
    const person = email ? await findCredentials(db, { email }) : undefined;
    const passwordHash = person?.passwordHash;
    const matches = () => passwords.matches(passwordHash, body.password);
    const address = clientIpOf(request);
    const browser = provenBrowser(mailboxes, person, body.browsers ?? []);
    const from = browser === undefined ? networkOf(address) : `browser ${browser}`;
    const isKnown = async () =>
      browser !== undefined || (await isKnownPlace(db, mailboxes, person?.userId, address));
    const matched = await (email ? tryLogin({ email, from, isKnown }, matches) : matches());
    if (!person || passwordHash === undefined || !matched) {
      const mailbox = email === undefined ? undefined : mailboxes.numberOf(email);
      securityLog.write("sign_in_failed", { request, account: person?.userId, mailbox });
      throw new ApiError("invalid_credentials");
    }
    const { userId } = person;
    const place = placeOf(mailboxes, userId, address);
    const session = { userId, passwordHash, remember: body.remember, place, now: clock.now() };
    const { token, expiresAt } = await openSession(db, session);
    securityLog.write("signed_in", { request, account: userId });
    return {
      token,
      expires_at: new Date(expiresAt).toISOString(),
      ...(body.browsers && { browser: proofOf(mailboxes, person) }),
    };
  });

  defineRoute(logout, async ({ request, viewer }) => {
    await endSession(db, sessions, tokenHashOf(request));
    securityLog.write("signed_out", { request: request.raw, account: viewer.id });
    return null;
  });
}
