import * as calls from "#contract/endpoints/staff.ts";
import type { AppContext } from "#server/app-context.ts";
import { ApiError } from "#server/errors.ts";
import { requireNickname } from "#server/features/people/people.reads.ts";
import { setRole } from "./roles.writes.ts";
import { listRecord, listStaff } from "./staff.reads.ts";

export function staffRoutes({ defineRoute, db, clock, sessions }: AppContext): void {
  defineRoute(calls.listStaff, async () => ({ items: await listStaff(db) }));

  defineRoute(calls.listRecord, ({ query }) => listRecord(db, query));

  defineRoute(calls.giveRole, async ({ params, body, viewer, prove }) => {
    const { role, words } = body;
    const given = { nickname: requireNickname(params.nickname), role, words };
    const changed = await setRole(db, given, clock.now(), { id: viewer.id, prove });
    if (!changed) throw new ApiError("person_not_found");
    changed.refreshed.forEach(sessions.forget);
    return null;
  });
}
