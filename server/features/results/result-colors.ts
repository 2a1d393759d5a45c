/**
 * Found by maximising the smallest difference between any two, as seen with normal sight and with
 * each kind of colour blindness, in lightnesses that are legible on paper and on ink. The first
 * ones differ most, because most surveys have few options (R79). The test measures it.
 */
export const RESULT_COLORS = [
  "#0e8f93",
  "#c8402f",
  "#dd9a10",
  "#4049bc",
  "#80446a",
  "#bd69f0",
  "#66ba8e",
  "#8666c6",
  "#cc90fe",
  "#a35c63",
  "#99a6bf",
  "#a98702",
  "#604c92",
  "#9c3041",
  "#7e87c4",
  "#cf60a3",
  "#02ab70",
  "#fe5f53",
  "#6654d6",
  "#6d6d01",
] as const;

/** The colour of the option at `position`, from 0. */
export const resultColor = (position: number): string =>
  RESULT_COLORS[position % RESULT_COLORS.length] ?? RESULT_COLORS[0];
