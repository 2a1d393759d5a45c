import {
  followPerson,
  followPersonByGet,
  getFollowStatus,
  getMyFollowerCount,
  getMyFollowingCount,
  getUserFollowerCount,
  getUserFollowingCount,
  unfollowPerson,
} from "#contract/endpoints/follows.ts";
import type { AppContext } from "#server/app-context.ts";
import { ApiError } from "#server/errors.ts";
import { readAccount } from "#server/features/accounts/accounts.reads.ts";
import { requirePerson } from "#server/features/people/people.reads.ts";
import { personKey } from "#server/features/people/person-key.ts";
import { createQuotas } from "#server/features/quotas/quotas.writes.ts";
import type { Member } from "#server/http/identity/viewer.ts";
import { follows } from "./follows.reads.ts";
import { createFollowing, unfollow } from "./follows.writes.ts";

export function followRoutes(context: AppContext): void {
  const { defineRoute, db, clock, changed } = context;
  const follow = createFollowing(db, createQuotas(context), clock);

  async function followNow({ id: followerId, veil }: Member, followedId: number) {
    if (followerId === followedId) throw new ApiError("self_follow");
    if (veil?.unwanted.get(followedId) === "block") throw new ApiError("person_blocked");
    profilesChanged(await follow({ followerId, followedId }));
    return { item: true };
  }

  function profilesChanged(nicknames: readonly string[]) {
    changed(...nicknames.map((nickname) => personKey(nickname).name));
  }

  defineRoute(followPerson, async ({ params, viewer }) => followNow(viewer, params.userId));
  defineRoute(followPersonByGet, async ({ params, viewer }) => followNow(viewer, params.userId));

  defineRoute(unfollowPerson, async ({ params, viewer }) => {
    profilesChanged(await unfollow(db, { followerId: viewer.id, followedId: params.userId }));
    return { item: false };
  });

  defineRoute(getFollowStatus, async ({ params, viewer }) => {
    await requirePerson(db, params.userId);
    return { item: viewer !== null && (await follows(db, viewer.id, params.userId)) };
  });

  defineRoute(getMyFollowerCount, async ({ viewer }) => ({
    myFollowerCount: (await readAccount(db, viewer.id)).follower_count,
  }));

  defineRoute(getMyFollowingCount, async ({ viewer }) => ({
    myFollowingCount: (await readAccount(db, viewer.id)).following_count,
  }));

  defineRoute(getUserFollowerCount, async ({ params }) => ({
    userFollowerCount: (await requirePerson(db, params.userId)).follower_count,
  }));

  defineRoute(getUserFollowingCount, async ({ params }) => ({
    userFollowingCount: (await requirePerson(db, params.userId)).following_count,
  }));
}
