import {
  finishLinking,
  listIdentities,
  startLinking,
  unlinkIdentity,
} from "#contract/endpoints/oidc.ts";
import type { AppContext } from "#server/app-context.ts";
import { toTimestamp } from "#server/db/timestamps.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { tokenHashOf } from "#server/http/identity/sessions.ts";
import { isOpen, readIdentities } from "./identities.reads.ts";
import { linkIdentity, unlinkIdentity as unlink } from "./identities.writes.ts";
import type { ProviderSignIn } from "./provider-sign-in.ts";

/** The providers that a signed-in person can sign in with. */
export function identityRoutes(context: AppContext, signIn: ProviderSignIn): void {
  const { defineRoute, db, clock, letterLimits, securityLog } = context;

  defineRoute(listIdentities, async ({ viewer }) => {
    const own = await readIdentities(db, viewer.id);
    return {
      items: signIn.list.map(({ id, label, key }) => {
        const identity = own.find(({ issuer }) => issuer === key);
        return {
          ...{ id, label },
          identity: identity
            ? { email: identity.email, linked_at: toTimestamp(identity.linked_at) }
            : null,
        };
      }),
    };
  });

  defineRoute(startLinking, async ({ params, viewer, prove }) => {
    await transact(db, prove);
    return { item: await signIn.begin(params.provider, viewer.id) };
  });

  defineRoute(finishLinking, async ({ body, viewer, request }) => {
    const found = await signIn.finish(body, viewer.id, request.raw);
    const email = signIn.requireEmail(found, body.provider, request.raw);
    const { label } = signIn.find(body.provider);
    const link = { userId: viewer.id, identity: { ...found, email }, label };
    const isNew = await letterLimits.toOwner(
      { request: request.raw, userId: viewer.id, about: "way in" },
      (postage) =>
        linkIdentity(context, { ...link, postage }, clock.now(), async (tx) => {
          // A session that a reset has ended meanwhile does not belong to the owner.
          if (!(await isOpen(tx, tokenHashOf(request)))) throw new ApiError("invalid_token");
        }),
    );
    const facts = { request: request.raw, account: viewer.id, provider: body.provider };
    if (isNew) securityLog.write("identity_linked", facts);
    return null;
  });

  defineRoute(unlinkIdentity, async ({ params, viewer, request, prove }) => {
    const { label, key: issuer } = signIn.find(params.provider);
    const others = signIn.list.map(({ key }) => key).filter((key) => key !== issuer);
    const link = { userId: viewer.id, issuer, label };
    const isGone = await letterLimits.toOwner(
      { request: request.raw, userId: viewer.id, about: "way in" },
      (postage) => unlink(context, { ...link, prove, postage }, others, clock.now()),
    );
    const facts = { request: request.raw, account: viewer.id, provider: params.provider };
    if (isGone) securityLog.write("identity_unlinked", facts);
    return null;
  });
}
