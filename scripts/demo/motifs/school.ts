import { hue } from "../artwork/hues.ts";
import {
  fill,
  line,
  lit,
  move,
  oval,
  repeat,
  scatter,
  shadow,
  slab,
  within,
} from "../artwork/shapes.ts";

const {
  white,
  cream,
  saffron,
  nar,
  garnet,
  rose,
  ink,
  blue,
  turkuaz,
  teal,
  mint,
  forest,
  cocoa,
  brown,
  wood,
  slate,
} = hue;

export const setSquare = () =>
  shadow(330) +
  lit("M-150 150V-160L160 150Z", turkuaz, 300) +
  fill("M-104 104V-46L46 104Z", mint) +
  repeat(12, (i) => line(`M-150 ${-120 + i * 22}h${i % 2 ? 14 : 24}`, white, 4)).join("") +
  line("M70 -180L20 40M76 -180L150 20", slate, 14) +
  fill(oval(73, -176, 22), nar) +
  fill(slab(66, -216, 14, 30, 6), ink) +
  line("M20 40L14 66", ink, 8) +
  line("M150 20L160 46", saffron, 12) +
  line("M36 -30H128", slate, 8);

export const flask = () => {
  const glass = "M-34 -164H34V-60L122 116Q136 158 96 158H-96Q-136 158 -122 116L-34 -60Z";
  return (
    shadow(270) +
    fill(glass, white, 0.75) +
    within(
      glass,
      fill("M-160 30Q-80 6 0 30T160 24V170H-160Z", turkuaz),
      fill("M-160 70Q-60 50 20 74T160 66V170H-160Z", teal, 0.5),
      scatter(8, [-80, 30, 170, 110], (x, y, i) => fill(oval(x, y, 7 + (i % 3) * 4), mint, 0.9)),
      fill(slab(30, -200, 200, 400), ink, 0.12),
    ) +
    fill(slab(-48, -178, 96, 24, 10), nar) +
    fill(oval(20, -200, 12), rose) +
    fill(oval(-12, -222, 8), saffron) +
    line("M-86 110L-40 20", white, 9, 0.8)
  );
};

export const scroll = () =>
  shadow(300) +
  lit("M-120 -130H110V124H-120Z", cream, 40, 0.1) +
  repeat(6, (i) => line(`M-90 ${-86 + i * 32}H${60 - ((i * 23) % 40)}`, wood, 7)).join("") +
  lit(slab(-160, -166, 310, 50, 25), wood, 60) +
  lit(slab(-160, 110, 310, 50, 25), wood, 60) +
  fill(
    oval(-160, -141, 14, 25) +
      oval(150, -141, 14, 25) +
      oval(-160, 135, 14, 25) +
      oval(150, 135, 14, 25),
    brown,
  ) +
  move(
    60,
    74,
    lit(oval(0, 0, 34), nar, 4),
    fill(oval(0, 0, 20), garnet),
    fill("M-20 26L-26 78L0 60L20 80L18 26Z", nar),
  );

export const chalkboard = () =>
  shadow(360) +
  line("M-120 100L-150 158M120 100L150 158", brown, 16) +
  lit(slab(-184, -150, 368, 256, 12), wood, 400) +
  fill(slab(-166, -132, 332, 220, 4), forest) +
  line("M-130 -40L-80 -100L-30 -40ZM-114 -58H-46", white, 7) +
  line(oval(40, -66, 34), saffron, 7) +
  line("M-130 20H-40M-130 54H0", white, 7) +
  line("M100 -90V-30M70 -60H130", rose, 8) +
  line("M60 60L80 20L104 60L126 20", mint, 7) +
  fill(slab(-60, 92, 120, 16, 6), cocoa) +
  fill(slab(-30, 84, 40, 9, 4), white);

export const backpack = () =>
  shadow(270) +
  line("M-40 -140Q0 -200 40 -140", cocoa, 18) +
  lit(
    "M-120 20C-120 -110 -90 -150 0 -150S120 -110 120 20V130Q120 158 92 158H-92Q-120 158 -120 130Z",
    nar,
    30,
  ) +
  fill("M-120 0C-120 -100 -90 -140 0 -140S120 -100 120 0Q60 30 0 30T-120 0Z", garnet) +
  lit(slab(-84, 50, 168, 92, 18), saffron, 30) +
  line("M-84 78H84", brown, 6) +
  fill(slab(-16, 10, 32, 52, 8), cream) +
  fill(slab(-150, 30, 34, 104, 14), turkuaz) +
  fill(slab(116, 30, 34, 104, 14), turkuaz) +
  move(-40, -70, fill(oval(0, 0, 26), cream), fill(oval(0, 0, 13), blue));
