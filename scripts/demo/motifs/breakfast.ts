import { hue } from "../artwork/hues.ts";
import {
  around,
  fill,
  line,
  lit,
  move,
  oval,
  petal,
  polar,
  polygon,
  repeat,
  shadow,
  slab,
  turn,
  within,
} from "../artwork/shapes.ts";

const {
  white,
  paper,
  cream,
  saffron,
  amber,
  nar,
  night,
  ink,
  sky,
  mist,
  turkuaz,
  teal,
  olive,
  leaf,
  forest,
  brown,
  wood,
  wheat,
  stone,
} = hue;

const glass =
  "M-82 -158C-82 -88 -42 -52 -46 0C-50 48 -76 66 -70 118Q-68 142 -42 142H42Q68 142 70 118" +
  "C76 66 50 48 46 0C42 -52 82 -88 82 -158Z";

export const tea = () =>
  shadow(330) +
  lit(oval(0, 146, 150, 20), white) +
  line(oval(0, 142, 128, 13), nar, 5) +
  fill(glass, sky, 0.6) +
  within(
    glass,
    fill(slab(-120, -112, 240, 260), nar),
    fill(slab(-120, -112, 240, 110), amber, 0.45),
    fill(oval(0, -112, 78, 10), saffron),
    fill(slab(26, -156, 120, 320), night, 0.16),
  ) +
  fill(oval(0, -158, 82, 12), mist) +
  line("M-56 -128C-52 -84 -26 -50 -28 0C-30 36 -48 62 -50 100", white, 9, 0.75) +
  line("M92 134L168 112", stone, 8) +
  lit(oval(176, 108, 20, 10), stone, 176);

export const simit = () =>
  shadow(280) +
  line(oval(0, 24, 98), brown, 76) +
  line(oval(0, 20, 98), wood, 70) +
  move(
    0,
    20,
    around(16, () => line("M-6 -68Q26 -92 16 -130", brown, 9, 0.65)),
    around(54, (i) => fill(oval(0, -98 + (((i * 37) % 50) - 25), 3.6, 6), i % 4 ? cream : white)),
  ) +
  line("M-118 -4A122 122 0 0 1 -30 -94", wheat, 10, 0.8);

export const cheese = () =>
  shadow(330) +
  lit("M-160 70L70 -90Q160 -60 170 70V156H-160Z", saffron, 400) +
  fill("M-160 70H170V156H-160Z", amber) +
  fill(oval(-60, 114, 24, 20), brown, 0.55) +
  fill(oval(40, 130, 16, 14), brown, 0.55) +
  fill(oval(104, 98, 26, 20), brown, 0.55) +
  fill(oval(46, 14, 26, 16), amber) +
  fill(oval(-40, 46, 16, 9), amber) +
  fill(oval(110, 36, 18, 10), amber) +
  line("M-160 70H170", cream, 6, 0.8);

const bowl = (color: string, inside: string, band: string) => {
  const body = "M-160 20C-160 110 -96 150 -50 158H50C96 150 160 110 160 20Z";
  return (
    shadow(260) +
    lit(body, color) +
    within(body, fill(slab(-200, 58, 400, 18), band), fill(slab(-200, 84, 400, 6), band)) +
    fill(oval(0, 20, 160, 36), white) +
    fill(oval(0, 22, 146, 29), inside)
  );
};

export const olives = () => {
  const one = (x: number, y: number, color: string) =>
    move(x, y, lit(oval(0, 0, 40, 32), color, 8), fill(oval(-14, -10, 9, 6), white, 0.6));
  return (
    bowl(turkuaz, teal, white) +
    one(-92, 6, forest) +
    one(94, 4, ink) +
    one(-8, 2, ink) +
    one(-52, -30, ink) +
    one(46, -34, olive) +
    one(-2, -64, forest) +
    move(30, -70, turn(48, lit(petal(110, 34), leaf, 0)), turn(8, lit(petal(90, 28), olive, 0)))
  );
};

export const honey = () => {
  const jar =
    "M-104 -60Q-128 -40 -128 0V112Q-128 158 -84 158H84Q128 158 128 112V0Q128 -40 104 -60Z";
  return (
    shadow(300) +
    fill(jar, white, 0.7) +
    within(jar, fill(slab(-140, -34, 280, 200), amber), fill(slab(-140, -34, 280, 70), saffron)) +
    lit(jar, amber, 30, 0.12).replace(`fill="${amber}"`, `fill="${amber}" opacity="0.25"`) +
    lit(slab(-122, -106, 244, 56, 16), wood) +
    lit(slab(-70, 24, 140, 92, 10), paper, 200) +
    move(0, 70, line(polygon(...repeat(6, (i): [number, number] => polar(28, i / 6))), amber, 8)) +
    move(70, -100, turn(24, lit(slab(-8, -100, 16, 110, 8), wood, 0)))
  );
};
