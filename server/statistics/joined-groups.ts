import { CROSSED, GROUP_VOTERS, JOINED } from "#contract/shapes/groups.ts";

/** Voters who are alike, with their number for each option. */
export interface Cohort {
  gender: string;
  age: string;
  region: string;
  province: string;
  counts: readonly number[];
}

export interface JoinedGroup {
  /** Categories of one dimension joined by `JOINED`, or of two separated by `CROSSED`. */
  key: string;
  members: readonly Cohort[];
}

/** The possible categories of each dimension, in the order in which neighbours join. */
export interface Universe {
  genders: readonly string[];
  ages: readonly string[];
  regions: readonly { name: string; provinces: readonly string[] }[];
}

export const votersOf = (members: readonly Cohort[]): number =>
  members.reduce((sum, { counts }) => sum + counts.reduce((all, count) => all + count, 0), 0);

/**
 * Returns the groups to show. Each table divides all voters into groups of at least `GROUP_VOTERS`,
 * small ones joined; provinces divide the voters of a region that has so many. What joins depends on
 * the numbers of voters alone, and reveals nothing of their votes. A table in which everybody would
 * be in one group has none.
 */
export function joinGroups(
  cohorts: readonly Cohort[],
  { genders, ages, regions }: Universe,
): JoinedGroup[] {
  const { one, two } = GROUP_VOTERS;
  const regionNames = regions.map(({ name }) => name);
  const divideBy = {
    gender: divider("gender", genders, joinSmallest),
    age: divider("age", ages, joinNeighbours),
    region: divider("region", regionNames, joinSmallest),
  };
  const byGender = ifDivided(divideBy.gender(cohorts, one));
  const byAge = ifDivided(divideBy.age(cohorts, one));
  const byRegion = ifDivided(divideBy.region(cohorts, one));
  const byProvince = regions.flatMap(({ name, provinces }) => {
    const inRegion = cohorts.filter(({ region }) => region === name);
    return divider("province", provinces, joinSmallest)(inRegion, one);
  });
  return [
    ...[...byGender, ...byAge, ...byRegion, ...byProvince],
    ...cross(byGender, (members) => divideBy.age(members, two)),
    ...cross(byGender, (members) => divideBy.region(members, two)),
    ...cross(byAge, (members) => divideBy.region(members, two)),
  ];
}

const ifDivided = (groups: JoinedGroup[]): JoinedGroup[] => (groups.length > 1 ? groups : []);

/** Divides each group by another dimension, where it has voters enough for two groups. */
const cross = (
  groups: readonly JoinedGroup[],
  divide: (members: readonly Cohort[]) => JoinedGroup[],
): JoinedGroup[] =>
  groups.flatMap((group) =>
    ifDivided(divide(group.members)).map(({ key, members }) => ({
      key: `${group.key}${CROSSED}${key}`,
      members,
    })),
  );

/** Returns indexes that join; none if there are fewer than the minimum in all. */
type Join = (sizes: readonly number[], least: number) => number[][];

const divider =
  (dimension: "gender" | "age" | "region" | "province", names: readonly string[], join: Join) =>
  (cohorts: readonly Cohort[], least: number): JoinedGroup[] => {
    const membersOf = Map.groupBy(cohorts, (cohort) => cohort[dimension]);
    const sizes = names.map((name) => votersOf(membersOf.get(name) ?? []));
    return join(sizes, least).map((places) => {
      const joined = places.map((place) => names[place] ?? "");
      const members = joined.flatMap((name) => membersOf.get(name) ?? []);
      return { key: joined.join(JOINED), members };
    });
  };

/** Joins neighbours from the first on; too few at the end join the group before them. */
const joinNeighbours: Join = (sizes, least) => {
  const groups: number[][] = [];
  let open: number[] = [];
  let voters = 0;
  for (const [place, size] of sizes.entries()) {
    open.push(place);
    voters += size;
    if (voters < least) continue;
    groups.push(open);
    [open, voters] = [[], 0];
  }
  groups.at(-1)?.push(...open);
  return groups;
};

/** Joins all that are too small into one group; if that is too small, the smallest others too. */
const joinSmallest: Join = (sizes, least) => {
  const places = [...sizes.keys()].sort((a, b) => (sizes[a] ?? 0) - (sizes[b] ?? 0));
  const joined: number[] = [];
  let voters = 0;
  for (const place of places) {
    const size = sizes[place] ?? 0;
    if (size >= least && (voters === 0 || voters >= least)) break;
    joined.push(place);
    voters += size;
  }
  const single = places.filter((place) => !joined.includes(place)).map((place) => [place]);
  // Otherwise none of the joined categories has a voter, or all categories together have too few.
  if (voters >= least) single.push(joined.sort((a, b) => a - b));
  return single.sort(([a = 0], [b = 0]) => a - b);
};
