import type { Feature } from "../feature.ts";
import { WRONG_CHOICE_COUNTERS } from "./choices.reads.ts";
import { foldCohorts } from "./cohorts.writes.ts";
import { WRONG_NO_OPINION_COUNTERS } from "./no-opinion.reads.ts";

export const ballots: Feature = {
  name: "ballots",
  tables: {
    choice_counts: {},
    no_opinion_counts: {},
    option_cohorts: {},
    cohort_commits: {},
  },
  wrongCounters: { ...WRONG_CHOICE_COUNTERS, ...WRONG_NO_OPINION_COUNTERS },
  jobs: ({ db }) => [
    {
      name: "fold the cohorts that a server left when it ended suddenly",
      stage: "prompt",
      run: () => foldCohorts(db),
    },
  ],
};
