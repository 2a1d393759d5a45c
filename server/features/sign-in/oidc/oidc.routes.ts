import type { IncomingMessage } from "node:http";
import { completeRegistration, finishProviderLogin, startProviderLogin } from "#contract/endpoints/oidc.ts";
import type { AppContext } from "#server/app-context.ts";
import { ApiError } from "#server/errors.ts";
import { createAccount } from "#server/features/accounts/accounts.writes.ts";
import { findCredentials } from "../credentials.reads.ts";
import { requireFree } from "#server/features/email/email.writes.ts";
import { signInPlace } from "../factors/second-step.routes.ts";
import { enterByFirstStep } from "../factors/tickets.writes.ts";
import { proofByBrowser, proofOf, provenBrowser } from "../known-browsers.ts";
import { requireLastingAddress } from "#server/mail/refused-mail-domains.ts";
import { requireValid, toRow } from "#server/features/accounts/registration.routes.ts";
import { findByIdentity, isLinked } from "./identities.reads.ts";
import { identityRoutes } from "./identities.routes.ts";
import { insertIdentity, linkIdentity } from "./identities.writes.ts";
import type { Identity } from "./provider-client.ts";
import { findNewcomer, keepNewcomer, useTicket } from "./provider-flows.writes.ts";
import { createProviderSignIn } from "./provider-sign-in.ts";

/** Signing in with a provider: it begins, it ends, and somebody new opens an account. */
export function oidcRoutes(context: AppContext): void {
  const { defineRoute, db, clock, config, mail, mailboxes, securityLog } = context;
  const signIn = createProviderSignIn(context);
  identityRoutes(context, signIn);

  defineRoute(startProviderLogin, async ({ params }) => ({
    item: await signIn.begin(params.provider, null),
  }));

  defineRoute(finishProviderLogin, async ({ body, request: { raw } }) => {
    const identity = await signIn.finish(body, null, raw);
    const known = await findByIdentity(db, identity);
    if (known !== undefined) return signedIn(await openFor(known, identity, body, raw));

    const email = signIn.requireEmail(identity, body.provider, raw);
    const person = await findCredentials(db, { email });
    if (person) {
      await linkByAddress(person.userId, { ...identity, email }, body.provider, raw);
      return signedIn(await openFor(person.userId, identity, body, raw));
    }
    requireLastingAddress(email, config.mailDomains);
    const ticket = await keepNewcomer(db, { ...identity, email }, clock.now());
    const { firstName: first_name, surname } = identity;
    return { item: { session: null, registration: { ticket, email, first_name, surname } } };
  });

  /** Throws `link_identity_first` unless both sides have verified the very same address. */
  async function linkByAddress(
    userId: number,
    identity: Identity & { email: string },
    provider: string,
    request: IncomingMessage,
  ): Promise<void> {
    const link = { userId, identity, label: signIn.find(provider).label };
    const isNew = await linkIdentity(db, mail, link, clock.now(), (_, person) => {
      if (person.email === identity.email && person.email_verified_at !== null) return;
      signIn.logRefusal(request, provider, "address of an account", userId);
      throw new ApiError("link_identity_first");
    });
    if (isNew) securityLog.write("identity_linked", { request, account: userId, provider });
  }

  defineRoute(completeRegistration, async ({ body, request: { raw } }) => {
    const now = clock.now();
    const newcomer = await findNewcomer(db, body.ticket, now);
    if (!newcomer) throw new ApiError("provider_expired");
    const form = { ...body, email: newcomer.email };
    requireValid(form, config, now);
    const row = { ...toRow(form, null, now), email_verified_at: now };
    const userId = await createAccount(db, mailboxes, row, null, async (tx, id) => {
      await requireFree(tx, newcomer.email, id, now);
      if (!(await useTicket(tx, body.ticket))) throw new ApiError("provider_expired");
      await insertIdentity(tx, id, newcomer, now);
    }).catch(async (error: unknown) => {
      // Of two presses at once the later one finds the address taken, by the account of the other.
      if (await findNewcomer(db, body.ticket, now)) throw error;
      throw new ApiError("provider_expired");
    });
    securityLog.write("registered", { request: raw, account: userId });
    return openFor(userId, newcomer, body, raw);
  });

  const signedIn = (session: Awaited<ReturnType<typeof openFor>>) => ({
    item: { session, registration: null },
  });

  async function openFor(
    userId: number,
    identity: Pick<Identity, "issuer" | "subject">,
    { remember, browsers }: { remember: boolean; browsers?: string[] | undefined },
    request: IncomingMessage,
  ) {
    const person = await findCredentials(db, { id: userId });
    if (!person) throw new ApiError("invalid_credentials");
    const known = provenBrowser(mailboxes, person, browsers ?? []);
    const proof = proofByBrowser(browsers, known);
    const from = signInPlace(context, request, userId, proof);
    const { token, expiresAt } = await enterByFirstStep(
      db,
      { userId, remember, from, now: clock.now() },
      { proof, known: known ?? null },
      async (tx) => {
        // A reset that takes an account back removes what somebody else had linked.
        if (!(await isLinked(tx, userId, identity))) throw new ApiError("invalid_credentials");
      },
    ).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === "second_factor_required") {
        securityLog.write("second_step_begun", { request, account: userId });
      }
      throw error;
    });
    securityLog.write("signed_in", { request, account: userId });
    return {
      token,
      expires_at: new Date(expiresAt).toISOString(),
      ...(browsers && { browser: proofOf(mailboxes, person) }),
    };
  }
}
