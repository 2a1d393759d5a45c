import { RESULT_COLORS } from "#contract/palette.ts";

/** The colour of the option at `position`, from 0. */
export const resultColor = (position: number): string =>
  RESULT_COLORS[position % RESULT_COLORS.length] ?? RESULT_COLORS[0];
