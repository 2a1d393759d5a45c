// A ranking is the ids of the ranked options, the best first.

/** Ranks an option after all others, or takes it out of the ranking. */
export const toggle = (ranking: readonly number[], id: number): number[] =>
  ranking.includes(id) ? ranking.filter((other) => other !== id) : [...ranking, id];

/** Moves an option to a place, from 0; beyond the ends it stays at the end. */
export function place(ranking: readonly number[], id: number, at: number): number[] {
  const others = ranking.filter((other) => other !== id);
  const to = Math.max(0, Math.min(others.length, at));
  return [...others.slice(0, to), id, ...others.slice(to)];
}
