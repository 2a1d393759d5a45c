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
  cream,
  sand,
  saffron,
  amber,
  nar,
  garnet,
  rose,
  blush,
  night,
  turkuaz,
  olive,
  leaf,
  forest,
  cocoa,
  brown,
  wood,
  wheat,
} = hue;

export const turkishDelight = () => {
  const cube = (x: number, y: number, top: string, left: string, right: string) =>
    move(
      x,
      y,
      fill(polygon([-62, 0], [0, 30], [0, 96], [-62, 66]), left),
      fill(polygon([62, 0], [0, 30], [0, 96], [62, 66]), right),
      fill(polygon([-62, 0], [0, -30], [62, 0], [0, 30]), top),
      repeat(5, (i) => fill(oval(-28 + i * 14, ((i * 11) % 24) - 12, 4, 3), white)).join(""),
    );
  return (
    shadow(350) +
    lit(oval(0, 148, 178, 18), turkuaz) +
    cube(-76, 50, blush, rose, nar) +
    cube(76, 50, cream, wheat, wood) +
    cube(0, -20, mintTop, olive, leaf)
  );
};

const mintTop = hue.mint;

export const candy = () => {
  const one = (x: number, y: number, angle: number, color: string, stripe: string) =>
    move(
      x,
      y,
      turn(
        angle,
        fill("M-50 0L-118 -44Q-100 0 -118 44Z", stripe) +
          fill("M50 0L118 -44Q100 0 118 44Z", stripe),
        lit(oval(0, 0, 62, 52), color, 14),
        within(oval(0, 0, 62, 52), line("M-40 60Q-10 0 -40 -60M6 60Q36 0 6 -60", stripe, 16)),
        fill(oval(-26, -24, 10, 7), white, 0.8),
      ),
    );
  return (
    shadow(330) +
    one(-64, 106, 12, nar, cream) +
    one(76, 110, -10, turkuaz, mintTop) +
    one(4, 6, -28, saffron, nar) +
    ""
  );
};

export const chocolate = () =>
  shadow(220) +
  turn(
    -8,
    lit(slab(-84, -160, 168, 316, 12), cocoa, 0) +
      repeat(6, (i) =>
        move(
          i % 2 ? 38 : -38,
          -118 + Math.floor(i / 2) * 74,
          fill(slab(-32, -32, 64, 64, 6), brown) +
            fill("M-32 -32H32L22 -22H-22V22L-32 32Z", wood, 0.7),
        ),
      ).join("") +
      lit("M-92 46L-60 30L-30 52L4 30L36 52L66 30L92 46V160H-92Z", nar, 0) +
      fill(slab(-92, 90, 184, 26), saffron),
  );

/** A cornet with one big and two small scoops. */
const iceCream = (color: string, speck: string) => {
  const cone = polygon([-66, -6], [66, -6], [0, 176]);
  return (
    fill(oval(0, 166, 70, 9), night, 0.2) +
    fill(cone, wheat) +
    within(
      cone,
      repeat(12, (i) =>
        line(`M${-160 + i * 26} -20l120 220M${160 - i * 26} -20l-120 220`, wood, 5),
      ).join(""),
    ) +
    within(cone, fill(slab(8, -20, 100, 220), night, 0.14)) +
    lit(
      "M-92 -8C-110 -40 -92 -70 -76 -76C-80 -130 -40 -164 0 -164C40 -164 80 -130 76 -76C92 -70 110 -40 92 -8C80 12 60 14 50 2C40 24 10 24 0 6C-10 28 -44 24 -52 2C-62 14 -82 12 -92 -8Z",
      color,
    ) +
    line("M-76 -76Q0 -50 76 -76", speck, 6, 0.5) +
    repeat(12, (i) =>
      fill(oval(-58 + ((i * 43) % 118), -126 + ((i * 29) % 112), 5, 4), speck),
    ).join("") +
    fill(oval(-36, -124, 18, 11), white, 0.55)
  );
};

export const iceCreamMilk = () => iceCream(white, sand);

export const iceCreamCherry = () => iceCream(nar, garnet);

export const iceCreamPistachio = () => iceCream(olive, forest);

export const iceCreamChocolate = () => iceCream(brown, cocoa);

export const iceCreamLemon = () => iceCream(saffron, amber);
