import { hue } from "../artwork/hues.ts";
import {
  around,
  fill,
  line,
  lit,
  move,
  oval,
  petal,
  polar,
  repeat,
  shadow,
  slab,
  turn,
  within,
} from "../artwork/shapes.ts";

const { white, saffron, amber, nar, garnet, rose, plum, leaf, forest, cocoa, brown } = hue;

/** A copper pan seen from above, leaning on the wall. */
const pan = (...food: string[]) =>
  shadow(280) +
  lit(slab(-196, -14, 60, 34, 17), cocoa, -100) +
  lit(slab(136, -14, 60, 34, 17), cocoa, 100) +
  lit(oval(0, 4, 156), amber) +
  fill(oval(0, 4, 140), brown) +
  within(oval(0, 4, 132), ...food);

export const menemen = () =>
  pan(
    fill(slab(-200, -200, 400, 400), nar),
    repeat(16, (i) => {
      const [x, y] = polar(30 + ((i * 47) % 95), i * 0.381);
      return fill(oval(x, y + 4, 26 + (i % 3) * 9, 20 + (i % 4) * 5), i % 3 ? saffron : rose);
    }).join(""),
    repeat(9, (i) => {
      const [x, y] = polar(24 + ((i * 61) % 92), i * 0.29 + 0.1);
      return move(x, y + 4, turn(i * 53, line("M-16 0Q0 -16 16 0", leaf, 11)));
    }).join(""),
  );

const egg = (x: number, y: number) =>
  move(
    x,
    y,
    fill("M-58 6C-66 -40 -20 -62 14 -54C60 -46 70 -8 58 26C44 60 -46 62 -58 6Z", white),
    lit(oval(2, 0, 25), saffron, 8),
    fill(oval(-6, -8, 6), white, 0.8),
  );

export const sucukEggs = () =>
  pan(
    fill(slab(-200, -200, 400, 400), amber),
    repeat(8, (i) => {
      const [x, y] = polar(98, i / 8 + 0.03);
      return move(
        x,
        y + 4,
        lit(oval(0, 0, 34), garnet, 8),
        fill(oval(-8, -8, 5), rose) + fill(oval(10, 4, 4), rose) + fill(oval(-4, 12, 4), rose),
      );
    }).join(""),
    egg(-34, -14),
    egg(40, 34),
  );

export const onion = () => {
  const bulb =
    "M0 -96C20 -60 142 -40 142 54C142 122 80 156 0 156C-80 156 -142 122 -142 54C-142 -40 -20 -60 0 -96Z";
  return (
    shadow(270) +
    lit(bulb, plum, 26) +
    line("M0 -96C-40 -30 -92 10 -84 110", rose, 7, 0.7) +
    line("M0 -96C-14 -20 -34 40 -26 142", rose, 7, 0.7) +
    line("M0 -96C40 -30 92 10 84 110", rose, 7, 0.45) +
    line("M0 -96C14 -20 34 40 30 142", rose, 7, 0.45) +
    line("M-6 -90Q-14 -130 -34 -150M2 -92Q4 -134 20 -164", leaf, 14)
  );
};

export const tomatoAndPepper = () => {
  const tomato =
    "M-60 -56C10 -76 84 -34 84 46C84 118 34 158 -50 158C-134 158 -180 118 -180 46C-180 -34 -120 -72 -60 -56Z";
  const pepper =
    "M96 -90C150 -84 158 -20 146 40C138 84 120 130 74 156C60 160 58 150 66 138C90 96 60 20 62 -40C62 -72 70 -94 96 -90Z";
  return (
    shadow(340, -10) +
    lit(pepper, leaf, 104) +
    line("M100 -88Q96 -126 124 -146", forest, 14) +
    lit(tomato, nar, -10) +
    fill(oval(-120, 0, 20, 30), rose, 0.8) +
    move(
      -50,
      -52,
      around(5, () => lit(petal(54, 14), forest, 0), 20),
    )
  );
};
