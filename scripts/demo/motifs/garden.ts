import { hue } from "../artwork/hues.ts";
import {
  fill,
  line,
  lit,
  move,
  oval,
  petal,
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
  rose,
  blush,
  ink,
  blue,
  olive,
  leaf,
  forest,
  brown,
  wood,
} = hue;

const leafAt = (
  x: number,
  y: number,
  angle: number,
  length: number,
  width: number,
  color: string,
) => move(x, y, turn(angle, lit(petal(length, width), color, 0)));

/** The same tree on the same hill, in four seasons. */
const seasonTree = (hill: string, crown: string[], extra = "") =>
  fill("M-190 160Q0 96 190 160Z", hill) +
  line(
    "M0 140V-20M0 50L-60 -20M0 20L56 -50M0 -20L-24 -90M56 -50L70 -100M-60 -20L-104 -40",
    brown,
    20,
  ) +
  (crown[0]
    ? fill(
        oval(-70, -50, 84, 74) +
          oval(70, -60, 84, 78) +
          oval(0, -104, 96, 78) +
          oval(0, -30, 80, 56),
        crown[0],
      )
    : "") +
  crown
    .slice(1)
    .map((color, i) =>
      scatter(20 - i * 4, [-136, -170 + i * 6, 272, 176], (x, y) =>
        Math.hypot(x * 0.9, (y + 78) * 1.3) < 118
          ? fill(oval(x, y, 26 - i * 15, 22 - i * 11), color)
          : "",
      ),
    )
    .join("") +
  extra;

export const treeSpring = () =>
  seasonTree(
    leaf,
    [rose, blush, white],
    scatter(12, [-160, 110, 320, 40], (x, y) => fill(oval(x, y, 6), blush)),
  );

export const treeSummer = () => seasonTree(olive, [forest, leaf, nar]);

export const treeAutumn = () =>
  seasonTree(
    wood,
    [garnet, amber, saffron],
    scatter(12, [-160, 90, 320, 60], (x, y, i) =>
      move(x, y, turn(i * 40, fill(petal(24, 9), i % 2 ? nar : saffron))),
    ),
  );

export const treeWinter = () =>
  seasonTree(
    white,
    [],
    line("M-60 -26L-104 -46M56 -56L70 -106M0 -26L-24 -96M-2 40L-60 -28", white, 8) +
      scatter(18, [-180, -180, 360, 320], (x, y, i) =>
        fill(star(x, y, 6, 9 + (i % 3) * 3, 3), white),
      ),
  );

export const tulips = () =>
  shadow(230) +
  [
    [-76, -60, -14, saffron, amber],
    [76, -50, 14, rose, nar],
    [0, -90, 0, nar, garnet],
  ]
    .map(
      ([x, y, angle, color, dark]) =>
        line(`M0 60Q${Number(x) / 3} 0 ${x} ${Number(y) + 30}`, leaf, 10) +
        move(
          Number(x),
          Number(y),
          turn(
            Number(angle),
            lit(
              "M-46 -60Q-20 -40 -24 -20Q-10 -70 0 -90Q10 -70 24 -20Q20 -40 46 -60C62 0 40 40 0 40S-62 0 -46 -60Z",
              String(color),
              4,
            ),
            fill("M0 -90C24 -50 24 10 0 38C-24 10 -24 -50 0 -90Z", String(dark), 0.6),
          ),
        ),
    )
    .join("") +
  leafAt(0, 90, -38, 120, 26, leaf) +
  leafAt(0, 90, 38, 120, 26, forest) +
  lit("M-60 50H60C100 80 90 140 50 158H-50C-90 140 -100 80 -60 50Z", blue, 16) +
  within(
    "M-60 50H60C100 80 90 140 50 158H-50C-90 140 -100 80 -60 50Z",
    line("M-100 84q20 -20 40 0t40 0t40 0t40 0t40 0", white, 8),
    line("M-100 130q20 -20 40 0t40 0t40 0t40 0t40 0", white, 8),
  ) +
  fill(slab(-66, 40, 132, 18, 8), ink);

export const pomegranate = () =>
  shadow(300) +
  lit(
    "M-30 -120L-50 -170L-20 -150L0 -180L20 -150L50 -170L30 -120C110 -110 150 -40 150 24C150 110 80 158 0 158S-150 110 -150 24C-150 -40 -110 -110 -30 -120Z",
    nar,
    60,
  ) +
  fill("M-60 -60C0 -100 90 -70 100 10C106 90 40 130 -20 116C-90 100 -120 -10 -60 -60Z", cream) +
  within(
    "M-60 -60C0 -100 90 -70 100 10C106 90 40 130 -20 116C-90 100 -120 -10 -60 -60Z",
    scatter(
      30,
      [-86, -74, 180, 190],
      (x, y) => lit(oval(x, y, 15, 18), garnet, x + 3) + fill(oval(x - 4, y - 6, 4), rose),
    ),
  ) +
  leafAt(30, -130, 70, 110, 26, leaf);
