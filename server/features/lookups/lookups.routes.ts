import { listCategories, listCities } from "#contract/lookups.ts";
import type { AppContext } from "#server/app-context.ts";
import { ReadyAnswer } from "#server/http/cache/json-cache.ts";
import { CATEGORIES } from "./categories.ts";
import { CITIES } from "./cities.ts";

/** They change with a release of the product only. */
const AN_HOUR = "public, max-age=3600";

export function lookupRoutes({ serve }: AppContext): void {
  const cities = new ReadyAnswer({ items: CITIES }, AN_HOUR);
  const categories = new ReadyAnswer({ items: CATEGORIES }, AN_HOUR);
  serve(listCities, async () => cities);
  serve(listCategories, async () => categories);
}
