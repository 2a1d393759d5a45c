import { Gender } from "#contract/endpoints/people.ts";
import { AGE_BANDS, NO_PLACE, shareStep } from "#contract/shapes/groups.ts";
import { REGIONS } from "#contract/shapes/regions.ts";
import {
  type Cohort,
  type JoinedGroup,
  joinGroups,
  type Universe,
  votersOf,
} from "#server/statistics/joined-groups.ts";
import { noiseOf, roughShares } from "#server/statistics/noise.ts";
import type { Cohorts } from "./cohorts.reads.ts";
import type { Margins } from "./population.ts";
import { type Weighted, weigh } from "./weigh.ts";

/** What is shown of who voted how, until the next look. */
export interface Look {
  /** Votes at this look, also of those who are in no group since they have not said who they are. */
  votes: number;
  groups: { key: string; voters: number; shares: number[] }[];
  weighted: Weighted;
  /** Shares of all votes, from 0 to 1; shown as ranges only. */
  trust: { verified: number; week_old: number; month_old: number };
}

/** The survey's options in their order, and its secret, from which the noise is drawn. */
export interface Asked {
  optionIds: readonly number[];
  secret: Uint8Array;
}

const UNIVERSE: Universe = {
  genders: Gender.options,
  ages: AGE_BANDS,
  regions: [
    ...REGIONS.map(({ code, provinces }) => ({ name: code, provinces: provinces.map(String) })),
    // A province of the same name would make one group under two keys.
    { name: NO_PLACE, provinces: [] },
  ],
};

/** Returns what a look at these cohorts shows. */
export function takeLook(
  { cohorts, unknown, trust }: Cohorts,
  asked: Asked,
  population: Margins,
): Look {
  const groups = joinGroups(cohorts, UNIVERSE).map((group) => {
    const voters = votersOf(group.members);
    const shares = roughShares(noisyVotes(group, asked), shareStep(voters));
    return { key: group.key, voters, shares };
  });
  const shareOf = (some: number) => some / Math.max(1, trust.votes);
  return {
    votes: unknown.reduce((sum, votes) => sum + votes, votersOf(cohorts)),
    groups,
    weighted: weigh(cohorts, (group) => noisyVotes(group, asked), population),
    trust: {
      verified: shareOf(trust.verified),
      week_old: shareOf(trust.week_old),
      month_old: shareOf(trust.month_old),
    },
  };
}

/** A group's votes for each option with their noise; possibly below 0. */
function noisyVotes({ members }: JoinedGroup, { optionIds, secret }: Asked): number[] {
  const people = peopleOf(members);
  return optionIds.map(
    (id, option) =>
      members.reduce((sum, { counts }) => sum + (counts[option] ?? 0), 0) +
      noiseOf(secret, people, id),
  );
}

/**
 * The same text for the same people, in whatever table and at whatever look: nobody takes a vote
 * back, so the sizes of the cohorts that a group has tell who is in it.
 */
export const peopleOf = (members: readonly Cohort[]): string =>
  members
    .map((one) => `${one.gender} ${one.age} ${one.province} ${votersOf([one])}`)
    .sort()
    .join("\n");
