import { hue } from "./hues.ts";

const {
  white,
  cream,
  sand,
  saffron,
  amber,
  nar,
  garnet,
  rose,
  blush,
  plum,
  night,
  ink,
  blue,
  sky,
  mist,
  turkuaz,
  teal,
  mint,
  olive,
  leaf,
  forest,
  wheat,
  slate,
} = hue;

/** A ground and the deeper tone on it. */
export const GROUNDS: [string, string][] = [
  [turkuaz, teal],
  [saffron, amber],
  [rose, nar],
  [sky, blue],
  [mint, leaf],
  [blush, rose],
  [plum, night],
  [mist, sky],
  [sand, wheat],
  [nar, garnet],
  [ink, night],
  [cream, sand],
];
/** A colour to wear and one that goes with it. */
export const CLOTHS: [string, string][] = [
  [nar, cream],
  [ink, saffron],
  [turkuaz, white],
  [plum, rose],
  [saffron, nar],
  [forest, mint],
  [cream, turkuaz],
  [garnet, saffron],
  [teal, cream],
  [olive, cream],
  [slate, white],
  [white, ink],
];
