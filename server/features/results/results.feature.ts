import type { Feature } from "../feature.ts";
import { resultRoutes } from "./results.routes.ts";
import { countEndedRounds } from "./rounds.writes.ts";

export const results: Feature = {
  name: "results",
  tables: { rounds: {} },
  cacheKeys: ["survey:*:results"],
  routes: resultRoutes,
  jobs: (context) => [
    {
      // In each round before the job that seals what has ended.
      name: "count the rankings of surveys that have ended",
      stage: "prompt",
      run: ({ now }) => countEndedRounds(context, now),
    },
  ],
};
