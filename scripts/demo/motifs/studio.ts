import { hue } from "../artwork/hues.ts";
import {
  fill,
  line,
  lit,
  move,
  oval,
  polygon,
  repeat,
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
  blush,
  plum,
  ink,
  blue,
  sky,
  turkuaz,
  leaf,
  brown,
  wood,
  stone,
} = hue;

export const easel = () =>
  shadow(300) +
  line("M0 -190V120M-30 -100L-104 160M30 -100L104 160", brown, 15) +
  lit(slab(-124, -136, 248, 200, 6), white, 300) +
  within(
    slab(-112, -124, 224, 176),
    fill(slab(-120, -130, 240, 190), sky),
    fill(oval(30, -30, 44), nar),
    fill("M-120 60V0Q-60 -50 -10 0T120 -10V60Z", turkuaz),
    fill("M-120 60V36Q0 -6 120 40V60Z", ink),
  ) +
  fill(slab(-140, 62, 280, 18, 5), wood) +
  line("M-92 62V34M-70 62V26", saffron, 8) +
  fill(oval(-92, 30, 7, 12), nar) +
  fill(oval(-70, 22, 7, 12), leaf);

export const theatreMasks = () => {
  const face = (color: string, mouth: string, brows: string) =>
    lit("M-92 -90Q0 -124 92 -90C100 20 70 100 0 120C-70 100 -100 20 -92 -90Z", color, 10) +
    fill("M-62 -26Q-40 -48 -18 -26Q-40 -8 -62 -26ZM18 -26Q40 -48 62 -26Q40 -8 18 -26Z", ink) +
    line(brows, ink, 8) +
    fill(mouth, ink);
  return (
    shadow(330) +
    move(
      -70,
      -20,
      turn(
        -10,
        face(
          saffron,
          "M-50 30Q0 46 50 30Q40 84 0 84T-50 30Z",
          "M-62 -60Q-40 -72 -20 -58M20 -58Q40 -72 62 -60",
        ),
      ),
    ) +
    move(
      76,
      26,
      turn(
        10,
        face(
          turkuaz,
          "M-46 80Q0 20 46 80Q0 62 -46 80Z",
          "M-62 -54Q-36 -58 -22 -70M22 -70Q36 -58 62 -54",
        ),
      ),
    ) +
    fill(star(-150, -150, 4, 26, 8) + star(160, -120, 4, 20, 6), cream) +
    line("M-150 60q-20 40 4 90", nar, 10) +
    line("M156 100q16 30 0 60", blush, 10)
  );
};

export const palette = () => {
  const board =
    "M-10 -120C100 -130 180 -50 172 40C166 110 110 90 70 86C30 84 40 130 20 146C-20 170 -170 130 -170 10C-170 -70 -90 -116 -10 -120Z";
  return (
    shadow(320) +
    lit(board, wheatWood, 60) +
    fill(oval(60, 40, 26, 22), ink, 0.55) +
    fill(oval(-70, -56, 32), nar) +
    fill(oval(16, -78, 28), saffron) +
    fill(oval(100, -36, 28), turkuaz) +
    fill(oval(-112, 20, 28), plum) +
    fill(oval(-70, 86, 30), leaf) +
    fill(oval(-8, -8, 20), white) +
    turn(
      40,
      lit(slab(34, -210, 18, 200, 8), wood, 44),
      fill(slab(32, -30, 22, 34), stone),
      fill("M32 4H54C58 40 50 50 43 66C36 50 28 40 32 4Z", blue),
    )
  );
};

const wheatWood = hue.wheat;

export const reedPen = () =>
  shadow(330) +
  lit(slab(-170, 70, 300, 88, 4), cream, 300) +
  line("M-140 132C-110 60 -80 132 -50 110S0 70 10 118S60 140 100 96", ink, 13) +
  fill(oval(-20, 142, 7) + oval(-2, 142, 7), ink) +
  turn(
    40,
    move(
      10,
      -10,
      lit(slab(-13, -180, 26, 220, 4), amber, 2),
      repeat(3, (i) => fill(slab(-15, -140 + i * 60, 30, 7, 3), brown)).join(""),
      fill(polygon([-13, 40], [13, 40], [-2, 96]), wood),
      fill(polygon([-8, 66], [3, 76], [-2, 96]), ink),
    ),
  ) +
  move(
    118,
    112,
    lit("M-46 46C-60 -10 -30 -26 -24 -30H24C30 -26 60 -10 46 46Z", turkuaz, 4),
    fill(oval(0, -30, 26, 7), ink),
    fill(slab(-52, 4, 104, 9), white),
  );

/** A weaver's rug: bands of hooked diamonds. */
/** Marbled paper: drops drawn out with a comb. */
/** A miniature garden: flat hills, a stream and a lone rider's tent. */
