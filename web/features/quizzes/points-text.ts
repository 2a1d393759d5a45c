/** Points with up to two decimals, in Turkish: "7,5". */
export const pointsText = (points: number): string =>
  points.toLocaleString("tr-TR", { maximumFractionDigits: 2 });
