import { hue } from "../artwork/hues.ts";
import {
  fill,
  line,
  move,
  oval,
  polygon,
  repeat,
  shadow,
  slab,
  within,
} from "../artwork/shapes.ts";

const { white, cream, saffron, amber, nar, plum, night, turkuaz, wood, wheat } = hue;

const popcorn = (corn: string, shade: string, stripe: string) => {
  const box = polygon([-118, -40], [118, -40], [86, 158], [-86, 158]);
  return (
    shadow(230) +
    repeat(19, (i) => {
      const x = -104 + ((i * 57) % 210);
      const y = -150 + Math.abs(x) * 0.62 + ((i * 31) % 70);
      return move(
        x,
        y,
        fill(oval(-12, 6, 20) + oval(14, 8, 18) + oval(0, -12, 21), i % 2 ? corn : shade),
        line("M-8 2Q0 8 8 0", wood, 5, 0.7),
      );
    }).join("") +
    fill(box, white) +
    within(
      box,
      repeat(4, (i) =>
        fill(
          polygon(
            [-118 + i * 68, -40],
            [-84 + i * 68, -40],
            [-61 + i * 49, 158],
            [-86 + i * 49, 158],
          ),
          stripe,
        ),
      ).join(""),
    ) +
    within(box, fill(slab(24, -60, 200, 300), night, 0.15))
  );
};

export const popcornSalty = () => popcorn(white, cream, nar);

export const popcornButter = () => popcorn(cream, saffron, turkuaz);

export const popcornCaramel = () => popcorn(wheat, amber, plum);
