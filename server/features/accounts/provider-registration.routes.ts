import { completeRegistration } from "#contract/endpoints/oidc.ts";
import type { AppContext } from "#server/app-context.ts";
import { ApiError } from "#server/errors.ts";
import { requireFree } from "#server/features/email/free-addresses.reads.ts";
import { insertIdentity } from "#server/features/sign-in/oidc/identities.writes.ts";
import { openForIdentity } from "#server/features/sign-in/oidc/open-for-identity.ts";
import { findNewcomer, useTicket } from "#server/features/sign-in/oidc/provider-flows.writes.ts";
import { createAccount } from "./accounts.writes.ts";
import { requireValid, toRow } from "./registration.routes.ts";

/** Opens an account for a newcomer whose identity a provider has confirmed. */
export function providerRegistrationRoutes(context: AppContext): void {
  const { defineRoute, db, clock, config, mailboxes, securityLog, clientIpOf } = context;

  defineRoute(completeRegistration, async ({ body, request: { raw } }) => {
    const now = clock.now();
    const newcomer = await findNewcomer(db, body.ticket, now);
    if (!newcomer) throw new ApiError("provider_expired");
    const form = { ...body, email: newcomer.email };
    requireValid(form, config, now);
    const row = { ...toRow(form, null, now), email_verified_at: now };
    const userId = await createAccount(
      context,
      row,
      { passwordHash: null, invitation: body.invitation, address: clientIpOf(raw) },
      async (tx, id) => {
        await requireFree(tx, mailboxes, { email: newcomer.email, userId: id }, now);
        if (!(await useTicket(tx, body.ticket))) throw new ApiError("provider_expired");
        await insertIdentity(context, tx, { userId: id, isNew: true }, newcomer, now);
      },
    ).catch(async (error: unknown) => {
      // The later of two concurrent submits finds the address taken by the account of the other.
      if (await findNewcomer(db, body.ticket, now)) throw error;
      throw new ApiError("provider_expired");
    });
    securityLog.write("registered", { request: raw, account: userId });
    return openForIdentity(context, userId, newcomer, body, raw);
  });
}
