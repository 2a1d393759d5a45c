import { rulesOf, votersOf } from "#contract/ballots/ballots.ts";
import type { Report } from "#contract/endpoints/report.ts";
import { dimensionsOf } from "#contract/shapes/group-names.ts";
import { JOINED, NOISE_VARIANCE, TELLING_VOTES } from "#contract/shapes/groups.ts";
import { isolated } from "#web/lib/direction.ts";

/** How often a survey without any difference may get a sentence about one. */
const FALSE_SENTENCES = 0.05;
/** In percentage points; a smaller difference is not worth a sentence. */
const LEAST_POINTS = 5;
const LEAST_GROUP = 100;

/**
 * The sentence that sums up the results: how groups differ, otherwise which option leads. Null
 * below 30 votes, or if no option leads.
 */
export const findingOf = (report: Report): string | null => differenceOf(report) ?? leadOf(report);

/**
 * The largest difference between two genders or ages that chance and noise do not explain; null if
 * there is none.
 */
export function differenceOf({ breakdown, options }: Report): string | null {
  const groups = (breakdown?.groups ?? []).filter(({ voters }) => voters >= LEAST_GROUP);
  const pairs = ["gender", "age"].flatMap((dimension) =>
    pairsOf(groups.filter(({ key }) => dimensionsOf(key).join() === dimension)),
  );
  const comparisons = pairs.flatMap(([first, second]) =>
    options.map((_, option) => compare(first, second, option)),
  );
  const most = byHolm(comparisons)
    .filter(({ points }) => points >= LEAST_POINTS)
    .sort((a, b) => b.points - a.points || a.option - b.option)[0];
  if (!most) return null;
  const { first, second, option } = most;
  const [a, b] = [first, second].map(({ shares }) => withSuffix(shares[option] ?? 0));
  const text = isolated(options[option]?.content ?? "");
  return `Oy veren ${ofGroup(first.key)} ${a}, ${ofGroup(second.key)} ${b} “${text}” dedi.`;
}

type Group = NonNullable<Report["breakdown"]>["groups"][number];

const pairsOf = (groups: readonly Group[]): [Group, Group][] =>
  groups.flatMap((one, i) => groups.slice(i + 1).map((two): [Group, Group] => [one, two]));

interface Comparison {
  first: Group;
  second: Group;
  option: number;
  points: number;
  /** How likely chance, noise and rounding alone make such a difference. */
  chance: number;
}

/** Two-proportion z-test with the variances of noise and rounding added. */
function compare(first: Group, second: Group, option: number): Comparison {
  const groups = [first, second];
  const [a, b] = groups.map(({ shares }) => (shares[option] ?? 0) / 100) as [number, number];
  const common = (a * first.voters + b * second.voters) / (first.voters + second.voters);
  const spread = common * (1 - common);
  const ofNoise = NOISE_VARIANCE * (common ** 2 + (1 - common) ** 2);
  const variance = groups.reduce(
    (sum, { voters, step }) =>
      sum + spread / voters + ofNoise / voters ** 2 + (step / 100) ** 2 / 12,
    0,
  );
  const points = Math.abs((first.shares[option] ?? 0) - (second.shares[option] ?? 0));
  return { first, second, option, points, chance: twoSided(Math.abs(a - b) / Math.sqrt(variance)) };
}

/**
 * Those of all comparisons tried that are not due to chance, such that any false one among them is
 * as rare as `FALSE_SENTENCES` (Holm, Scandinavian Journal of Statistics 6, 1979).
 */
export function byHolm<C extends { chance: number }>(comparisons: readonly C[]): C[] {
  const sorted = comparisons.toSorted((a, b) => a.chance - b.chance);
  const end = sorted.findIndex(({ chance }, i) => chance > FALSE_SENTENCES / (sorted.length - i));
  return end === -1 ? sorted : sorted.slice(0, end);
}

/**
 * How likely a normal value is this many standard deviations from its mean, or more (Abramowitz and
 * Stegun, Handbook of Mathematical Functions, 1964, 26.2.17).
 */
export function twoSided(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const terms = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const sum = terms.reduceRight((rest, term) => t * (term + rest), 0);
  return Math.min(1, Math.sqrt(2 / Math.PI) * Math.exp((-z * z) / 2) * sum);
}

const OF_GENDER: Record<string, string> = {
  women: "kadınların",
  man: "erkeklerin",
  other: "diğerlerinin",
};

/** "kadınların", "18–34 yaşındakilerin": a group in the genitive. */
function ofGroup(key: string): string {
  const parts = key.split(JOINED);
  const [first = "", last = ""] = [parts[0], parts.at(-1)];
  if (first in OF_GENDER) return parts.map((part) => OF_GENDER[part] ?? part).join(" ve ");
  const [from, to] = [Number.parseInt(first, 10), last.split("-")[1]];
  if (to === undefined) return `${from} yaş ve üstündekilerin`;
  return from === 0 ? `${Number(to) + 1} yaşından küçüklerin` : `${from}–${to} yaşındakilerin`;
}

function leadOf(report: Report): string | null {
  const { options, results, voters } = report;
  const rules = rulesOf(report);
  const counts = results.map(({ count }) => count);
  const leader = rules.leading(counts) ?? -1;
  const option = options[leader];
  if (!option || votersOf(results, voters) < TELLING_VOTES) return null;
  const share = rules.shares(counts, voters)[leader] ?? 0;
  return `Oy verenlerin ${withSuffix(share)} “${isolated(option.content)}” dedi.`;
}

/** The possessive endings of the last word of a number up to 100, as it is spoken. */
const ONES = ["ı", "i", "si", "ü", "ü", "i", "sı", "si", "i", "u"];
const TENS = ["", "u", "si", "u", "ı", "si", "ı", "i", "i", "ı", "ü"];

/** "%62’si", "%48’i". */
export const withSuffix = (percent: number): string => {
  const ending = percent % 10 === 0 && percent > 0 ? TENS[percent / 10] : ONES[percent % 10];
  return `%${percent}’${ending}`;
};
