import type { Feature } from "../feature.ts";
import { foldCohorts } from "./cohorts.writes.ts";

export const ballots: Feature = {
  name: "ballots",
  tables: { option_cohorts: {}, cohort_commits: {} },
  jobs: ({ db }) => [
    {
      name: "fold the cohorts that a server left when it ended suddenly",
      stage: "prompt",
      run: () => foldCohorts(db),
    },
  ],
};
