import type { Feature } from "../feature.ts";

export const ballots: Feature = {
  name: "ballots",
  tables: { vote_cohorts: { ofOptions: true } },
};
