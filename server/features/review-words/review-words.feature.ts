import type { Feature } from "../feature.ts";
import { reviewWordRoutes } from "./review-words.routes.ts";
import { forgetWordAuthor } from "./review-words.writes.ts";

export const reviewWords: Feature = {
  name: "review words",
  tables: {
    review_words: {
      people: {
        added_by: { notExported: "what an admin set for everybody", deletedBy: "accountDeletion" },
      },
    },
  },
  routes: reviewWordRoutes,
  accountDeletion: { delete: (_, tx, { userId }) => forgetWordAuthor(tx, userId) },
};
