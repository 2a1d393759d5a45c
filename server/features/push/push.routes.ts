import { getPush, subscribeToPush, unsubscribeFromPush } from "#contract/endpoints/push.ts";
import type { AppContext } from "#server/app-context.ts";
import { ApiError } from "#server/errors.ts";
import { tokenHashOf } from "#server/http/identity/sessions.ts";
import { readPushChoices } from "./push.reads.ts";
import { subscribe, unsubscribe } from "./push.writes.ts";
import type { PushService } from "./push-delivery.ts";

/** `service` is undefined where no push messages are sent. */
export function pushRoutes(
  { defineRoute, db, clock }: AppContext,
  service: PushService | undefined,
): void {
  const read = async (sessionHash: string) => ({
    item: {
      public_key: service?.publicKey ?? null,
      choices: await readPushChoices(db, sessionHash),
    },
  });

  defineRoute(getPush, ({ request }) => read(tokenHashOf(request)));

  defineRoute(subscribeToPush, async ({ body, request, viewer }) => {
    if (!service?.isKnown(body.subscription.endpoint)) throw new ApiError("push_unavailable");
    const sessionHash = tokenHashOf(request);
    await subscribe(db, { userId: viewer.id, sessionHash, now: clock.now() }, body);
    return read(sessionHash);
  });

  defineRoute(unsubscribeFromPush, async ({ request }) => {
    await unsubscribe(db, tokenHashOf(request));
    return null;
  });
}
