import { HOUR_S } from "#contract/durations.ts";
import { listCategories, listCities } from "#contract/endpoints/lookups.ts";
import { getSite } from "#contract/endpoints/site.ts";
import type { AppContext } from "#server/app-context.ts";
import { cacheKey } from "#server/http/cache/json-cache.ts";
import { CATEGORIES } from "./categories.ts";
import { CITIES } from "./cities.ts";

/** Both lists change only with a release of the product. */
const FOR_AN_HOUR = { maxAgeSeconds: HOUR_S };

export function lookupRoutes({ defineRoute, cacheable, config, mail }: AppContext): void {
  const site = {
    mail: mail.on,
    registration: config.registration,
    voters: mail.on ? ("verified" as const) : ("members" as const),
    verified_voters_required: config.verifiedVotersRequired,
    providers: config.oidcProviders.map(({ id, label }) => ({ id, label })),
  };
  defineRoute(getSite, async () => ({ item: site }));

  defineRoute(listCities, () =>
    cacheable(cacheKey("cities"), async () => ({ items: CITIES }), FOR_AN_HOUR),
  );
  defineRoute(listCategories, () =>
    cacheable(cacheKey("categories"), async () => ({ items: CATEGORIES }), FOR_AN_HOUR),
  );
}
