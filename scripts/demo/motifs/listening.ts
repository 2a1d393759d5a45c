import { hue } from "../artwork/hues.ts";
import {
  around,
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
  nar,
  garnet,
  rose,
  plum,
  night,
  ink,
  turkuaz,
  teal,
  mint,
  wood,
  stone,
  slate,
} = hue;

export const microphone = () =>
  shadow(240) +
  lit(oval(0, 148, 96, 18), ink) +
  line("M0 -30V146", slate, 16) +
  move(
    0,
    -60,
    turn(
      24,
      lit(polygon([-32, 30], [32, 30], [20, 150], [-20, 150]), ink, 0),
      fill(slab(-44, 14, 88, 24, 8), saffron),
      lit(oval(0, -50, 74), stone, 14),
      within(
        oval(0, -50, 74),
        repeat(9, (i) =>
          line(
            `M${-150 + i * 34} -130L${-70 + i * 34} 30M${-70 + i * 34} -130L${-150 + i * 34} 30`,
            slate,
            4,
          ),
        ).join(""),
      ),
      line("M-74 -50H74", nar, 12),
    ),
  );

export const cassette = () =>
  shadow(340) +
  lit(slab(-178, -90, 356, 248, 18), nar, 60) +
  fill(slab(-150, -64, 300, 150, 10), paper) +
  fill(slab(-150, -30, 300, 20), saffron) +
  fill(slab(-150, -10, 300, 20), turkuaz) +
  line("M-120 -46H120", stone, 5) +
  fill(slab(-98, 4, 196, 62, 31), ink) +
  [-62, 62]
    .map((x) =>
      move(
        x,
        35,
        fill(oval(0, 0, 25), white),
        around(6, () => fill(slab(-4, -25, 8, 12), ink)),
        fill(oval(0, 0, 12), ink),
      ),
    )
    .join("") +
  fill(slab(-20, 20, 40, 30), slate) +
  fill(polygon([-112, 158], [-96, 104], [96, 104], [112, 158]), garnet) +
  fill(oval(-70, 136, 8) + oval(70, 136, 8) + oval(-24, 140, 6) + oval(24, 140, 6), night);

export const headphones = () => {
  const cup =
    lit(slab(-178, 0, 86, 150, 38), nar, 400) +
    fill(slab(-112, 6, 42, 138, 20), ink) +
    fill(slab(-160, 30, 14, 90, 7), rose, 0.8);
  return (
    shadow(330) +
    line("M-136 30C-150 -210 150 -210 136 30", ink, 34) +
    line("M-112 -60C-80 -150 80 -150 112 -60", saffron, 14) +
    cup +
    `<g transform="scale(-1 1)">${cup}</g>`
  );
};

export const recordPlayer = () =>
  shadow(350) +
  lit(slab(-182, 110, 364, 50, 10), wood, 60) +
  lit(oval(-20, -20, 140), night, -20) +
  repeat(4, (i) => line(oval(-20, -20, 74 + i * 17), slate, 2.5, 0.7)).join("") +
  fill(oval(-20, -20, 52), nar) +
  fill(oval(-20, -20, 34), saffron) +
  fill(oval(-20, -20, 9), night) +
  fill("M-20 -20L-130 -100A136 136 0 0 0 -156 -20Z", white, 0.12) +
  line("M150 110V-70L86 20", stone, 13) +
  line("M96 6L74 36", garnet, 22) +
  fill(oval(150, -80, 22), slate);

export const radio = () =>
  shadow(350) +
  line("M90 -60L150 -180", slate, 8) +
  fill(oval(150, -182, 9), nar) +
  lit(slab(-182, -66, 364, 224, 26), turkuaz, 60) +
  fill(slab(-160, -44, 320, 180, 14), teal) +
  fill(oval(-76, 46, 74), mint) +
  repeat(6, (i) => fill(slab(-140, -2 + i * 19, 128, 7, 3), teal)).join("") +
  fill(slab(24, -26, 118, 56, 8), cream) +
  line("M36 10H130", stone, 4) +
  repeat(7, (i) => line(`M${40 + i * 15} 2V-10`, slate, 3)).join("") +
  line("M96 -22V22", nar, 5) +
  fill(oval(52, 86, 26), saffron) +
  fill(oval(118, 86, 26), saffron) +
  line("M52 86V66M118 86L132 72", plum, 6);
