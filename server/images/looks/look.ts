// How pictures are compared by what they show. Of copies of 154 pictures (JPEG of quality 30, a
// third of the size, 20 % darker) these limits recognise 96 % or more of each kind; of the 11,781
// pairs of different pictures they take three for the same, which nearly are.

/** Rows and columns of the hash. */
export const LOOK_GRID = 8;
/** Fields a side, and what stands for their mean. */
export const LOOK_COLOURS = { fields: 4, mean: 64 } as const;

/** Most bits that may differ, from left to right and in all. */
const BITS = { across: 7, all: 12 } as const;
/** Most that colours may differ, on average, as a share of their mean. */
const COLOURS = 0.12;
const BYTES = { across: LOOK_GRID, bits: 2 * LOOK_GRID } as const;

/**
 * Numbers that two alike looks share at least one of: of eight bytes, at most seven differ where at
 * most seven bits do.
 */
export const bandsOf = (look: string): number[] =>
  [...Buffer.from(look, "hex").subarray(0, BYTES.across)].map((byte, at) => at * 256 + byte);

/** Whether two looks are of the same picture, or of copies that differ in size, quality or light. */
export function areAlike(one: string, other: string): boolean {
  if (one === other) return true;
  const [a, b] = [Buffer.from(one, "hex"), Buffer.from(other, "hex")];
  // Pictures of one colour have no other features.
  if (isFlat(a) || isFlat(b)) return false;
  const across = differingBits(a, b, 0, BYTES.across);
  const down = differingBits(a, b, BYTES.across, BYTES.bits);
  return (
    across <= BITS.across &&
    across + down <= BITS.all &&
    differenceOfColours(a.subarray(BYTES.bits), b.subarray(BYTES.bits)) <= COLOURS
  );
}

const isFlat = (look: Buffer): boolean => look.subarray(0, BYTES.bits).every((byte) => byte === 0);

function differingBits(a: Buffer, b: Buffer, from: number, to: number): number {
  let bits = 0;
  for (let at = from; at < to; at++)
    for (let rest = (a[at] ?? 0) ^ (b[at] ?? 0); rest !== 0; rest &= rest - 1) bits++;
  return bits;
}

const differenceOfColours = (a: Buffer, b: Buffer): number =>
  a.reduce((sum, one, at) => sum + Math.abs(one - (b[at] ?? 0)), 0) / a.length / LOOK_COLOURS.mean;
