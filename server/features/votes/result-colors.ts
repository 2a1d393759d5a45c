const COLORS = ["#0f8b8d", "#d1495b"];
export const resultColor = (position: number): string => COLORS[position % COLORS.length] ?? "";
