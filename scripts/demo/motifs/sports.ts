import { hue } from "../artwork/hues.ts";
import {
  around,
  fill,
  line,
  lit,
  mirror,
  move,
  oval,
  polygon,
  repeat,
  scatter,
  shadow,
  slab,
  turn,
  within,
} from "../artwork/shapes.ts";

const {
  white,
  cream,
  saffron,
  nar,
  garnet,
  blush,
  night,
  ink,
  blue,
  mist,
  turkuaz,
  leaf,
  forest,
  cocoa,
  wood,
  stone,
  slate,
} = hue;

export const tableTennis = () => {
  const bat = (color: string) =>
    fill(slab(-20, 60, 40, 106, 14), wood) +
    fill(polygon([-44, 50], [44, 50], [20, 92], [-20, 92]), wood) +
    lit(oval(0, -30, 98, 104), color, 10) +
    within(oval(0, -30, 98, 104), fill(slab(-120, 50, 240, 30), wood));
  return (
    shadow(300) +
    move(-40, 0, turn(-24, bat(nar))) +
    move(60, 10, turn(26, bat(ink))) +
    lit(oval(130, 130, 30), white, 136)
  );
};

export const swimming = () => {
  const lens =
    "M-150 -6C-150 -54 -110 -66 -74 -62C-30 -58 -14 -34 -20 0C-26 40 -60 52 -92 48C-130 44 -150 30 -150 -6Z";
  const half =
    lit(lens, turkuaz, 400) +
    fill("M-128 -20C-120 -42 -90 -48 -66 -44L-110 24C-126 16 -132 0 -128 -20Z", mist, 0.8) +
    line(lens, ink, 15);
  return (
    fill(oval(0, 150, 180, 20), hue.night, 0.14) +
    line("M-146 -16C-190 -110 190 -110 146 -16", nar, 20) +
    line("M-146 4C-180 -60 180 -60 146 4", garnet, 12) +
    half +
    mirror(half) +
    line("M-26 -10Q0 -26 26 -10", ink, 14) +
    line("M-180 104q30 -28 60 0t60 0t60 0t60 0t60 0t60 0", turkuaz, 14) +
    line("M-150 142q30 -28 60 0t60 0t60 0t60 0t60 0", blue, 14)
  );
};

export const bicycle = () => {
  const wheel = (x: number) =>
    move(
      x,
      72,
      line(oval(0, 0, 82), ink, 14),
      around(12, () => line("M0 0V-76", stone, 3)),
      fill(oval(0, 0, 13), ink),
    );
  return (
    fill(oval(0, 162, 190, 10), hue.night, 0.2) +
    wheel(-106) +
    wheel(106) +
    line("M-106 72L-50 -40H66L-8 72Z", nar, 15) +
    line("M-62 -64L-8 72M60 -62L106 72", nar, 15) +
    line("M56 -72Q62 -104 108 -98Q130 -92 118 -72", ink, 13) +
    line("M-98 -72H-36", cocoa, 20) +
    line("M-24 96L12 52M-36 98H-14M0 50H24", slate, 9) +
    fill(oval(-8, 72, 20), saffron) +
    lit(polygon([72, -60], [150, -60], [140, -4], [84, -4]), wood, 112) +
    line("M76 -42H148M80 -22H144", cream, 4)
  );
};

export const stadium = () => {
  const stand = "M-190 40C-190 -60 190 -60 190 40V112C190 176 -190 176 -190 112Z";
  return (
    line("M-140 -10V-140M140 -10V-140", slate, 10) +
    lit(slab(-176, -172, 72, 44, 8), ink, 400) +
    lit(slab(104, -172, 72, 44, 8), ink, 400) +
    repeat(6, (i) => fill(oval(-158 + (i % 3) * 18 + (i > 2 ? 280 : 0), -150, 7), saffron)).join(
      "",
    ) +
    fill(stand, turkuaz) +
    within(
      stand,
      scatter(150, [-186, -40, 372, 190], (x, y, i) =>
        fill(oval(x, y, 7), [cream, nar, saffron, ink, white][i % 5] ?? white),
      ),
      fill(slab(40, -100, 300, 300), night, 0.14),
    ) +
    fill(oval(0, 50, 138, 54), leaf) +
    within(
      oval(0, 50, 138, 54),
      repeat(4, (i) => fill(slab(-120 + i * 68, -20, 34, 140), forest, 0.45)).join(""),
    ) +
    line(oval(0, 50, 112, 40), white, 4) +
    line("M0 10V90", white, 4) +
    line(oval(0, 50, 28, 12), white, 4)
  );
};

export const whistle = () =>
  shadow(250) +
  line("M-40 10C-140 -60 -150 -150 -30 -150S150 -110 100 -30", saffron, 13) +
  lit("M-150 30H170V86H20A86 86 0 1 1 -150 30Z", nar, -30) +
  fill(oval(-66, 78, 46), garnet) +
  fill(oval(-66, 78, 24), wood) +
  fill(slab(28, 30, 34, 22), ink) +
  line("M-146 14Q-90 -16 -20 14", blush, 8, 0.6);
