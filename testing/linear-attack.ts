/** Small enough for exact products, large enough that an accidental zero is unlikely. */
const PRIME = 67_108_859;

/**
 * Computes by linear algebra what follows from published sums: `learn` takes a sum of unknowns,
 * `knows` returns whether another sum can be computed from those. A sum is the unknowns' indexes.
 */
export function createAttacker(unknowns: number) {
  /** Reduced rows by the index of their first nonzero value. */
  const rows: (Float64Array | undefined)[] = Array.from({ length: unknowns });

  /** The remainder of a sum that cannot be computed, and its first index; undefined if it can be. */
  function rest(sum: Iterable<number>): [Float64Array, number] | undefined {
    const row = new Float64Array(unknowns);
    for (const place of sum) row[place] = 1;
    for (let at = 0; at < unknowns; at++) {
      const factor = row[at] ?? 0;
      if (factor === 0) continue;
      const known = rows[at];
      if (!known) return [row, at];
      for (let i = at; i < unknowns; i++) {
        const other = known[i] ?? 0;
        if (other !== 0) row[i] = ((row[i] ?? 0) + (PRIME - factor) * other) % PRIME;
      }
    }
    return undefined;
  }

  return {
    learn(sum: Iterable<number>): void {
      const left = rest(sum);
      if (!left) return;
      const [row, at] = left;
      const factor = inverse(row[at] ?? 1);
      rows[at] = row.map((value) => (value * factor) % PRIME);
    },
    knows: (sum: Iterable<number>): boolean => rest(sum) === undefined,
  };
}

/** By Fermat's little theorem. */
function inverse(value: number): number {
  let result = 1;
  for (let power = PRIME - 2, base = value; power > 0; power = Math.floor(power / 2)) {
    if (power % 2 === 1) result = (result * base) % PRIME;
    base = (base * base) % PRIME;
  }
  return result;
}
