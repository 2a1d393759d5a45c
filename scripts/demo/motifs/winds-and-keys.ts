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
  turkuaz,
  teal,
  cocoa,
  brown,
  wheat,
  stone,
} = hue;

export const ney = () =>
  shadow(220) +
  turn(
    34,
    lit(slab(-17, -190, 34, 380, 8), wheat, 2),
    repeat(6, (i) => fill(slab(-19, -128 + i * 56, 38, 10, 4), amber)).join(""),
    fill(slab(-24, -206, 48, 26, 8), cocoa),
    repeat(6, (i) => fill(oval(-3, -40 + i * 34, 7), cocoa)).join(""),
  ) +
  move(
    -96,
    -40,
    turn(-12, line("M0 60V-40Q34 -30 30 6", nar, 10) + fill(oval(-16, 62, 20, 15), nar)),
  ) +
  move(
    118,
    60,
    turn(
      8,
      line("M0 50V-30H44V40", turkuaz, 10) +
        fill(oval(-14, 52, 18, 13), turkuaz) +
        fill(oval(30, 42, 18, 13), turkuaz),
    ),
  );

export const darbuka = () =>
  shadow(210) +
  lit(
    "M-116 -130C-116 -20 -40 -30 -44 40C-46 90 -90 110 -86 158H86C90 110 46 90 44 40C40 -30 116 -20 116 -130Z",
    turkuaz,
    14,
  ) +
  within(
    "M-116 -130C-116 -20 -40 -30 -44 40C-46 90 -90 110 -86 158H86C90 110 46 90 44 40C40 -30 116 -20 116 -130Z",
    fill(slab(-150, -84, 300, 14), saffron) + fill(slab(-150, 120, 300, 12), saffron),
    repeat(7, (i) =>
      fill(
        polygon(
          [-96 + i * 32, -62],
          [-80 + i * 32, -40],
          [-96 + i * 32, -18],
          [-112 + i * 32, -40],
        ),
        cream,
      ),
    ).join(""),
  ) +
  lit(oval(0, -130, 126, 34), teal) +
  fill(oval(0, -134, 112, 26), cream) +
  fill(oval(0, -134, 44, 10), stone, 0.7);

export const piano = () =>
  shadow(350) +
  lit(slab(-176, -130, 352, 268, 14), cocoa, 30) +
  lit(slab(-160, -116, 320, 92, 8), brown, 30) +
  move(
    0,
    -40,
    lit(polygon([-70, -70], [70, -70], [80, 10], [-80, 10]), paper, 0),
    line("M-50 -46H50M-52 -28H52M-54 -10H54", stone, 4),
    fill(oval(-20, -28, 7) + oval(22, -46, 7) + oval(34, -10, 7), nar),
  ) +
  lit(slab(-188, -8, 376, 72, 8), brown, 30) +
  fill(slab(-168, 6, 336, 50), white) +
  repeat(15, (i) => line(`M${-145.5 + i * 22.4} 6V56`, stone, 2)).join("") +
  repeat(15, (i) =>
    i % 7 === 2 || i % 7 === 6 ? "" : fill(slab(-152.5 + i * 22.4, 6, 14, 30), night),
  ).join("") +
  fill(slab(-164, 130, 30, 30), cocoa) +
  fill(slab(134, 130, 30, 30), cocoa) +
  line("M-14 130V152M14 130V152", saffron, 8);

export const saxophone = () =>
  shadow(240) +
  line("M-104 -140L-62 -160Q-30 -168 -30 -120V70C-30 150 90 150 90 60V20", amber, 46) +
  line("M-104 -140L-62 -160Q-30 -168 -30 -120V70C-30 150 90 150 90 60V20", saffron, 36) +
  lit(polygon([62, 30], [118, 30], [168, -60], [22, -60]), saffron, 96) +
  fill(oval(95, -60, 74, 20), amber) +
  fill(oval(95, -60, 60, 13), brown) +
  line("M-130 -128L-104 -140", ink, 22) +
  repeat(
    5,
    (i) => fill(oval(-30, -84 + i * 40, 17), cream) + fill(oval(-30, -84 + i * 40, 9), amber),
  ).join("") +
  line("M-64 -70V50", amber, 8);
