import type { IncomingMessage } from "node:http";
import { finishProviderLogin, startProviderLogin } from "#contract/endpoints/oidc.ts";
import type { AppContext } from "#server/app-context.ts";
import { ApiError } from "#server/errors.ts";
import { requireLastingAddress } from "#server/mail/refused-mail-domains.ts";
import { findCredentials } from "../credentials.reads.ts";
import { findByIdentity } from "./identities.reads.ts";
import { identityRoutes } from "./identities.routes.ts";
import { linkIdentity } from "./identities.writes.ts";
import { openForIdentity } from "./open-for-identity.ts";
import type { Identity } from "./provider-client.ts";
import { keepNewcomer } from "./provider-flows.writes.ts";
import { createProviderSignIn } from "./provider-sign-in.ts";

/** Begins and finishes sign-ins with a provider. Newcomers then open an account (`accounts/`). */
export function oidcRoutes(context: AppContext): void {
  const { defineRoute, db, clock, config, letterLimits, securityLog } = context;
  const signIn = createProviderSignIn(context);
  identityRoutes(context, signIn);

  defineRoute(startProviderLogin, async ({ params }) => ({
    item: await signIn.begin(params.provider, null),
  }));

  defineRoute(finishProviderLogin, async ({ body, request: { raw } }) => {
    const identity = await signIn.finish(body, null, raw);
    const known = await findByIdentity(db, identity);
    if (known !== undefined)
      return signedIn(await openForIdentity(context, known, identity, body, raw));

    const email = signIn.requireEmail(identity, body.provider, raw);
    const person = await findCredentials(db, { email });
    if (person) {
      await linkByAddress(person.userId, { ...identity, email }, body.provider, raw);
      return signedIn(await openForIdentity(context, person.userId, identity, body, raw));
    }
    if (config.registration === "closed") throw new ApiError("registration_closed");
    requireLastingAddress(email, config.mailDomains);
    const ticket = await keepNewcomer(db, { ...identity, email }, clock.now());
    const { firstName: first_name, surname } = identity;
    return { item: { session: null, registration: { ticket, email, first_name, surname } } };
  });

  /** Throws `link_identity_first` unless both sides have verified exactly the same address. */
  async function linkByAddress(
    userId: number,
    identity: Identity & { email: string },
    provider: string,
    request: IncomingMessage,
  ): Promise<void> {
    const link = { userId, identity, label: signIn.find(provider).label };
    const isNew = await letterLimits.toOwner({ request, userId, about: "sign-in" }, (postage) =>
      linkIdentity(context, { ...link, postage }, clock.now(), (_, person) => {
        if (person.email === identity.email && person.email_verified_at !== null) return;
        signIn.logRefusal(request, provider, "address of an account", userId);
        throw new ApiError("link_identity_first");
      }),
    );
    if (isNew) securityLog.write("identity_linked", { request, account: userId, provider });
  }

  const signedIn = (session: Awaited<ReturnType<typeof openForIdentity>>) => ({
    item: { session, registration: null },
  });
}
