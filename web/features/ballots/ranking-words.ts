import type { Ranking, Result } from "#contract/endpoints/votes.ts";
import { isolated } from "#web/lib/direction.ts";
import { formatNumber } from "#web/lib/turkish.ts";

type Round = Ranking["rounds"][number];
/** In the survey's order. */
type Named = readonly Pick<Result, "option_name">[];

const nameOf = (results: Named, at: number) => `“${isolated(results[at]?.option_name ?? "")}”`;

/** Who is ahead by the run-off, and by how many votes in its last round; empty without votes. */
export function winnerWords({ winner, rounds }: Ranking, results: Named): string {
  const last = rounds.at(-1);
  if (winner === undefined || !last) return "";
  const votes = formatNumber(last.counts[winner] ?? 0);
  return rounds.length === 1
    ? `${nameOf(results, winner)} ilk turda ${votes} oyla birinci.`
    : `${nameOf(results, winner)} ${rounds.length}. turda ${votes} oyla birinci.`;
}

/** Why an option leaves after a round, or that none has to. */
export function roundWords({ leaves, tie }: Round, results: Named): string {
  if (leaves === undefined) return "Sayılan oyların yarısından çoğu bir şıkta toplandı.";
  const name = nameOf(results, leaves);
  if (tie === "earlier round") {
    return `Sonda eşitlik vardı; önceki turda daha az oy alan ${name} elendi.`;
  }
  return tie === "order"
    ? `Sonda eşitlik vardı; şıkların sırasında sonra gelen ${name} elendi.`
    : `En az oyu alan ${name} elendi.`;
}

/** The option that beats each other one in pairs. */
export const pairWords = ({ condorcet }: Ranking, results: Named): string =>
  condorcet === undefined
    ? "Hiçbir şık, ikişer ikişer karşılaştırmaların hepsini kazanmıyor."
    : `İkişer ikişer karşılaştırmaların hepsini ${nameOf(results, condorcet)} kazanıyor.`;
