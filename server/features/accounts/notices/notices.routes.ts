import { dismissNotice } from "#contract/endpoints/notices.ts";
import type { AppContext } from "#server/app-context.ts";
import { dismiss } from "./notices.writes.ts";

export function noticeRoutes({ defineRoute, db }: AppContext): void {
  defineRoute(dismissNotice, async ({ params, viewer }) => {
    await dismiss(db, viewer.id, params.name);
    return null;
  });
}
