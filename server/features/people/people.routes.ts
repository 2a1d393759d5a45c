import {
  getPerson,
  listFollowers,
  listFollowings,
  listPersonSurveys,
  listPopularPeople,
} from "#contract/endpoints/people.ts";
import type { AppContext } from "#server/app-context.ts";
import { surveyListKey } from "#server/features/surveys/survey-cache-keys.ts";
import { cacheKey } from "#server/http/cache/json-cache.ts";
import { hiddenPeople } from "#server/http/identity/viewer.ts";
import { readConnections } from "./connections.reads.ts";
import { readPerson, readPopularPeople, requireNickname, requirePersonId } from "./people.reads.ts";
import { personKey } from "./person-key.ts";
import { readPersonSurveys } from "./person-surveys.reads.ts";

export function peopleRoutes({ defineRoute, db, clock, cacheable }: AppContext): void {
  defineRoute(getPerson, async ({ params }) => {
    const nickname = requireNickname(params.nickname);
    return cacheable(personKey(nickname), async () => ({
      item: await readPerson(db, nickname, clock.now()),
    }));
  });

  defineRoute(listPopularPeople, async ({ viewer }) => {
    const read = async () => ({ items: await readPopularPeople(db, hiddenPeople(viewer)) });
    return viewer?.veil ? read() : cacheable(cacheKey("people:popular"), read);
  });

  defineRoute(listPersonSurveys, async ({ params, query }) => {
    const nickname = requireNickname(params.nickname);
    return cacheable(surveyListKey({ nickname, ...query }), () =>
      readPersonSurveys(db, nickname, clock.now(), query),
    );
  });

  defineRoute(listFollowers, async ({ params, query }) => {
    const id = await requirePersonId(db, requireNickname(params.nickname));
    return readConnections(db, "followers", id, query);
  });

  defineRoute(listFollowings, async ({ params, query }) => {
    const id = await requirePersonId(db, requireNickname(params.nickname));
    return readConnections(db, "followings", id, query);
  });
}
