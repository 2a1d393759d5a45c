import type { Report } from "#contract/endpoints/report.ts";
import {
  DIMENSIONS,
  type Dimension,
  dimensionsOf,
  groupName,
  NOISE_NOTE,
} from "#contract/shapes/group-names.ts";
import { CROSSED, FIRST_LOOK } from "#contract/shapes/groups.ts";
import { leaderOf } from "#contract/shapes/province-map.ts";
import type { OwnSurveyCard } from "#contract/shapes/survey-shapes.ts";
import { formatNumber } from "#web/lib/turkish.ts";

export { DIMENSIONS, type Dimension, NOISE_NOTE };

/** How a group voted, roughly. */
export interface Group {
  key: string;
  /** A name for each of its dimensions. */
  names: string[];
  voters: number;
  /** Whole percentages, in the options' order. */
  shares: readonly number[];
  /** The index of the leading option; -1 if two are tied. */
  leader: number;
}

type Cities = readonly { code: number; name: string }[];

/** The shown groups of a dimension, or of two. */
export function groupsOf(
  { breakdown }: Report,
  dimensions: readonly Dimension[],
  cities: Cities = [],
): Group[] {
  const nameOf = (code: number) => cities.find((city) => city.code === code)?.name ?? `${code}`;
  const groups = breakdown?.groups ?? [];
  return groups
    .filter(({ key }) => dimensionsOf(key).join() === dimensions.join())
    .map(({ key, voters, shares }) => ({
      ...{ key, voters, shares, leader: leaderOf(shares) },
      names: key.split(CROSSED).map((part) => groupName(part, nameOf)),
    }));
}

/** Its rough size (R411). */
export const sizeOf = ({ voters }: Group): string => `yaklaşık ${formatNumber(voters)} kişi`;

/** Stands where everybody would be in one group. */
export const NOT_DIVIDED = "Ayrı gösterilebilecek kadar kalabalık gruplar yok.";

/** Why no groups are shown, for this number of votes. */
export function whyNoGroups(
  { visibility, state }: Pick<OwnSurveyCard, "visibility" | "state">,
  { breakdown, ballot }: Report,
  votes: number,
): string {
  if (breakdown) return NOT_DIVIDED;
  if (ballot) return "Bu oylama türünde kimlerin nasıl oy verdiği gösterilmez.";
  if (votes < FIRST_LOOK) {
    return state === "active"
      ? `Kimlerin nasıl oy verdiği ${FIRST_LOOK} oydan sonra gösterilir.`
      : `Kimlerin nasıl oy verdiği, ${FIRST_LOOK} oydan az alan anketlerde gösterilmez.`;
  }
  if (state !== "active")
    return "Bu anketin oyları, kimlerin nasıl oy verdiği sayılmaya başlamadan önce verildi.";
  return visibility === "private"
    ? "Kimlerin nasıl oy verdiği, özel anketlerde sonraki oylarla ya da anket bitince gösterilir."
    : "Kimlerin nasıl oy verdiği birazdan ya da yeni oylarla gösterilir.";
}
