import { kindOf, votersOf } from "#contract/ballots/ballots.ts";
import { shownResult } from "#contract/ballots/rating.ts";
import { CHARTS, type Chart } from "#contract/charts.ts";
import { DAY_MS } from "#contract/durations.ts";
import { getReport, type Report } from "#contract/endpoints/report.ts";
import { TIME_ZONE } from "#contract/limits.ts";
import { type Dimension, dimensionsOf, groupName } from "#contract/shapes/group-names.ts";
import { leaderOf, mapOf, strengthOf, TILES } from "#contract/shapes/province-map.ts";
import type { AppContext } from "#server/app-context.ts";
import { dayInTurkey } from "#server/db/timestamps.ts";
import { ApiError } from "#server/errors.ts";
import { storageOf } from "#server/features/ballots/ballots.reads.ts";
import { CITIES } from "#server/features/lookups/cities.ts";

/** A chart of a survey's results as everybody may see them. */
export interface ShownChart {
  /** By default that of `CHARTS`. */
  name?: string;
  /** Which colour is which option, the most voted first; empty where rows are options. */
  legend: { name: string; color: string; option: number }[];
  rows: ChartRow[];
  /** The 81 provinces, each with the result of its own or its region's voters. */
  map?: MapTile[];
  /** How votes added up, from 0 to 1 in both directions, between two moments in words. */
  line?: { points: { x: number; y: number }[]; from: string; to: string };
  /** Such as "298 oy". */
  note: string;
}

interface ChartRow {
  label: string;
  /** How large a group is, and who leads there; how many votes an option has. */
  detail: string;
  /** The option's share, or the largest one in a group. */
  value: string;
  /** The colour of that option in a group, unless several are equal. */
  color?: string;
  /** Shares of 100, in the options' order. */
  parts: { share: number; color: string }[];
  /** The index of an option that is the row. */
  option?: number;
}

interface MapTile {
  /** Plate code. */
  code: number;
  /** In tiles from the upper left. */
  column: number;
  row: number;
  /** Absent where too few voted; without a colour where two options are tied. */
  lead?: { option: number; color?: string; strength: number };
}

const HIDDEN = ["results_hidden", "too_few_votes"];
const ENDPOINT = `${getReport.method} ${getReport.path}`;

/**
 * Returns a chart of the report that visitors get, so that it can show nothing else; null where
 * results are hidden or have no such chart. Throws `survey_not_found` as that call does.
 */
export async function readChart(
  { localApi }: Pick<AppContext, "localApi">,
  surveyId: number,
  chart: Chart,
): Promise<ShownChart | null> {
  const call = { endpoint: ENDPOINT, params: { id: String(surveyId) }, query: {} };
  const { status, body } = await localApi.call(call);
  const answer = JSON.parse(typeof body === "string" ? body : Buffer.from(body).toString());
  if (status === 200) return toChart(answer, chart);
  if (HIDDEN.includes(answer.code)) return null;
  throw new ApiError(answer.code);
}

function toChart(report: Report, chart: Chart): ShownChart | null {
  switch (chart) {
    case "results":
      return ofResults(report);
    case "weighted":
      return ofWeighted(report);
    case "timeline":
      return ofTimeline(report);
    case "province":
      return ofProvinces(report);
    default:
      return ofGroups(report, chart);
  }
}

const inVotes = (votes: number) => `${inGroups(votes)} oy`;
export const inGroups = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ".");
const percentOf = (value = "%0") => Number(value.slice(1));

function ofResults({ options, results, voters, ballot }: Report): ShownChart | null {
  const { caption } = storageOf(kindOf({ ballot }));
  const votes = votersOf(results, voters);
  if (votes === 0) return null;
  const rows = options.map(({ content, color }, option) => {
    const { count = 0, value = "%0", mean } = results[option] ?? {};
    const { text, share } = shownResult({ value, ...(mean !== undefined && { mean }) });
    const parts = [{ share, color }];
    return {
      label: content,
      detail: inVotes(count),
      value: text,
      parts,
      option,
      rank: mean ?? count,
    };
  });
  rows.sort((a, b) => b.rank - a.rank);
  return {
    legend: [],
    rows: rows.map(({ rank: _, ...row }) => row),
    note: [inVotes(votes), caption].filter(Boolean).join(" · "),
  };
}

