import * as calls from "#contract/endpoints/moderation/quiet-periods.ts";
import type { AppContext } from "#server/app-context.ts";
import { requireCategory } from "#server/features/lookups/categories.ts";
import { listQuietPeriods, requireQuietPeriod } from "./quiet-periods.reads.ts";
import { createQuietPeriod, endQuietPeriod } from "./quiet-periods.writes.ts";

export function quietPeriodRoutes({ defineRoute, db, clock }: AppContext): void {
  defineRoute(calls.listQuietPeriods, ({ query }) => listQuietPeriods(db, query));

  defineRoute(calls.createQuietPeriod, async ({ body, viewer, prove }) => {
    const { title, category_ids, words } = body;
    category_ids?.forEach(requireCategory);
    const period = {
      ...{ title, words, categories: category_ids && [...new Set(category_ids)] },
      ...{ startsAt: Date.parse(body.starts_at), endsAt: Date.parse(body.ends_at) },
    };
    const id = await createQuietPeriod(db, { id: viewer.id, prove }, period, clock.now());
    return { item: await requireQuietPeriod(db, id) };
  });

  defineRoute(calls.endQuietPeriod, async ({ params, body, viewer, prove }) => {
    const ended = { id: params.id, words: body.words };
    await endQuietPeriod(db, { id: viewer.id, prove }, ended, clock.now());
    return null;
  });
}
