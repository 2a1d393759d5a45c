import type { Gender } from "#contract/endpoints/people.ts";

/**
 * Votes for an option by kind of voter: an index for each combination of the gender's place in
 * `GENDERS` (2 bits), the age's in `AGE_BANDS` (3), the plate code (7) and, as the highest bit,
 * whether the vote was cast in private.
 */
export const CELLS = 1 << 13;
export const PRIVATE_BIT = 1 << 12;
const [GENDER_BITS, AGE_BITS] = [10, 7];
/** The factors with which a statement makes a cell from a gender's and an age's place. */
export const [GENDER_STEP, AGE_STEP] = [1 << GENDER_BITS, 1 << AGE_BITS];
/** The cell of voters who have not said who they are, beside `PRIVATE_BIT`: no plate code is as high. */
export const UNKNOWN = AGE_STEP - 1;
/** In this order for good: stored cells have their places. */
export const GENDERS = ["man", "women", "other"] as const satisfies Gender[];

export interface CohortCell {
  gender: Gender;
  ageBand: number;
  cityId: number;
  whilePrivate: boolean;
}

export const cellOf = ({ gender, ageBand, cityId, whilePrivate }: CohortCell): number =>
  GENDERS.indexOf(gender) * GENDER_STEP +
  ageBand * AGE_STEP +
  cityId +
  (whilePrivate ? PRIVATE_BIT : 0);

export const cohortOf = (cell: number): CohortCell => ({
  gender: GENDERS[(cell >> GENDER_BITS) & 3] ?? "other",
  ageBand: (cell >> AGE_BITS) & 7,
  cityId: cell & (AGE_STEP - 1),
  whilePrivate: (cell & PRIVATE_BIT) > 0,
});

/** The most that one cell takes: its distance in two bytes, its count in five. */
const PACKED = Buffer.alloc(CELLS * 7);

/**
 * Counts of all cells as a text, empty where all are 0: in base64, of each cell with votes its
 * distance from the one before and its count, seven bits to a byte, the lowest first, with the
 * eighth set where more follow.
 */
export function packCells(counts: Uint32Array): string {
  let at = 0;
  const write = (value: number) => {
    let left = value;
    for (; left > 127; left = Math.floor(left / 128)) PACKED[at++] = (left & 127) | 128;
    PACKED[at++] = left;
  };
  let last = 0;
  for (let cell = 0; cell < CELLS; cell++) {
    const count = counts[cell] ?? 0;
    if (count === 0) continue;
    write(cell - last);
    write(count);
    last = cell;
  }
  return PACKED.toString("base64", 0, at);
}

/** Adds the counts of a text made by `packCells` to `counts`. */
export function addCells(text: string, counts: Uint32Array): void {
  const bytes = Buffer.from(text, "base64");
  let at = 0;
  const read = () => {
    let [value, factor] = [0, 1];
    for (;;) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
  };
  for (let cell = 0; at < bytes.length; ) {
    cell += read();
    addVotes(counts, cell, read());
  }
}

export const addVotes = (counts: Uint32Array, cell: number, votes: number): void => {
  counts[cell] = (counts[cell] ?? 0) + votes;
};
