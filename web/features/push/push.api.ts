import { queryOptions } from "@tanstack/react-query";
import type { PushChoices } from "#contract/endpoints/push.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";

/** What this browser is sent push messages for. */
export const pushQuery = queryOptions({
  queryKey: queryKeys.mine("push"),
  queryFn: ({ signal }) => callApi("GET /api/auth/account/push", { signal }),
});

export const savePush = (choices: PushChoices, subscription: PushSubscriptionJSON) =>
  callApi("PUT /api/auth/account/push", {
    body: {
      ...choices,
      subscription: {
        endpoint: subscription.endpoint ?? "",
        keys: { p256dh: subscription.keys?.p256dh ?? "", auth: subscription.keys?.auth ?? "" },
      },
    },
  });

export const endPush = () => callApi("DELETE /api/auth/account/push", {});
