import { LEAST_VOTERS } from "#contract/shapes/groups.ts";

/** The names of all possible groups, including those without voters. */
export interface Universe {
  genders: readonly string[];
  ages: readonly string[];
  /** Each with its provinces, possibly none; every province is in exactly one region. */
  regions: readonly { name: string; provinces: readonly string[] }[];
}

/** A group of voters: a name of one dimension, or names of two. */
export type GroupKey = string;

export const keyOf = (...names: readonly string[]): GroupKey => names.join("|");

/** How many voters a group has gained since it was last shown; all of them if it never was. */
type NewVoters = (group: GroupKey) => number;

/**
 * The groups of one survey whose current numbers may be shown at this look: by gender, age,
 * region, province, and by two of these. `newVoters` are those since a group was last chosen.
 *
 * From everything that this function ever chose for the survey, and from its number of votes at any
 * time, nobody can compute the current number of any other group, or how many joined it since it
 * was last shown. This is primary and complementary suppression of tables (Willenborg and de Waal,
 * Elements of Statistical Disclosure Control, 2001): for each hidden group there are other numbers
 * with the same shown sums but a different number for it:
 *
 * - In one dimension, at least two groups are hidden, if any (for provinces, in a shown region):
 *   some voters could be in the other one instead, since every combination of either with a second
 *   dimension is hidden too.
 * - In two dimensions, each hidden group is the corner of a rectangle of hidden ones, around which
 *   voters could be shifted, at one value of the third dimension, without changing any other table;
 *   and hidden groups with a known sum, such as those outside of a shown row and a shown column,
 *   have ten new voters together.
 *
 * Looks at different times share no unknown. That numbers cannot be negative reveals nothing more
 * either: the hidden groups within a shown sum together have as many new voters as a shown group.
 */
export function groupsToShow(
  { genders, ages, regions }: Universe,
  newVoters: NewVoters,
): Set<GroupKey> {
  const shown = new Set<GroupKey>();
  const add = (keys: Iterable<GroupKey>) => {
    for (const key of keys) shown.add(key);
  };
  add(chooseOfRow(genders, newVoters));
  add(chooseOfRow(ages, newVoters));
  const regionNames = regions.map(({ name }) => name);
  add(chooseOfRow(regionNames, newVoters));
  for (const { name, provinces } of regions) {
    if (!shown.has(name)) continue;
    // The only province of a region is the same group as the region.
    add(provinces.length === 1 ? provinces : chooseOfRow(provinces, newVoters));
  }
  const areShown = (...names: string[]) => names.every((name) => shown.has(name));
  add(chooseOfTable(genders, ages, areShown, newVoters));
  for (const rows of [genders, ages]) {
    add(chooseOfTable(rows, regionNames, areShown, newVoters));
    for (const { name, provinces } of regions) {
      const [only] = provinces;
      const mayShow = (row: string, province: string) => areShown(row, province, keyOf(row, name));
      if (provinces.length > 1) add(chooseOfTable(rows, provinces, mayShow, newVoters));
      else if (only !== undefined) {
        add(rows.filter((row) => mayShow(row, only)).map((row) => keyOf(row, only)));
      }
    }
  }
  return shown;
}

const total = (keys: readonly GroupKey[], newVoters: NewVoters) =>
  keys.reduce((sum, key) => sum + newVoters(key), 0);

/** The groups to show of those with a shown sum. */
function chooseOfRow(keys: readonly GroupKey[], newVoters: NewVoters): GroupKey[] {
  const shown = keys
    .filter((key) => newVoters(key) >= LEAST_VOTERS)
    .sort((a, b) => newVoters(a) - newVoters(b));
  const hidden = keys.filter((key) => newVoters(key) < LEAST_VOTERS);
  const isSafe = () =>
    hidden.length === 0 || (hidden.length > 1 && total(hidden, newVoters) >= LEAST_VOTERS);
  while (shown.length > 0 && !isSafe()) hidden.push(...shown.splice(0, 1));
  return shown;
}

