import type { AppContext } from "#server/app-context.ts";
import type { Feature } from "../feature.ts";
import { exportPushSubscriptions } from "./push.reads.ts";
import { pushRoutes } from "./push.routes.ts";
import { createPushService } from "./push-delivery.ts";
import { openPushKey } from "./push-key.ts";
import { sendPushes } from "./send-pushes.writes.ts";

/** Short, so that the next round is not late. */
const SENDING_LIMIT_MS = 20_000;

const PERSON = { exported: "push_subscriptions", deletedBy: "foreign key" } as const;

/** Messages to browsers that are not open, by the Push API (ADR-066). */
export const push: Feature = {
  name: "push",
  tables: { push_subscriptions: { people: { user_id: PERSON } } },
  routes: (context) => pushRoutes(context, serviceOf(context)),
  jobs(context) {
    const service = serviceOf(context);
    if (!service) return [];
    const parts = { db: context.db, service, featuredFile: context.config.featuredFile };
    return [
      {
        name: "send push messages",
        stage: "last",
        timeLimitMs: SENDING_LIMIT_MS,
        run: (turn) => sendPushes(parts, turn),
      },
    ];
  },
  download: { push_subscriptions: ({ db }, userId) => exportPushSubscriptions(db, userId) },
};

const serviceOf = ({ config, sealer }: Pick<AppContext, "config" | "sealer">) =>
  config.push && createPushService(openPushKey(sealer), config.push);
