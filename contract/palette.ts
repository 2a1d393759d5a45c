/**
 * The product's colours in sRGB, the only ones of its pages, letters and pictures but for tiles'. nar (pomegranate)
 * marks actions, turkuaz (turquoise) marks information and focus. Text colours have a contrast of at
 * least 4.5 on every background they are used on, `edge` around controls one of 3.
 */
export const WHITE = "#ffffff";
export const PAGE = { light: "#fcfaf6", dark: "#0b1320" } as const;
export const BRAND_MARK = { light: "#c02719", dark: "#ff7d55" } as const;

export const LIGHT = {
  page: PAGE.light,
  surface: WHITE,
  sunken: "#f3f0e9",
  track: "#ece8df",
  ink: "#141d2d",
  muted: "#525b6b",
  line: "#ddd9d0",
  edge: "#7e8591",
  nar: "#cc211e",
  "nar-deep": "#b00d10",
  "nar-soft": "#fde7e4",
  turkuaz: "#006e77",
  "turkuaz-deep": "#05585f",
  "turkuaz-soft": "#d7f3f5",
  "on-accent": "#fdfcf9",
  danger: "#b7162d",
  success: "#146d34",
  shade: "#141d2d73",
  shadow: "#141d2d",
  backdrop: "#050b18",
};
type Color = keyof typeof LIGHT;

export const DARK: Record<Color, string> = {
  page: PAGE.dark,
  surface: "#151e2e",
  sunken: "#060c18",
  track: "#263042",
  ink: "#f1eee7",
  muted: "#aab1c0",
  line: "#2e3747",
  edge: "#7a8291",
  nar: "#f7745d",
  "nar-deep": "#fc937f",
  "nar-soft": "#47211b",
  turkuaz: "#69d5d5",
  "turkuaz-deep": "#8ee6e5",
  "turkuaz-soft": "#0b343a",
  "on-accent": "#080f1c",
  danger: "#f98e8b",
  success: "#75d78d",
  shade: "#010309a6",
  shadow: "#000002",
  backdrop: "#050b18",
};

/**
 * Found by maximising the smallest difference between any two, as seen with normal sight and with
 * each kind of colour blindness, among those with a contrast of at least 3 on the pages of both
 * themes. The first ones differ most, because most surveys have few options (R79).
 */
export const RESULT_COLORS = [
  "#06a0b3",
  "#cd210d",
  "#e86e05",
  "#753bfe",
  "#a44c68",
  "#8354a7",
  "#0667d9",
  "#9c7cfc",
  "#ee4dd6",
  "#bc7ca2",
  "#7688d4",
  "#cd5b0a",
  "#ae6587",
  "#cc737e",
  "#a15efe",
  "#945388",
  "#7577b0",
  "#fa3b56",
  "#ba00ce",
  "#8e8056",
] as const;

/** Declarations of CSS variables: `--color-page:#fcfaf6;` for the prefix "color-". */
export const declareColors = (
  colors: Record<Color, string>,
  { prefix = "", names = Object.keys(colors) as Color[] }: { prefix?: string; names?: Color[] },
): string => names.map((name) => `--${prefix}${name}:${colors[name]};`).join("");

/** CSS that declares some colours as `--page` …, in a light and a dark theme. */
export const themeOf = (...names: Color[]): string =>
  `:root{${declareColors(LIGHT, { names })}}` +
  `@media (prefers-color-scheme:dark){:root{${declareColors(DARK, { names })}}}`;