/** The cells to show of a table of at least 2 × 2, whose sums are shown where `mayShow` says so. */
function chooseOfTable(
  rows: readonly string[],
  columns: readonly string[],
  mayShow: (row: string, column: string) => boolean,
  newVoters: NewVoters,
): GroupKey[] {
  const cells = rows.map((row) => columns.map((column) => keyOf(row, column)));
  const hidden = new Set<GroupKey>();
  rows.forEach((row, i) => {
    columns.forEach((column, j) => {
      const key = cells[i]?.[j] ?? "";
      if (!mayShow(row, column) || newVoters(key) < LEAST_VOTERS) hidden.add(key);
    });
  });
  if (hidden.size === rows.length * columns.length) return [];
  const lines = [...cells, ...columns.map((_, j) => cells.map((row) => row[j] ?? ""))];
  const isKnown = (row: string) => columns.some((column) => mayShow(row, column));
  // Only the common sum of the rows with hidden sums is known.
  const known = cells.filter((_, i) => isKnown(rows[i] ?? ""));
  const parts = [...known.map((row) => [row]), cells.filter((row) => !known.includes(row))];
  for (let before = -1; before !== hidden.size; ) {
    before = hidden.size;
    for (const line of lines) hideFewestUntilSafe(line, hidden, newVoters);
    hideUntilRestsAreSafe(parts, columns.length, hidden, newVoters);
    cells.forEach((row, i) => {
      row.forEach((key, j) => {
        if (hidden.has(key)) hideRectangle(cells, i, j, hidden, newVoters);
      });
    });
  }
  return cells.flat().filter((key) => !hidden.has(key));
}

/** Hides groups of a row or column until its hidden ones have enough new voters together. */
function hideFewestUntilSafe(
  line: readonly GroupKey[],
  hidden: Set<GroupKey>,
  newVoters: NewVoters,
): void {
  const shown = line.filter((key) => !hidden.has(key)).sort((a, b) => newVoters(a) - newVoters(b));
  const isSafe = () => {
    const ofLine = line.filter((key) => hidden.has(key));
    return ofLine.length === 0 || total(ofLine, newVoters) >= LEAST_VOTERS;
  };
  while (shown.length > 0 && !isSafe()) for (const key of shown.splice(0, 1)) hidden.add(key);
}

/**
 * Hides groups until no known rest of the table has too few new voters. The rest of some rows are
 * their hidden groups without the columns whose hidden groups are all in these rows: for example
 * people who are neither men nor from a city, if the men, the city and the men of the city are
 * shown.
 */
function hideUntilRestsAreSafe(
  parts: readonly (readonly (readonly GroupKey[])[])[],
  columns: number,
  hidden: Set<GroupKey>,
  newVoters: NewVoters,
): void {
  for (let some = 1; some < 2 ** parts.length - 1; some++) {
    const isIn = (part: number) => (some & (1 << part)) !== 0;
    const inside = parts.filter((_, part) => isIn(part)).flat();
    const outside = parts.filter((_, part) => !isIn(part)).flat();
    const column = (ofRows: readonly (readonly GroupKey[])[], j: number) =>
      ofRows.map((row) => row[j] ?? "");
    const apart = Array.from({ length: columns }, (_, j) => j).filter(
      (j) => !column(outside, j).some((key) => hidden.has(key)),
    );
    const inRest = Array.from({ length: columns }, (_, j) => j).filter((j) => !apart.includes(j));
    const rest = inRest.flatMap((j) => column(inside, j)).filter((key) => hidden.has(key));
    if (rest.length === 0 || total(rest, newVoters) >= LEAST_VOTERS) continue;
    const shown = [
      ...apart.flatMap((j) => column(outside, j)),
      ...inRest.flatMap((j) => column(inside, j)),
    ].filter((key) => !hidden.has(key));
    const [fewest] = shown.sort((a, b) => newVoters(a) - newVoters(b));
    if (fewest === undefined) continue;
    hidden.add(fewest);
    // Checks these rows again.
    some--;
  }
}

/** Completes a rectangle of hidden groups with this corner, at the cost of the fewest voters. */
function hideRectangle(
  cells: readonly (readonly GroupKey[])[],
  row: number,
  column: number,
  hidden: Set<GroupKey>,
  newVoters: NewVoters,
): void {
  let best: GroupKey[] = [];
  let least = Infinity;
  for (const [i, other] of cells.entries()) {
    if (i === row) continue;
    for (const j of other.keys()) {
      if (j === column) continue;
      const missing = [cells[row]?.[j] ?? "", other[column] ?? "", other[j] ?? ""].filter(
        (key) => !hidden.has(key),
      );
      const cost = total(missing, newVoters);
      if (cost < least) [best, least] = [missing, cost];
    }
  }
  for (const key of best) hidden.add(key);
}
