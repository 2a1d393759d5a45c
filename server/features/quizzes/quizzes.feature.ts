import { voterOfAccount } from "#server/features/voters/voters.reads.ts";
import type { Feature } from "../feature.ts";
import { exportAttempts, exportTests, WRONG_SCORES } from "./quizzes.reads.ts";
import { quizRoutes } from "./quizzes.routes.ts";
import { dropExplanationPictures } from "./quizzes.writes.ts";

export const quizzes: Feature = {
  name: "quizzes",
  tables: {
    quiz_questions: { hasPictures: true },
    quiz_explanations: { hasPictures: true },
    quiz_types: {},
    quiz_attempts: {
      people: {
        user_id: {
          exported: "test_attempts",
          kept: "follows the vote, whose voter becomes nobody (R114)",
        },
      },
      ofSurvey: { user_id: Number.MIN_SAFE_INTEGER },
    },
    quiz_scores: {},
    quiz_looks: {},
  },
  cacheKeys: ["survey:*:questions"],
  routes: quizRoutes,
  surveyRemoval: { dropPictures: dropExplanationPictures },
  download: {
    tests: ({ db }, userId) => exportTests(db, userId),
    test_attempts: ({ db }, userId) => exportAttempts(db, voterOfAccount(userId)),
  },
  wrongCounters: WRONG_SCORES,
};
