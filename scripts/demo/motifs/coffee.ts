import { hue } from "../artwork/hues.ts";
import {
  around,
  fill,
  line,
  lit,
  move,
  oval,
  petal,
  polygon,
  repeat,
  shadow,
  within,
} from "../artwork/shapes.ts";

const { white, cream, sand, nar, turkuaz, cocoa, wood, stone } = hue;

const coffeeCup = "M-104 -16H104C104 70 70 112 40 124H-40C-70 112 -104 70 -104 -16Z";

/** Turkish coffee with as many sugar cubes beside it. */
const coffee = (cubes: number) =>
  shadow(340) +
  lit(oval(0, 140, 168, 24), white) +
  line(oval(0, 136, 146, 17), turkuaz, 5) +
  line("M96 10Q164 6 152 50T76 84", white, 18) +
  lit(coffeeCup, white) +
  within(
    coffeeCup,
    repeat(5, (i) =>
      move(
        -88 + i * 44,
        48,
        around(8, () => fill(petal(20, 8), i % 2 ? nar : turkuaz)),
      ),
    ).join(""),
  ) +
  fill(oval(0, -16, 104, 24), stone) +
  fill(oval(0, -14, 92, 18), cocoa) +
  fill(oval(-20, -16, 40, 7), wood, 0.8) +
  line("M-26 -60C-50 -90 0 -110 -24 -150M26 -60C2 -90 52 -110 28 -150", white, 10, 0.75) +
  repeat(cubes, (i) =>
    move(
      -128 + i * 50,
      128 + (i % 2) * 14,
      fill(polygon([-24, -8], [0, 2], [0, 30], [-24, 20]), cream) +
        fill(polygon([24, -8], [0, 2], [0, 30], [24, 20]), sand) +
        fill(polygon([-24, -8], [0, -18], [24, -8], [0, 2]), white),
    ),
  ).join("");

export const coffeePlain = () => coffee(0);

export const coffeeOneSugar = () => coffee(1);

export const coffeeTwoSugars = () => coffee(2);

export const coffeeThreeSugars = () => coffee(3);
