import type { Feature } from "../feature.ts";
import { deleteFollowers, hasManyFollowers, leaveFollows } from "./account-deletion.writes.ts";
import { readFollows, WRONG_FOLLOW_COUNTERS } from "./follows.reads.ts";
import { followRoutes } from "./follows.routes.ts";

export const follows: Feature = {
  name: "follows",
  tables: {
    follows: {
      people: {
        follower_id: { exported: "followings", deletedBy: "foreign key" },
        followed_id: { exported: "followers", deletedBy: "foreign key" },
      },
    },
  },
  routes: followRoutes,
  download: {
    followers: ({ db }, userId) => readFollows(db, userId, "followed_id", "follower_id"),
    followings: ({ db }, userId) => readFollows(db, userId, "follower_id", "followed_id"),
  },
  accountDeletion: {
    hasManyRows: hasManyFollowers,
    deleteManyRows: deleteFollowers,
    delete: ({ db }, tx, { userId }) => leaveFollows(db, tx, userId),
  },
  wrongCounters: WRONG_FOLLOW_COUNTERS,
};
