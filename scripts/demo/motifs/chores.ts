import { hue } from "../artwork/hues.ts";
import {
  fill,
  line,
  lit,
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

const { white, cream, saffron, amber, nar, ink, sky, turkuaz, teal, leaf, wood, stone, slate } =
  hue;

export const iron = () =>
  shadow(340) +
  line("M-60 -30C-50 -100 60 -110 110 -90Q150 -70 140 20", ink, 34) +
  lit("M-180 110C-170 20 -90 -20 20 -20H150Q170 -20 172 10V110Z", turkuaz, 60) +
  fill("M-180 110C-176 70 -150 40 -120 22L110 40V110Z", teal, 0.5) +
  lit(slab(-190, 110, 370, 46, 10), stone, 60) +
  fill(oval(70, 34, 24), cream) +
  line("M70 34V18", nar, 6) +
  line("M156 -30Q196 -40 190 -120", slate, 9) +
  line("M-150 -60q-20 -26 0 -50M-110 -90q-20 -26 0 -50", white, 10, 0.8);

export const plateStack = () =>
  shadow(340) +
  repeat(5, (i) =>
    lit(slab(-140 + i * 4, 124 - i * 24, 280 - i * 8, 22, 11), i % 2 ? turkuaz : white, 40),
  ).join("") +
  lit("M-110 28H110C104 -30 70 -60 0 -60S-104 -30 -110 28Z", nar, 30) +
  [
    [-120, -90, 30],
    [-60, -140, 22],
    [20, -110, 36],
    [100, -140, 26],
    [140, -60, 20],
    [-150, -20, 16],
  ]
    .map(
      ([x = 0, y = 0, r = 0]) =>
        fill(oval(x, y, r), white, 0.55) +
        line(oval(x, y, r), sky, 4) +
        fill(oval(x - r * 0.35, y - r * 0.35, r * 0.2), white),
    )
    .join("");

export const cleanWindow = () =>
  shadow(320) +
  lit(slab(-150, -176, 300, 334, 10), white, 300) +
  fill(slab(-130, -156, 260, 294), sky) +
  within(
    slab(-130, -156, 260, 294),
    fill(oval(70, -90, 36), saffron),
    fill("M-140 140V40Q-60 -10 0 40T140 20V140Z", leaf),
    fill(polygon([-130, 60], [10, -156], [60, -156], [-130, 140]), white, 0.45),
  ) +
  fill(slab(-8, -156, 16, 294), white) +
  fill(slab(-130, -20, 260, 14), white) +
  move(
    70,
    60,
    turn(
      -18,
      lit(slab(-64, -24, 128, 26, 6), ink, 10),
      fill(slab(-64, 0, 128, 10), nar),
      lit(slab(-10, -90, 20, 70, 8), wood, 0),
    ),
  ) +
  lit(slab(-176, 138, 352, 22, 6), cream, 60);

export const broom = () =>
  shadow(300) +
  turn(
    16,
    line("M0 -190V60", wood, 16),
    fill(slab(-40, 34, 80, 26, 6), nar),
    lit("M-44 58H44L84 150Q0 172 -84 150Z", saffron, 10),
    repeat(6, (i) => line(`M${-30 + i * 12} 70L${-62 + i * 25} 146`, amber, 4)).join(""),
  ) +
  lit("M60 158L74 100H180L196 158Z", turkuaz, 130) +
  fill(slab(110, 50, 18, 60, 6), teal) +
  scatter(9, [-150, 120, 60, 36], (x, y) => fill(oval(x, y, 6), stone));
