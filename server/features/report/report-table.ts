import type { BallotRules } from "#contract/ballots/ballot-rules.ts";
import type { Report } from "#contract/endpoints/report.ts";
import { DIMENSIONS, dimensionsOf, groupName } from "#contract/shapes/group-names.ts";
import { CROSSED } from "#contract/shapes/groups.ts";
import { sponsorsOf } from "#contract/shapes/sponsors.ts";
import { CITIES } from "#server/features/lookups/cities.ts";

/** An option's votes in a group; `votes` is null of groups and weighted results (R411). */
export interface ReportRow {
  table: string;
  group: string;
  option: string;
  votes: number | null;
  /** A whole percentage; null beside who asked for the survey and who paid for it. */
  share: number | null;
}

export const COLUMNS = ["Kırılım", "Grup", "Şık", "Oy", "Pay (%)"] as const;

/** Returns the report as rows, the results first. Figures that are not shown have no rows. */
export function toRows(report: Report, { shares: sharesOf }: BallotRules): ReportRow[] {
  const { options, results, breakdown } = report;
  const rowsOf = (
    table: string,
    group: string,
    shares: readonly number[],
    votes: readonly number[] = [],
  ) =>
    options.map(({ content }, i) => ({
      table,
      group,
      option: content,
      votes: votes[i] ?? null,
      share: shares[i] ?? 0,
    }));
  const counts = results.map(({ count }) => count);
  const weighted = breakdown?.weighted.values?.map((value) => Number(value.slice(1)));
  const groups = (breakdown?.groups ?? []).flatMap(({ key, voters, shares }) => {
    const table = dimensionsOf(key).map((dimension) => DIMENSIONS[dimension]);
    const names = key.split(CROSSED).map((part) => groupName(part, provinceName));
    return rowsOf(table.join(" × "), `${names.join(" × ")}, yaklaşık ${voters} kişi`, shares);
  });
  const inOrder = new Intl.Collator("tr").compare;
  groups.sort((a, b) => inOrder(a.table, b.table));
  return [
    ...rowsOf("Sonuç", "Tümü", sharesOf(counts, report.voters), counts),
    ...results.flatMap(({ spread = [] }, i) =>
      spread.map((votes, at) => ({
        ...{ table: "Notlar", group: `${at + 1} puan`, option: options[i]?.content ?? "" },
        ...{ votes, share: null },
      })),
    ),
    ...(report.ranking ? rankingRows(report.ranking, options) : []),
    ...(report.voters === undefined
      ? []
      : [{ table: "Oy verenler", group: "Tümü", option: "", votes: report.voters, share: null }]),
    ...[report.no_opinion, report.private_no_opinion].flatMap((votes, at) => {
      const group = at === 0 ? "Tümü" : "Anket özelken";
      return votes === undefined
        ? []
        : { table: "Fikrim yok diyenler", group, option: "", votes, share: null };
    }),
    ...(weighted ? rowsOf("Türkiye’ye göre", "Tümü", weighted) : []),
    ...groups,
    ...sponsorsOf(report).map(({ label, name }) => ({
      ...{ table: "Künye", group: label, option: name, votes: null, share: null },
    })),
  ];
}

/** The rounds of rankings, then their table in pairs. */
function rankingRows(
  { rounds, pairwise }: NonNullable<Report["ranking"]>,
  options: Report["options"],
): ReportRow[] {
  const nameOf = (at: number) => options[at]?.content ?? "";
  const row = (table: string, group: string, option: string, votes: number) => ({
    ...{ table, group, option, votes, share: null },
  });
  const ofRounds = rounds.flatMap(({ counts, exhausted }, at) => {
    const rowOf = (option: string, votes: number) =>
      row("Eleme turları", `${at + 1}. tur`, option, votes);
    const standing = counts.flatMap((votes, i) => (votes === null ? [] : rowOf(nameOf(i), votes)));
    return exhausted > 0 ? [...standing, rowOf("Sıralaması biten oylar", exhausted)] : standing;
  });
  const ofPairs = pairwise.flatMap((against, one) =>
    against.flatMap((votes, other) =>
      one === other
        ? []
        : row("İkili karşılaştırma", `Karşısında: ${nameOf(other)}`, nameOf(one), votes),
    ),
  );
  return [...ofRounds, ...ofPairs];
}

const provinceName = (code: number) => CITIES.find((city) => city.code === code)?.name ?? "";