function ofWeighted({ options, breakdown }: Report): ShownChart | null {
  const values = breakdown?.weighted.values;
  if (!values) return null;
  const rows = options.map(({ content, color }, option) => {
    const value = values[option] ?? "%0";
    const parts = [{ share: percentOf(value), color }];
    return { label: content, detail: "", value, parts, option };
  });
  rows.sort((a, b) => percentOf(b.value) - percentOf(a.value));
  return { legend: [], rows, note: "Ülke nüfusuna göre ağırlıklı" };
}

function ofGroups(report: Report, dimension: Dimension): ShownChart | null {
  const groups = groupsOf(report, dimension);
  return groups.length > 0 ? chartOf(report, groups) : null;
}

type Group = NonNullable<Report["breakdown"]>["groups"][number];

const groupsOf = ({ breakdown }: Report, dimension: Dimension): Group[] =>
  (breakdown?.groups ?? []).filter(({ key }) => dimensionsOf(key).join() === dimension);

function chartOf({ options, results, breakdown }: Report, groups: readonly Group[]): ShownChart {
  const rows = groups.map(({ key, voters, shares }) => {
    const leader = options[leaderOf(shares)];
    return {
      label: groupName(key, provinceName),
      detail: `yaklaşık ${inGroups(voters)} kişi · ${leader ? `önde ${leader.content}` : "eşitlik"}`,
      value: `%${Math.max(...shares)}`,
      ...(leader && { color: leader.color }),
      parts: options.map(({ color }, at) => ({ share: shares[at] ?? 0, color })),
    };
  });
  const legend = options
    .map(({ content, color }, option) => ({
      ...{ name: content, color, option },
      count: results[option]?.count ?? 0,
    }))
    .sort((a, b) => b.count - a.count)
    .map(({ count: _, ...key }) => key);
  return { legend, rows, note: `Yaklaşık paylar · ${inVotes(breakdown?.votes ?? 0)}` };
}

/** The map, above the groups that it shows. */
function ofProvinces(report: Report): ShownChart | null {
  const [provinces, regions] = [groupsOf(report, "province"), groupsOf(report, "region")];
  const { isByRegion, groups } = mapOf(provinces, regions);
  if (groups.size === 0) return null;
  const listed = isByRegion ? regions : provinces.toSorted((a, b) => b.voters - a.voters);
  const map = TILES.map((tile) => {
    const shares = groups.get(tile.code)?.shares;
    if (!shares) return tile;
    const option = leaderOf(shares);
    const color = report.options[option]?.color;
    const strength = strengthOf(shares);
    return { ...tile, lead: color ? { option, color, strength } : { option: 0, strength } };
  });
  const chart = { ...chartOf(report, listed), map };
  return isByRegion ? { ...chart, name: CHARTS.region } : chart;
}

const provinceName = (code: number) => CITIES.find((city) => city.code === code)?.name ?? "";

function ofTimeline({ timeline }: Report): ShownChart | null {
  const [first, last] = [timeline[0], timeline.at(-1)];
  if (!first || !last || timeline.length < 2) return null;
  const [start, end] = [Date.parse(first.from), Date.parse(last.to)];
  const votes = timeline.reduce((sum, step) => sum + step.votes, 0);
  let sum = 0;
  const points = timeline.map((step) => {
    sum += step.votes;
    return { x: (Date.parse(step.to) - start) / (end - start), y: sum / votes };
  });
  const isShort = end - start < 2 * DAY_MS;
  return {
    ...{ legend: [], rows: [], note: inVotes(votes) },
    line: {
      points: [{ x: 0, y: 0 }, ...points],
      from: momentOf(start, isShort),
      to: momentOf(end, isShort),
    },
  };
}

/** "29.10.2026", with the time of day if `withTime`. */
function momentOf(at: number, withTime: boolean): string {
  const day = dayInTurkey(at).split("-").reverse().join(".");
  if (!withTime) return day;
  const time = new Date(at).toLocaleTimeString("tr-TR", CLOCK);
  return `${day} ${time}`;
}

const CLOCK = { timeZone: TIME_ZONE, hour: "2-digit", minute: "2-digit" } as const;
