import { hue } from "../artwork/hues.ts";
import { air, cloud, cypress, house, pine, ridge, water } from "../artwork/landscape.ts";
import {
  fill,
  line,
  lit,
  move,
  oval,
  petal,
  polygon,
  repeat,
  slab,
  turn,
} from "../artwork/shapes.ts";

const {
  white,
  cream,
  saffron,
  nar,
  rose,
  plum,
  sky,
  mist,
  teal,
  mint,
  olive,
  leaf,
  forest,
  cocoa,
  brown,
  wood,
  wheat,
  stone,
  slate,
} = hue;

export const trabzon = () =>
  air(mint, mist) +
  lit("M-400 -200H-40L10 -120L-10 -40L60 20L40 100L90 200H-400Z", slate, -20) +
  cloud(110, -130, 90) +
  cloud(150, -60, 60) +
  ridge(90, 40, forest) +
  lit(slab(-110, -40, 120, 78), cream, -20) +
  lit(slab(-150, -10, 60, 50), white, -110) +
  fill(polygon([-118, -40], [18, -40], [6, -62], [-106, -62]), nar) +
  fill(polygon([-156, -10], [-104, -10], [-112, -26], [-148, -26]), nar) +
  repeat(10, (i) =>
    fill(slab(-100 + (i % 5) * 22, -26 + Math.floor(i / 5) * 32, 11, 18, 5), cocoa),
  ).join("") +
  line("M-40 38L40 96", stone, 7) +
  repeat(16, (i) => pine(-196 + i * 27, 130 + (i % 4) * 18, 84, i % 3 ? leaf : forest)).join("") +
  ridge(176, 20, forest);

export const safranbolu = () =>
  air(cream, mint) +
  ridge(-20, 40, leaf) +
  ridge(20, 30, forest) +
  house(-176, 90, 96, 150, white) +
  house(84, 84, 100, 146, cream) +
  house(-58, 100, 110, 190, white) +
  cypress(-70, 104, 80) +
  cypress(74, 104, 96) +
  ridge(110, 18, olive) +
  [
    [-130, 190, 1],
    [-60, 200, 1.25],
    [20, 194, 1.05],
    [90, 202, 1.3],
    [160, 192, 1],
  ]
    .map(([x = 0, y = 0, s = 1]) =>
      move(
        x,
        y,
        `<g transform="scale(${s})">${line("M0 10V-30", leaf, 5)}${turn(-34, fill(petal(70, 20), plum))}${turn(34, fill(petal(70, 20), plum))}${fill(petal(76, 24), hue.aubergine)}${turn(-16, fill(petal(66, 18), rose))}${turn(16, fill(petal(66, 18), rose))}${line("M0 -34L-8 -66M0 -34V-70M0 -34L8 -66", nar, 4)}</g>`,
      ),
    )
    .join("");

export const amasya = () =>
  air(saffron, cream) +
  lit("M-400 200V-60L-150 -150L-40 -90L80 -170L210 -60L400 -20V200Z", wood, 20) +
  [
    [-110, -50],
    [-30, -30],
    [70, -70],
    [130, -30],
  ]
    .map(
      ([x = 0, y = 0]) =>
        fill(`M${x - 22} ${y + 30}V${y}a22 22 0 0 1 44 0V${y + 30}Z`, brown) +
        fill(`M${x - 10} ${y + 30}V${y + 6}a10 10 0 0 1 20 0V${y + 30}Z`, cocoa),
    )
    .join("") +
  repeat(5, (i) => house(-198 + i * 82, 96, 66, 104 - (i % 2) * 14, white)).join("") +
  fill(slab(-1000, 92, 2000, 22), stone) +
  water(112, teal, mint) +
  repeat(5, (i) => fill(slab(-196 + i * 82, 118, 60, 44 - (i % 2) * 8), white, 0.18)).join("") +
  move(60, 160, fill("M-40 0H44L32 16H-30Z", brown)) +
  cypress(-120, 96, 60) +
  cypress(44, 96, 66);

export const rize = () =>
  air(sky, mist) +
  cloud(-90, -120, 90) +
  cloud(120, -90, 70) +
  ridge(-30, 50, mint) +
  ridge(10, 60, leaf) +
  repeat(6, (i) =>
    line(
      `M-220 ${60 + i * 30}Q-100 ${-10 + i * 30} 20 ${50 + i * 30}T220 ${30 + i * 30}`,
      i % 2 ? olive : forest,
      26,
    ),
  ).join("") +
  repeat(6, (i) =>
    line(
      `M-220 ${54 + i * 30}Q-100 ${-16 + i * 30} 20 ${44 + i * 30}T220 ${24 + i * 30}`,
      leaf,
      7,
    ).replace("/>", ' stroke-dasharray="2 15"/>'),
  ).join("") +
  move(
    96,
    0,
    lit(slab(-34, -34, 68, 46), wood, 6),
    fill(polygon([-46, -34], [46, -34], [0, -72]), nar),
    fill(slab(-10, -14, 20, 26), cocoa),
    line("M-34 12L-40 30M34 12L40 30", brown, 6),
  ) +
  move(
    -70,
    96,
    fill("M-24 60C-24 20 -16 0 0 0S24 20 24 60Z", nar),
    fill(oval(0, -12, 16), wheat),
    fill("M-18 -10C-20 -36 20 -36 18 -10Q0 -22 -18 -10Z", saffron),
    lit("M18 14H58L50 60H26Z", wheat, 40),
    fill(oval(38, 14, 20, 9), leaf),
  );
