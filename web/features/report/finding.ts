import type { Report } from "#contract/endpoints/report.ts";
import { AGE_BANDS } from "#contract/shapes/groups.ts";
import { isolated } from "#web/lib/direction.ts";
import { type Shown, shownGroups, toShown } from "./groups.ts";

/** Chance exceeds this z once in a thousand times: rare, because many pairs are compared. */
const BEYOND_CHANCE = 3.29;
/** In percentage points; a smaller difference is not worth a sentence. */
const LEAST_POINTS = 5;

/**
 * The sentence that sums up the results: how groups differ, otherwise which option leads. Null if
 * there are no votes or no option leads.
 */
export const findingOf = (report: Report): string | null => differenceOf(report) ?? leadOf(report);

/**
 * The largest difference between two shown groups; null if it may be due to chance (two-proportion
 * z-test).
 */
export function differenceOf(report: Report): string | null {
  const groups = shownGroups(report);
  const pairs = [["women", "man"], ...pairsOf(AGE_BANDS)].flatMap(([one = "", two = ""]) => {
    const [first, second] = [groups.get(one), groups.get(two)];
    return first && second ? [{ one, two, first, second }] : [];
  });
  let most: { text: string; points: number } | undefined;
  for (const { one, two, first, second } of pairs) {
    report.options.forEach(({ content }, option) => {
      const points = Math.abs((first.shares[option] ?? 0) - (second.shares[option] ?? 0));
      if (points < LEAST_POINTS || points <= (most?.points ?? 0)) return;
      if (zOf(first, second, option) < BEYOND_CHANCE) return;
      const [a, b] = [first, second].map((group) => withSuffix(group.shares[option] ?? 0));
      const text = `${OF_GROUP[one]} ${a}, ${OF_GROUP[two]} ${b} “${isolated(content)}” dedi.`;
      most = { text, points };
    });
  }
  return most?.text ?? null;
}

const pairsOf = (names: readonly string[]) =>
  names.flatMap((one, i) => names.slice(i + 1).map((two) => [one, two]));

/** The difference of an option's shares, in standard errors of the difference. */
function zOf(first: Shown, second: Shown, option: number): number {
  const [a, b] = [first, second].map(({ counts }) => counts[option] ?? 0) as [number, number];
  const common = (a + b) / (first.votes + second.votes);
  const error = Math.sqrt(common * (1 - common) * (1 / first.votes + 1 / second.votes));
  return error === 0 ? 0 : Math.abs(a / first.votes - b / second.votes) / error;
}

const OF_GROUP: Record<string, string> = {
  women: "Kadınların",
  man: "erkeklerin",
  "0-17": "18 yaşından küçüklerin",
  "65+": "65 yaş ve üstündekilerin",
  ...Object.fromEntries(
    AGE_BANDS.slice(1, -1).map((band) => [band, `${band.replace("-", "–")} yaşındakilerin`]),
  ),
};

function leadOf({ options, results }: Report): string | null {
  const { leader, shares } = toShown(results.map(({ count }) => count));
  const option = options[leader];
  if (!option) return null;
  return `Oy verenlerin ${withSuffix(shares[leader] ?? 0)} “${isolated(option.content)}” dedi.`;
}

/** The possessive endings of the last word of a number up to 100, as it is spoken. */
const ONES = ["ı", "i", "si", "ü", "ü", "i", "sı", "si", "i", "u"];
const TENS = ["", "u", "si", "u", "ı", "si", "ı", "i", "i", "ı", "ü"];

/** "%62'si", "%48'i". */
export const withSuffix = (percent: number): string => {
  const ending = percent % 10 === 0 && percent > 0 ? TENS[percent / 10] : ONES[percent % 10];
  return `%${percent}'${ending}`;
};
