import { login, logout } from "#contract/endpoints/account.ts";
import {
  closeOtherSessions,
  closeSession,
  listSessions,
} from "#contract/endpoints/open-sessions.ts";
import { Email } from "#contract/shapes/email-address.ts";
import type { AppContext } from "#server/app-context.ts";
import { ApiError } from "#server/errors.ts";
import { tokenHashOf } from "#server/http/identity/sessions.ts";
import { networkOf } from "#server/http/server/client-ip.ts";
import { findCredentials } from "./credentials.reads.ts";
import { finishFirstStep } from "./first-step.ts";
import { provenBrowser } from "./known-browsers.ts";
import { isKnownPlace } from "./known-places.reads.ts";
import type { TryLogin } from "./login-throttle.ts";
import type { Passwords } from "./passwords.ts";
import { findSessionById, listOpenSessions } from "./sessions.reads.ts";
import { endOtherSessions, endSession } from "./sessions.writes.ts";

export function sessionRoutes(context: AppContext, passwords: Passwords, tryLogin: TryLogin): void {
  const { defineRoute, db, clock, sessions, mailboxes, challenges, securityLog } = context;
  const { clientIpOf } = context;

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
    await challenges.require("login", { address, email }, body.proof, isKnown);
    const matched = await (email ? tryLogin({ email, from, isKnown }, matches) : matches());
    if (!person || passwordHash === undefined || !matched) {
      const mailbox = email === undefined ? undefined : mailboxes.numberOf(email);
      await challenges.charge("login", { address, email });
      securityLog.write("sign_in_failed", { request, account: person?.userId, mailbox });
      throw new ApiError("invalid_credentials");
    }
    const { remember, browsers } = body;
    const step = { person, passwordHash, remember, browsers, known: browser };
    return finishFirstStep(context, step, request);
  });

  defineRoute(logout, async ({ request, viewer }) => {
    await endSession(db, sessions, tokenHashOf(request));
    securityLog.write("signed_out", { request: request.raw, account: viewer.id });
    return null;
  });

  defineRoute(listSessions, async ({ request, viewer }) => ({
    items: await listOpenSessions(db, mailboxes, {
      ...{ userId: viewer.id, ownHash: tokenHashOf(request), now: clock.now() },
    }),
  }));

  defineRoute(closeSession, async ({ params, request, viewer }) => {
    const tokenHash = await findSessionById(db, mailboxes, viewer.id, params.id);
    if (tokenHash === undefined) throw new ApiError("not_found");
    await endSession(db, sessions, tokenHash);
    securityLog.write("sessions_ended", { request: request.raw, account: viewer.id, sessions: 1 });
    return null;
  });

  defineRoute(closeOtherSessions, async ({ request, viewer }) => {
    const ended = await endOtherSessions(db, viewer.id, tokenHashOf(request));
    for (const tokenHash of ended) sessions.forget(tokenHash);
    const facts = { account: viewer.id, sessions: ended.length };
    securityLog.write("sessions_ended", { request: request.raw, ...facts });
    return null;
  });
}
