import { hue } from "../artwork/hues.ts";
import {
  around,
  fill,
  line,
  lit,
  move,
  oval,
  scatter,
  shadow,
  slab,
  star,
  turn,
  within,
} from "../artwork/shapes.ts";

const {
  white,
  cream,
  saffron,
  amber,
  nar,
  garnet,
  plum,
  night,
  ink,
  blue,
  turkuaz,
  mint,
  leaf,
  cocoa,
  brown,
  wheat,
  stone,
} = hue;

export const marbles = () => {
  const one = (x: number, r: number, glass: string, twist: string, other: string) =>
    move(
      x,
      158 - r,
      fill(oval(0, r, r * 0.8, 8), night, 0.25),
      fill(oval(0, 0, r), glass),
      within(
        oval(0, 0, r),
        fill(
          `M${-r} ${r * 0.4}C${-r * 0.2} ${-r} ${r * 0.2} ${r} ${r} ${-r * 0.4}L${r * 1.2} ${r * 0.1}C${r * 0.3} ${r * 1.3} ${-r * 0.2} ${-r * 0.4} ${-r} ${r * 0.9}Z`,
          twist,
        ),
        line(
          `M${-r} ${-r * 0.1}C0 ${-r * 1.1} ${r * 0.2} ${r * 0.3} ${r} ${-r * 0.8}`,
          other,
          r * 0.16,
        ),
        fill(
          `M${r * 0.2} ${-r}A${r} ${r} 0 0 1 ${r * 0.2} ${r}A${r * 1.2} ${r * 1.2} 0 0 0 ${r * 0.2} ${-r}Z`,
          night,
          0.12,
        ),
      ),
      fill(oval(-r * 0.4, -r * 0.45, r * 0.18, r * 0.12), white, 0.9),
    );
  return (
    one(-116, 68, mint, turkuaz, white) +
    one(122, 56, cream, nar, saffron) +
    one(14, 88, blue, saffron, white)
  );
};

export const hopscotch = () => {
  const square = (x: number, y: number, color: string) =>
    fill(slab(x - 50, y - 40, 100, 80, 6), color) +
    line(slab(x - 50, y - 40, 100, 80, 6), white, 8);
  return turn(
    8,
    square(0, 124, turkuaz),
    square(-52, 42, saffron),
    square(52, 42, nar),
    square(0, -40, plum),
    square(-52, -122, leaf),
    square(52, -122, turkuaz),
    fill("M-66 30Q-50 18 -34 34T-50 60Q-76 56 -66 30Z", stone),
    line("M0 146V104M-12 110L0 104", white, 8),
    line("M-14 -56Q0 -70 10 -54Q14 -42 -14 -22H16", white, 8),
  );
};

export const skippingRope = () =>
  line("M-120 40C-190 -200 190 -200 120 40", nar, 15) +
  lit(turnlessGrip(-130), saffron, -110) +
  lit(turnlessGrip(110), saffron, 120) +
  shadow(260) +
  move(
    0,
    90,
    around(8, (i) => (i > 1 && i < 7 ? "" : line("M0 -70V-100", white, 9))),
  ) +
  fill(star(-60, -20, 5, 18, 8), cream) +
  fill(star(66, -30, 5, 14, 6), cream) +
  move(
    0,
    60,
    lit("M-60 90Q-64 30 -20 30H-4V70L-4 90Z", ink, 0),
    lit("M60 90Q64 30 20 30H4V70L4 90Z", ink, 40),
    fill(slab(-64, 86, 62, 14, 6), white),
    fill(slab(2, 86, 62, 14, 6), white),
    line("M-46 52H-20M-46 66H-16M46 52H20M46 66H16", saffron, 5),
  );

const turnlessGrip = (x: number) => slab(x, 30, 22, 120, 10);

export const spinningTop = () =>
  fill(oval(0, 160, 90, 10), night, 0.22) +
  line("M-150 140Q0 190 150 140", white, 8, 0.6) +
  turn(
    9,
    fill(slab(-10, -150, 20, 70, 8), brown),
    lit(
      "M-140 -40C-140 -90 140 -90 140 -40C140 30 50 80 8 150L0 166L-8 150C-50 80 -140 30 -140 -40Z",
      nar,
      20,
    ),
    within(
      "M-140 -40C-140 -90 140 -90 140 -40C140 30 50 80 8 150L0 166L-8 150C-50 80 -140 30 -140 -40Z",
      line("M-150 -30Q0 20 150 -30", saffron, 26),
      line("M-150 14Q0 64 150 14", turkuaz, 22),
      line("M-100 70Q0 110 100 70", cream, 14),
    ),
    fill(oval(0, -66, 60, 16), garnet),
    fill(oval(0, -84, 24, 8), amber),
  );

export const hideAndSeek = () =>
  shadow(330) +
  fill(oval(30, -110, 130, 74) + oval(-50, -80, 80, 56), leaf) +
  scatter(9, [-90, -160, 220, 100], (x, y) => fill(oval(x, y, 12), mint, 0.5)) +
  lit("M-40 160C-20 60 -24 0 -30 -60H74C66 0 70 60 96 160Z", brown, 40) +
  move(
    -52,
    30,
    lit(oval(0, 0, 54), wheat, 400),
    fill("M-54 -6C-54 -66 54 -66 50 -14Q20 -40 -54 -6Z", cocoa),
    fill(oval(-22, 4, 8) + oval(12, 4, 8), night),
    line("M-20 24Q-6 36 8 24", garnet, 6),
  ) +
  lit("M-120 160C-116 100 -96 84 -52 84L-20 160Z", nar, 400) +
  line("M-36 30L-4 44", wheat, 22) +
  fill("M-30 -60H74C70 -30 69 0 70 30L20 160H-40C-20 60 -24 0 -30 -60Z", brown) +
  line("M10 -40Q16 40 6 140M40 -40Q40 40 56 140", cocoa, 6) +
  line("M-34 26H8", wheat, 20);
