import type { Gender } from "#contract/endpoints/people.ts";
import type { Report } from "#contract/endpoints/report.ts";
import { percentages } from "#contract/percentages.ts";
import { AGE_BANDS, LEAST_VOTERS, NO_PLACE } from "#contract/shapes/groups.ts";
import { REGIONS } from "#contract/shapes/regions.ts";
import type { OwnSurveyCard } from "#contract/shapes/survey-shapes.ts";

export type Dimension = "gender" | "age" | "region" | "province";

/** A possible group, named as in the report. */
export interface Group {
  key: string;
  name: string;
}

export const DIMENSIONS: Record<Dimension, string> = {
  gender: "Cinsiyet",
  age: "Yaş",
  region: "Bölge",
  province: "İl",
};

const GENDERS: Record<Gender, string> = { women: "Kadın", man: "Erkek", other: "Diğer" };
const NO_REGION = { key: NO_PLACE, name: "Belirtilmemiş" };

/** All groups of a dimension; provinces in the order of `cities`, once they are known. */
export function groupsOf(
  dimension: Dimension,
  cities: readonly { code: number; name: string }[] = [],
): Group[] {
  if (dimension === "gender") return Object.entries(GENDERS).map(([key, name]) => ({ key, name }));
  if (dimension === "age") return AGE_BANDS.map((key) => ({ key, name: ageName(key) }));
  const places = dimension === "province" ? cities : REGIONS;
  return [...places.map(({ code, name }) => ({ key: String(code), name })), NO_REGION];
}

const ageName = (band: string) =>
  band === "0-17" ? "18 yaş altı" : band.replace("-", "–").replace("65+", "65 yaş ve üstü");

/** How a group voted. */
export interface Shown {
  votes: number;
  counts: readonly number[];
  /** Whole percentages, in the options' order. */
  shares: number[];
  /** The index of the leading option; -1 if two are tied. */
  leader: number;
}

/** The shown groups, by their keys. */
export function shownGroups({ breakdown }: Report): ReadonlyMap<string, Shown> {
  return new Map(breakdown?.groups.map(({ key, counts }) => [key, toShown(counts)]));
}

export function toShown(counts: readonly number[]): Shown {
  const most = Math.max(...counts, 0);
  const leader = counts.indexOf(most);
  return {
    votes: counts.reduce((sum, count) => sum + count, 0),
    counts,
    shares: percentages(counts),
    leader: most > 0 && counts.lastIndexOf(most) === leader ? leader : -1,
  };
}

/** Why no groups are shown, for this number of votes. */
export function whyNoGroups(
  { visibility, state }: Pick<OwnSurveyCard, "visibility" | "state">,
  votes: number,
): string {
  if (votes < LEAST_VOTERS)
    return `Kimlerin nasıl oy verdiği ${LEAST_VOTERS} oydan sonra gösterilir.`;
  if (state !== "active")
    return "Bu anketin oyları, kimlerin nasıl oy verdiği sayılmaya başlamadan önce verildi.";
  return visibility === "private"
    ? "Kimlerin nasıl oy verdiği, özel anketlerde sonraki oylarla ya da anket bitince gösterilir."
    : "Kimlerin nasıl oy verdiği birazdan ya da yeni oylarla gösterilir.";
}
