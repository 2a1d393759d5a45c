import { hue } from "../artwork/hues.ts";
import {
  around,
  fill,
  line,
  lit,
  move,
  oval,
  polygon,
  shadow,
  slab,
  turn,
} from "../artwork/shapes.ts";

const {
  white,
  paper,
  cream,
  saffron,
  amber,
  nar,
  garnet,
  rose,
  night,
  ink,
  turkuaz,
  teal,
  mint,
  stone,
  slate,
} = hue;

/** A key of a keyboard; its letter is drawn with strokes 26 wide. */
const key = (cap: string, side: string, letter: string) =>
  shadow(330) +
  lit(slab(-160, -90, 320, 250, 40), side, 60) +
  fill(slab(-130, -130, 260, 230, 34), cap) +
  line("M-100 -108H70", white, 8, 0.45) +
  line(letter, white, 28);

export const keyQ = () => key(nar, garnet, "M0 -72a50 56 0 1 0 .1 0ZM22 22L58 62");

export const keyF = () => key(turkuaz, teal, "M-34 56V-76H42M-34 -12H26");

export const pencil = () =>
  shadow(250) +
  lit(slab(-150, 90, 250, 66, 4), paper, 300) +
  line("M-130 114H60M-130 136H10", stone, 5) +
  turn(
    34,
    lit(slab(-30, -150, 60, 220), saffron, 8),
    fill(slab(-30, -150, 20, 220), amber),
    fill(slab(-30, -190, 60, 34, 8), rose),
    fill(slab(-30, -164, 60, 22), stone),
    lit(polygon([-30, 70], [30, 70], [0, 150]), cream, 8),
    fill(polygon([-11, 120], [11, 120], [0, 150]), ink),
  );

export const lightBulb = () =>
  around(9, (i) =>
    i > 2 && i < 7 ? "" : move(0, 0, line("M0 -176V-198", saffron, 12)),
  ).replaceAll("rotate(", "translate(0 -10) rotate(") +
  shadow(130) +
  lit("M-44 76C-44 40 -110 10 -110 -54A110 110 0 0 1 110 -54C110 10 44 40 44 76Z", saffron, 30) +
  line("M-30 70V-10L0 20L30 -10V70", amber, 8) +
  fill(slab(-48, 76, 96, 22, 8), stone) +
  fill(slab(-44, 100, 88, 20, 8), slate) +
  fill(slab(-36, 122, 72, 38, 16), ink) +
  line("M-76 -60Q-70 -110 -30 -130", white, 12, 0.7);

export const codeScreen = () =>
  shadow(360) +
  lit(slab(-160, -130, 320, 226, 16), ink, 300) +
  fill(slab(-144, -114, 288, 194, 6), night) +
  [
    [0, 90, nar],
    [24, 130, saffron],
    [24, 84, turkuaz],
    [48, 104, mint],
    [24, 60, rose],
    [0, 40, nar],
  ]
    .map(([dx, w, color], i) =>
      fill(slab(-124 + Number(dx), -94 + i * 28, Number(w), 12, 6), String(color)),
    )
    .join("") +
  fill(slab(60, -40, 12, 24), white) +
  lit("M-160 96H160L190 150H-190Z", slate, 60) +
  fill(slab(-190, 146, 380, 14, 7), stone) +
  fill(slab(-50, 120, 100, 18, 6), ink, 0.5);

export const sleepingRobot = () =>
  shadow(260) +
  line("M0 -110V-150", slate, 10) +
  fill(oval(0, -158, 16), nar) +
  lit(slab(-120, -110, 240, 170, 40), turkuaz, 40) +
  fill(slab(-92, -78, 184, 104, 30), night) +
  line("M-58 -26Q-38 -8 -18 -26M18 -26Q38 -8 58 -26", mint, 10) +
  fill(slab(-146, -60, 26, 70, 10), teal) +
  fill(slab(120, -60, 26, 70, 10), teal) +
  lit(slab(-84, 72, 168, 88, 24), cream, 30) +
  fill(oval(0, 112, 20), saffron) +
  line("M-60 132H-40M40 132H60", stone, 7) +
  line("M136 -118h30l-30 30h30M172 -168h22l-22 22h22", white, 8);
