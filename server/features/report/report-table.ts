import type { BallotRules } from "#contract/ballots/ballot-rules.ts";
import type { Report } from "#contract/endpoints/report.ts";
import { NO_PLACE } from "#contract/shapes/groups.ts";
import { REGIONS } from "#contract/shapes/regions.ts";
import { CITIES } from "#server/features/lookups/cities.ts";

/** An option's votes in a group; `votes` is null if only the share is known. */
export interface ReportRow {
  table: string;
  group: string;
  option: string;
  votes: number | null;
  /** A whole percentage. */
  share: number;
}

export const COLUMNS = ["Kırılım", "Grup", "Şık", "Oy", "Pay (%)"] as const;

const PLACES: ReadonlyMap<string, readonly [dimension: string, name: string]> = new Map<
  string,
  readonly [string, string]
>([
  ...REGIONS.map(({ code, name }) => [code, ["Bölge", name]] as const),
  ...CITIES.map(({ code, name }) => [String(code), ["İl", name]] as const),
  [NO_PLACE, ["Bölge", "Belirtilmemiş"]],
]);
const GENDERS = new Map([
  ["women", "Kadın"],
  ["man", "Erkek"],
  ["other", "Diğer"],
]);

/** Returns the report as rows, the results first. Figures that are not shown have no rows. */
export function toRows(
  { options, results, breakdown }: Report,
  { shares: sharesOf }: BallotRules,
): ReportRow[] {
  const rowsOf = (table: string, group: string, counts: readonly number[]) => {
    const shares = sharesOf(counts);
    return options.map(({ content }, i) => ({
      table,
      group,
      option: content,
      votes: counts[i] ?? 0,
      share: shares[i] ?? 0,
    }));
  };
  const all = rowsOf(
    "Sonuç",
    "Tümü",
    results.map(({ count }) => count),
  );
  const weighted = (breakdown?.weighted.values ?? []).map((value, i) => ({
    table: "Türkiye’ye göre",
    group: "Tümü",
    option: options[i]?.content ?? "",
    votes: null,
    share: Number(value.slice(1)),
  }));
  const groups = (breakdown?.groups ?? []).flatMap(({ key, counts }) => {
    const names = key.split("|").map(nameOf);
    const table = names.map(([dimension]) => dimension).join(" × ");
    return rowsOf(table, names.map(([, name]) => name).join(" × "), counts);
  });
  const inOrder = new Intl.Collator("tr").compare;
  groups.sort((a, b) => inOrder(a.table, b.table));
  return [...all, ...weighted, ...groups];
}

function nameOf(key: string): readonly [dimension: string, name: string] {
  const gender = GENDERS.get(key);
  return gender ? ["Cinsiyet", gender] : (PLACES.get(key) ?? ["Yaş", key]);
}
