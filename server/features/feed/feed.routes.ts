import { listQuestions } from "#contract/endpoints/feed.ts";
import { readSurveys } from "#server/features/surveys/surveys.reads.ts";
import { cacheKey } from "#server/http/cache/json-cache.ts";
import type { FeatureContext } from "../feature.ts";
import { type FeedQuery, findQuestions } from "./feed.reads.ts";
import { listOfTheDay } from "./feed-parts.reads.ts";

export function feedRoutes({
  defineRoute,
  db,
  config,
  clock,
  cacheable,
  cachedValue,
}: FeatureContext): void {
  defineRoute(listQuestions, ({ query, viewer }) => {
    // Visitors all get the same questions, and nothing that depends on who asks.
    if (!viewer) return cacheable(questionsKey(query), () => read(query, null));
    return read(query, viewer.id);
  });

  async function read(query: FeedQuery, viewerId: number | null) {
    const now = clock.now();
    const ofTheDay =
      query.tab === "you"
        ? await cachedValue(ofTheDayKey, () => listOfTheDay(db, config.featuredFile, now))
        : undefined;
    const page = await findQuestions(db, viewerId, query, ofTheDay ?? [], now);
    return { ...page, items: await readSurveys(db, page.items, now) };
  }
}

/** `query` contains everything that the page depends on. */
const questionsKey = (query: FeedQuery) => cacheKey(`surveys:questions:${JSON.stringify(query)}`);

const ofTheDayKey = cacheKey("surveys:of-the-day");
