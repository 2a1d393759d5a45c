import { hue } from "../artwork/hues.ts";
import {
  air,
  balloon,
  cloud,
  cypress,
  house,
  minaret,
  pine,
  ridge,
  sun,
  water,
} from "../artwork/landscape.ts";
import { fill, line, lit, move, oval, polygon, repeat, slab } from "../artwork/shapes.ts";

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
  plum,
  ink,
  sky,
  turkuaz,
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

export const konya = () =>
  air(saffron, cream) +
  sun(-110, -110, 40, white) +
  ridge(80, 20, wheat) +
  minaret(116, 110, 190, cream, teal) +
  lit(slab(-120, 30, 220, 84), sand, 40) +
  [-80, 0 + 74].map((x) => lit(`M${x - 34} 30a34 30 0 0 1 68 0Z`, slate, x + 8)).join("") +
  lit(slab(-44, -50, 88, 84), turkuaz, 8) +
  repeat(8, (i) => line(`M${-38 + i * 11} -48V30`, teal, 4)).join("") +
  fill(slab(-48, -58, 96, 10), white) +
  lit(polygon([-46, -58], [46, -58], [0, -156]), turkuaz, 2) +
  repeat(5, (i) => line(`M${-30 + i * 15} -60L0 -150`, teal, 3)).join("") +
  line("M0 -154V-182", saffron, 5) +
  fill(oval(0, -176, 6), saffron) +
  repeat(6, (i) =>
    fill(`M${-104 + i * 34} 114V78a11 12 0 0 1 22 0V114Z`, i === 2 || i === 3 ? cocoa : garnet),
  ).join("") +
  fill(slab(-1000, 110, 2000, 100), leaf) +
  repeat(13, (i) =>
    move(
      -190 + i * 32,
      150 + (i % 3) * 16,
      fill(oval(-5, -6, 6) + oval(5, -6, 6) + oval(0, -12, 6), i % 2 ? nar : rose),
      line("M0 -4V10", forest, 3),
    ),
  ).join("") +
  cypress(-160, 116, 110) +
  cypress(164, 116, 80, forest);

export const ankara = () =>
  air(sky, cream) +
  sun(110, -110, 44, saffron) +
  cloud(-90, -130, 60) +
  ridge(70, 40, wheat) +
  lit(polygon([-190, 110], [-120, 0], [60, -20], [140, 110]), wood, 0) +
  lit(slab(-150, -40, 190, 60), amber, -20) +
  repeat(10, (i) => fill(slab(-150 + i * 20, -52, 12, 16), amber)).join("") +
  [-160, -70, 20]
    .map(
      (x) =>
        lit(slab(x, -74, 40, 96), amber, x + 24) +
        repeat(3, (i) => fill(slab(x + i * 15, -84, 10, 12), amber)).join(""),
    )
    .join("") +
  fill(slab(-60, -30, 20, 30, 10), brown) +
  line("M0 -84V-150", cocoa, 5) +
  fill("M2 -150H52V-118H2Z", nar) +
  lit(slab(126, -70, 16, 200), white, 134) +
  lit(polygon([96, -80], [172, -80], [154, -56], [114, -56]), turkuaz, 140) +
  fill(oval(134, -84, 30, 14), teal) +
  line("M134 -98V-140", slate, 5) +
  repeat(5, (i) =>
    house(-196 + i * 62, 136, 44, 60, [cream, blush, white, sky, cream][i] ?? cream),
  ).join("") +
  fill(slab(-200, 130, 400, 70), olive) +
  repeat(9, (i) => pine(-180 + i * 46, 176, 50, i % 2 ? leaf : forest)).join("");

export const kapadokya = () => {
  const chimney = (x: number, y: number, s: number) =>
    move(
      x,
      y,
      `<g transform="scale(${s})">${lit("M-36 0C-30 -60 -22 -90 -16 -110H16C22 -90 30 -60 36 0Z", blush, 4)}${lit("M-26 -108Q0 -170 26 -108Q0 -98 -26 -108Z", brown, 4)}${fill("M-8 -30v-12a8 8 0 0 1 16 0v12ZM-14 -66v-8a5 5 0 0 1 10 0v8Z", cocoa)}</g>`,
    );
  return (
    air(turkuaz, cream) +
    sun(0, 60, 110, blush) +
    ridge(80, 30, rose) +
    chimney(-140, 130, 0.8) +
    chimney(150, 128, 0.9) +
    chimney(60, 120, 0.6) +
    ridge(116, 24, amber) +
    chimney(-70, 166, 1.05) +
    chimney(-10, 176, 0.7) +
    chimney(110, 180, 0.8) +
    ridge(160, 20, wheat) +
    fill("M-1000 186H1000V200H-1000Z", wood) +
    balloon(-96, -96, 46, nar, saffron) +
    balloon(60, -60, 60, saffron, white) +
    balloon(148, -140, 26, turkuaz, cream) +
    balloon(-160, 6, 22, plum, rose) +
    balloon(-20, -156, 18, ink, nar)
  );
};

export const eskisehir = () =>
  air(cream, blush) +
  cloud(90, -130, 70) +
  cloud(-120, -104, 46) +
  repeat(5, (i) =>
    house(
      -192 + i * 80,
      50 - (i % 2) * 12,
      58,
      128 - (i % 3) * 18,
      [nar, turkuaz, saffron, leaf, rose][i] ?? nar,
      cocoa,
    ),
  ).join("") +
  cypress(-116, 52, 70) +
  cypress(122, 52, 84) +
  fill(slab(-1000, 46, 2000, 24), stone) +
  line("M-200 52H200", white, 4) +
  water(70, teal, mint) +
  lit("M-90 70A90 74 0 0 1 90 70H64A64 48 0 0 0 -64 70Z", wood, 0) +
  line("M-96 64A96 84 0 0 1 96 64", brown, 7) +
  move(
    10,
    140,
    fill("M-120 -10Q-110 26 -60 26H60Q104 26 118 -26L104 -24Q90 0 60 0H-60Q-100 0 -120 -10Z", ink),
    fill(slab(-30, -14, 60, 14, 4), nar),
    line("M70 0V-58", cocoa, 5),
    fill(oval(76, -40, 9), wheat),
    fill(polygon([66, 0], [88, 0], [84, -32], [70, -32]), white),
  );
