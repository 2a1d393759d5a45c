import { hue } from "../artwork/hues.ts";
import { fill, line, lit, move, oval, polygon, repeat, shadow, slab } from "../artwork/shapes.ts";

const {
  white,
  cream,
  saffron,
  amber,
  nar,
  garnet,
  turkuaz,
  olive,
  leaf,
  cocoa,
  brown,
  wood,
  wheat,
} = hue;

const cake = (top: string, body: string) =>
  lit(slab(-110, -10, 220, 140, 12), body) +
  fill(
    "M-110 8Q-110 -22 -80 -22H80Q110 -22 110 8V40q-18 30 -36 0q-18 44 -38 0q-18 26 -36 0q-18 40 -38 0q-18 24 -36 0q-18 30 -36 4Z",
    top,
  );

export const cakeSlice = () =>
  shadow(330) +
  lit(oval(0, 146, 168, 18), white) +
  cake(garnet, wheat) +
  fill(slab(-110, 74, 220, 16), cream) +
  lit(oval(0, -46, 28), nar, 6) +
  line("M2 -70Q10 -100 34 -110", leaf, 8);

export const cookies = () => {
  const one = (x: number, y: number, color: string) =>
    move(
      x,
      y,
      lit(oval(0, 0, 104, 30), color),
      fill(oval(0, -7, 104, 28), wheat),
      repeat(7, (i) => fill(oval(-74 + i * 25, -8 + ((i * 13) % 22) - 10, 9, 6), cocoa)).join(""),
    );
  return (
    shadow(330) +
    lit(oval(0, 146, 168, 18), white) +
    one(-8, 112, wood) +
    one(10, 68, wood) +
    one(-4, 24, wood) +
    one(8, -20, wood)
  );
};

export const borek = () =>
  shadow(340) +
  lit(oval(0, 146, 176, 18), turkuaz) +
  move(
    0,
    20,
    line(
      "M-10 4C-40 -22 30 -60 62 -14C96 44 20 100 -50 86C-132 66 -140 -30 -80 -84C-10 -136 110 -116 140 -30C152 20 146 60 130 84",
      brown,
      60,
    ),
    line(
      "M-10 4C-40 -22 30 -60 62 -14C96 44 20 100 -50 86C-132 66 -140 -30 -80 -84C-10 -136 110 -116 140 -30C152 20 146 60 130 84",
      wheat,
      50,
    ),
    line(
      "M-10 4C-40 -22 30 -60 62 -14C96 44 20 100 -50 86C-132 66 -140 -30 -80 -84C-10 -136 110 -116 140 -30",
      saffron,
      10,
      0.8,
    ),
  );

export const baklava = () =>
  shadow(350) +
  lit(oval(0, 144, 178, 20), white) +
  [
    [-70, 96],
    [70, 96],
    [0, 30],
  ]
    .map(([x = 0, y = 0]) =>
      move(
        x,
        y,
        fill(polygon([-78, 0], [0, 40], [0, 66], [-78, 26]), amber),
        fill(polygon([78, 0], [0, 40], [0, 66], [78, 26]), brown),
        fill(polygon([-78, 0], [0, -40], [78, 0], [0, 40]), saffron),
        line("M-78 13L0 53L78 13", cream, 3, 0.7),
        fill(polygon([-30, 0], [0, -16], [30, 0], [0, 16]), olive),
        fill(oval(-6, -2, 6, 4), leaf) + fill(oval(8, 3, 6, 4), leaf),
      ),
    )
    .join("");
