import { LEAST_VOTERS } from "#contract/shapes/groups.ts";

/** The names of all groups there can be, those without voters too. */
export interface Universe {
  genders: readonly string[];
  ages: readonly string[];
  /** Each with its provinces, of which some may have none; every province is in exactly one. */
  regions: readonly { name: string; provinces: readonly string[] }[];
}

/** A group of voters: a name of one dimension, or names of two. */
export type GroupKey = string;

export const keyOf = (...names: readonly string[]): GroupKey => names.join("|");

/** How many voters of a group have come since it was last shown; all of them if it never was. */
type NewVoters = (group: GroupKey) => number;

/**
 * The groups of one survey whose present numbers may be shown at this look at it: by gender, age,
 * region, province, and by two of these. `newVoters` are those since a group was last chosen.
 *
 * Nobody can compute the present number of any other group, or of those who came to it since it was
 * last shown, from all that this function ever chose for the survey and from its number of votes at
 * any time. Primary and complementary suppression of tables (Willenborg and de Waal, Elements of
 * Statistical Disclosure Control, 2001), such that for each hidden group there are numbers with the
 * same shown sums and another number for it:
 *
 * - of one dimension, hidden groups are at least two (within a shown region for provinces): some
 *   voters could be of the other one instead, since all that is of either and of a second dimension is
 *   hidden too;
 * - of two dimensions, each hidden group is the corner of a rectangle of hidden ones, around which
 *   voters could be shifted, at one value of the third dimension, without changing any other table;
 *   and hidden groups whose sum is told, such as those outside of a shown row and a shown column,
 *   have ten new voters together.
 *
 * Looks at different times have no unknown in common. That numbers are not below zero tells no more
 * either: hidden groups that a shown sum leaves have together as many new voters as a shown one.
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
    // The only province of a region is the same group.
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

/** Of groups whose sum is shown. */
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

/** Of a table with at least two rows and two columns, whose sums are shown where `mayShow` says so. */
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
  // Rows whose sum is hidden have one together.
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
 * Hides groups until no rest of the table is told that has too few new voters: of some rows, what is
 * left of their hidden groups without the columns that have hidden ones in these rows alone. Such as
 * those who are neither men nor of a city, where both of these and the men of the city are shown.
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
    // Once more for these rows.
    some--;
  }
}

/** Hides what is missing of a rectangle of hidden groups with this corner, so that the fewest voters go. */
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
