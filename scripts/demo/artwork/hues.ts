/** The colours of every demo picture: the two accents of the product and the warm hues beside them. */
export const hue = {
  white: "#FFFDF8",
  paper: "#FBF4E6",
  cream: "#F4E4C6",
  sand: "#E5CB9C",
  saffron: "#F2AC33",
  amber: "#D97F21",
  nar: "#D9432E",
  garnet: "#A62A2A",
  rose: "#EC8B74",
  blush: "#F5C6AE",
  plum: "#6E2F5B",
  aubergine: "#45203F",
  night: "#101D3B",
  ink: "#1A2C53",
  blue: "#2E619E",
  sky: "#A6D2E4",
  mist: "#DBECEC",
  turkuaz: "#1B9A9B",
  teal: "#0E666F",
  mint: "#A9D9C8",
  olive: "#8A9440",
  leaf: "#4C8050",
  forest: "#24513F",
  cocoa: "#4E2B20",
  brown: "#7A4630",
  wood: "#BE7F4C",
  wheat: "#DDA85F",
  stone: "#BDB2A1",
  slate: "#5C687C",
} as const;

export type Hue = (typeof hue)[keyof typeof hue];

/** The colours of one picture's surroundings, from the wall behind to the table in front. */
export type Scheme = {
  high: Hue;
  low: Hue;
  disc: Hue;
  ground: Hue;
  edge: Hue;
};

const { white, paper, cream, sand, saffron, amber, nar, garnet, rose, blush } = hue;
const { plum, aubergine, night, ink, blue, sky, mist, turkuaz, teal, mint } = hue;
const { olive, leaf, forest, wheat } = hue;

export const schemes = {
  dawn: { high: blush, low: cream, disc: white, ground: nar, edge: garnet },
  noon: { high: sky, low: mist, disc: saffron, ground: turkuaz, edge: teal },
  honey: { high: saffron, low: wheat, disc: cream, ground: plum, edge: aubergine },
  pomegranate: { high: garnet, low: nar, disc: rose, ground: aubergine, edge: night },
  lagoon: { high: teal, low: turkuaz, disc: mint, ground: ink, edge: night },
  evening: { high: night, low: blue, disc: saffron, ground: teal, edge: night },
  grove: { high: mint, low: paper, disc: saffron, ground: leaf, edge: forest },
  linen: { high: paper, low: cream, disc: rose, ground: turkuaz, edge: teal },
  fig: { high: aubergine, low: plum, disc: amber, ground: night, edge: night },
  wheatfield: { high: cream, low: sand, disc: nar, ground: olive, edge: forest },
  harbour: { high: mist, low: sky, disc: white, ground: blue, edge: ink },
  sunset: { high: rose, low: saffron, disc: paper, ground: plum, edge: aubergine },
} satisfies Record<string, Scheme>;

export type SchemeName = keyof typeof schemes;
