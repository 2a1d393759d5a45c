import { AGE_BANDS, CROSSED, JOINED, NO_PLACE } from "./groups.ts";
import { REGIONS } from "./regions.ts";

export type Dimension = "gender" | "age" | "region" | "province";

/** Their Turkish names. */
export const DIMENSIONS: Record<Dimension, string> = {
  gender: "Cinsiyet",
  age: "Yaş",
  region: "Bölge",
  province: "İl",
};

const GENDERS: Record<string, string> = { women: "Kadın", man: "Erkek", other: "Diğer" };
const AGES: readonly string[] = AGE_BANDS;

/** The dimensions of a group by its key. */
export const dimensionsOf = (key: string): Dimension[] =>
  key.split(CROSSED).map((part) => {
    const [first = ""] = part.split(JOINED);
    if (first in GENDERS) return "gender";
    if (AGES.includes(first)) return "age";
    return first.startsWith("TR") || first === NO_PLACE ? "region" : "province";
  });

/** The name of a group of one dimension by its key; `provinceName` names a plate code. */
export function groupName(key: string, provinceName: (code: number) => string): string {
  const parts = key.split(JOINED);
  const [first = "", last = ""] = [parts[0], parts.at(-1)];
  const [dimension] = dimensionsOf(key);
  if (dimension === "gender") return parts.map((part) => GENDERS[part] ?? part).join(" ve ");
  if (dimension === "age") return ageName(first, last);
  if (dimension === "region") {
    return parts.length > 2 ? "Diğer bölgeler" : parts.map(regionName).join(" ve ");
  }
  if (parts.length === 1) return provinceName(Number(first));
  const region = REGIONS.find(({ provinces }) => provinces.includes(Number(first)));
  const which = parts.length === region?.provinces.length ? "Bütün iller" : "Diğer iller";
  return `${which} (${region?.name ?? ""})`;
}

const regionName = (code: string): string =>
  REGIONS.find((region) => region.code === code)?.name ?? "Belirtilmemiş";

/** "18–24", "34 ve altı", "55 ve üzeri"; the ages of joined bands follow each other. */
function ageName(first: string, last: string): string {
  const [from, to] = [Number.parseInt(first, 10), last.split("-")[1]];
  if (to === undefined) return `${from} ve üzeri`;
  return from === 0 ? `${to} ve altı` : `${from}–${to}`;
}

/** Stands below shares of groups (R411). */
export const NOISE_NOTE =
  "Kimsenin oyu hesaplanamasın diye paylara küçük sapmalar eklenir ve paylar yuvarlanır; az kişinin oy verdiği gruplar birleştirilir.";
