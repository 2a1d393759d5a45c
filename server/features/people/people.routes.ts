import { getPerson, listFollowers, listFollowings, listPopularPeople } from "#contract/people.ts";
import { readConnections } from "#server/features/follows/follows.reads.ts";
import type { House } from "#server/house.ts";
import { readPerson, readPopularPeople, requireNickname, requirePersonId } from "./people.reads.ts";
import { personKey } from "./person-key.ts";

export function peopleRoutes({ serve, db, clock, answers }: House): void {
  serve(getPerson, async ({ params }) => {
    const nickname = requireNickname(params.nickname);
    return answers.get(personKey(nickname), async () => ({
      item: await readPerson(db, nickname, clock.now()),
    }));
  });

  serve(listPopularPeople, async () =>
    answers.get("popular-people:", async () => ({ items: await readPopularPeople(db) })),
  );

  serve(listFollowers, async ({ params, query }) => {
    const id = await requirePersonId(db, requireNickname(params.nickname));
    return readConnections(db, "followers", id, query);
  });

  serve(listFollowings, async ({ params, query }) => {
    const id = await requirePersonId(db, requireNickname(params.nickname));
    return readConnections(db, "followings", id, query);
  });
}
